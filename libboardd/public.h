/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PUBLIC_H
#define BOARDD_PUBLIC_H

/*
 * What stands between these two words can be called from outside libboardd.so, from C and from
 * C++. Everything else in the library is hidden: it may change without anybody noticing.
 */
#ifdef __cplusplus
#define BOARDD_PUBLIC_BEGIN \
	extern "C" {        \
	_Pragma("GCC visibility push(default)")
#define BOARDD_PUBLIC_END             \
	_Pragma("GCC visibility pop") \
	}
#else
#define BOARDD_PUBLIC_BEGIN _Pragma("GCC visibility push(default)")
#define BOARDD_PUBLIC_END   _Pragma("GCC visibility pop")
#endif

#endif

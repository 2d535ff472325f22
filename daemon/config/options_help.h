/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_OPTIONS_HELP_H
#define BOARDD_OPTIONS_HELP_H

/* What boardd --help prints. */
extern const char options_help[];

#endif

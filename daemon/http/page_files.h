/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PAGE_FILES_H
#define BOARDD_PAGE_FILES_H

#include <stddef.h>

/* The files of web/, made into a source file by web/CMakeLists.txt. */
struct page_bytes {
	size_t len;
	const unsigned char *bytes;
};

struct page_file {
	const char *name;                /* "index.html", "pieces/wK.svg" */
	struct page_bytes plain, packed; /* as it is, and by gzip */
};

extern const struct page_file page_files[];
extern const size_t page_file_count;

#endif

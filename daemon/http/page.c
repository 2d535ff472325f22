/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/http/page_files.h"
#include "daemon/http/private.h"

/* The page is part of the program: its files are those of web/, as they were when it was built. */

static const char *type_of(const char *name)
{
	static const char *const types[][2] = {
		{".html", "text/html; charset=utf-8"},
		{".css", "text/css; charset=utf-8"},
		{".js", "text/javascript; charset=utf-8"},
		{".json", "application/json"},
		{".svg", "image/svg+xml"},
		{".png", "image/png"},
	};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(dot, types[i][0]) == 0)
			return types[i][1];
	return "application/octet-stream";
}

const struct page_file *http_page(const char *path, const char **ret_type)
{
	const char *name = path + 1;

	if (strcmp(path, "/") == 0)
		name = "index.html";
	else if (strcmp(path, "/public") == 0 || strcmp(path, "/public/overlay") == 0)
		name = "public.html";
	for (size_t i = 0; i < page_file_count; i++) {
		if (strcmp(page_files[i].name, name) == 0) {
			*ret_type = type_of(name);
			return &page_files[i];
		}
	}
	return NULL;
}

/* The screen in the hall and what it is made of: nothing of it shows more than is published. */
bool http_page_is_public(const char *path)
{
	static const char *const names[] = {"/public", "/public/overlay", "/public.js",
					    "/page.css"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(path, names[i]) == 0)
			return true;
	return false;
}

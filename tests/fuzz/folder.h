/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_FUZZ_FOLDER_H
#define BOARDD_TESTS_FUZZ_FOLDER_H

#include <stddef.h>
#include <stdint.h>

/*
 * A folder for one fuzzer, in memory where the machine has such a place; it is gone when the
 * program ends. Whatever cannot be done there ends the program.
 */

/* The path of the folder: the same at every call. */
const char *folder(void);

/* The path of a file in it, until the next call but one. */
const char *folder_path(const char *name);

/* Removes the files of a folder below it, or makes it. */
void folder_empty(const char *name);

void folder_write(const char *name, const void *bytes, size_t len);

/* A whole file, to be freed. */
uint8_t *folder_read(const char *path, size_t *ret_len);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/build_id.h"

#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define ID_MAX 64

/* Notes are a header, a name and a description, the last two in whole words. */
static bool read_notes(const char *at, size_t len, char ret[2 * ID_MAX + 1])
{
	while (len >= sizeof(ElfW(Nhdr))) {
		ElfW(Nhdr) note;
		size_t name, size;

		memcpy(&note, at, sizeof(note));
		name = (note.n_namesz + 3) & ~(size_t)3;
		size = sizeof(note) + name + ((note.n_descsz + 3) & ~(size_t)3);
		if (size > len)
			return false;
		if (note.n_type == NT_GNU_BUILD_ID && note.n_descsz <= ID_MAX) {
			const char *id = at + sizeof(note) + name;

			for (size_t i = 0; i < note.n_descsz; i++)
				snprintf(ret + 2 * i, 3, "%02x", (unsigned char)id[i]);
			return true;
		}
		at += size;
		len -= size;
	}
	return false;
}

/* dl_iterate_phdr() names the program before its libraries: the first call is enough. */
static int look(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type == PT_NOTE &&
		    read_notes((const char *)(info->dlpi_addr + part->p_vaddr), part->p_memsz,
			       data))
			break;
	}
	return 1;
}

const char *build_id(void)
{
	static char id[2 * ID_MAX + 1];

	if (id[0] == '\0') {
		dl_iterate_phdr(look, id);
		if (id[0] == '\0')
			strcpy(id, "unknown");
	}
	return id;
}

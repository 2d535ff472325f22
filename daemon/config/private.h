/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CONFIG_PRIVATE_H
#define BOARDD_CONFIG_PRIVATE_H

#include "daemon/config/value.h"

/* A configuration in the making, and what is wrong with it. */
struct config_draft {
	struct config config;
	struct config_faults *faults;
	bool is_bad[CONFIG_ROWS]; /* keys with a wrong value: what they go with is not judged */
	bool has_faults;
	bool no_memory;
};

/* One line of what is wrong; section and key may be NULL. */
void config_fault_add(struct config_draft *draft, struct config_origin origin, const char *section,
		      const char *key, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* A value for a key: sets it and its origin, or adds a fault. */
void config_draft_set(struct config_draft *draft, struct config_reading *reading, const char *key,
		      const char *text);

/* The bytes of a file of that name, by inih. */
void config_draft_read(struct config_draft *draft, const char *name, const char *bytes, size_t len);

/* What holds between keys. */
void config_draft_agree(struct config_draft *draft);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/rule.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

bool driver_rule_is_installed(void)
{
	static const char *const paths[] = {
		"/etc/udev/rules.d/70-boardd.rules",
		"/run/udev/rules.d/70-boardd.rules",
		"/usr/local/lib/udev/rules.d/70-boardd.rules",
		"/usr/lib/udev/rules.d/70-boardd.rules",
		"/lib/udev/rules.d/70-boardd.rules",
	};

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		if (access(paths[i], F_OK) == 0)
			return true;
	return false;
}

/* udev keeps a file for each device; the rule leaves this property in it. */
enum driver_rule_state driver_rule_of(const char *node)
{
	enum driver_rule_state state = DRIVER_RULE_MISSING;
	char path[64], line[256];
	struct stat st;
	FILE *file;

	if (stat(node, &st) < 0)
		return DRIVER_RULE_UNKNOWN;
	snprintf(path, sizeof(path), "/run/udev/data/c%u:%u", major(st.st_rdev), minor(st.st_rdev));
	file = fopen(path, "re");
	if (!file)
		return DRIVER_RULE_UNKNOWN;
	while (fgets(line, sizeof(line), file))
		if (strcmp(line, "E:ID_MM_PORT_IGNORE=1\n") == 0)
			state = DRIVER_RULE_APPLIED;
	fclose(file);
	return state;
}

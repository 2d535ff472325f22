/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * under_filter FILE PROGRAM [ARG...]: runs the program as systemd does with a
 * SystemCallFilter, MemoryDenyWriteExecute and RestrictAddressFamilies. FILE has
 * a name a line: of a system call that is allowed, or of an address family. Where
 * systemd would refuse a call, the program is killed, so that a test can see it.
 */

static const struct {
	const char *name;
	int family;
} families[] = {
	{"AF_UNIX", AF_UNIX},
	{"AF_INET", AF_INET},
	{"AF_INET6", AF_INET6},
	{"AF_NETLINK", AF_NETLINK},
};
#define FAMILIES (sizeof(families) / sizeof(families[0]))

static int allow_family(scmp_filter_ctx filter, const char *name)
{
	struct scmp_arg_cmp is = {.arg = 0, .op = SCMP_CMP_EQ};

	for (size_t i = 0; i < FAMILIES; i++) {
		if (strcmp(families[i].name, name) != 0)
			continue;
		is.datum_a = (scmp_datum_t)families[i].family;
		return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, is);
	}
	return -EAFNOSUPPORT;
}

/* Memory is written or run, never both. */
static int allow_memory(scmp_filter_ctx filter, int call, scmp_datum_t never)
{
	scmp_datum_t all = PROT_READ | PROT_WRITE | PROT_EXEC;
	int r = 0;

	for (scmp_datum_t prot = 0; prot <= all && r == 0; prot++)
		if ((prot & never) != never)
			r = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1,
					     SCMP_A2(SCMP_CMP_MASKED_EQ, all, prot));
	return r;
}

static int allow(scmp_filter_ctx filter, const char *name)
{
	int call = seccomp_syscall_resolve_name(name);

	if (strncmp(name, "AF_", 3) == 0)
		return allow_family(filter, name);
	/* Of another machine, or with a rule of its own. */
	if (call < 0 || call == SCMP_SYS(socket))
		return 0;
	if (call == SCMP_SYS(mmap))
		return allow_memory(filter, call, PROT_WRITE | PROT_EXEC);
	if (call == SCMP_SYS(mprotect) || call == SCMP_SYS(pkey_mprotect))
		return allow_memory(filter, call, PROT_EXEC);
	return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
}

static int read_names(scmp_filter_ctx filter, FILE *file)
{
	char name[64];
	int r = 0;

	while (r == 0 && fscanf(file, "%63s", name) == 1)
		r = allow(filter, name);
	return r;
}

int main(int argc, char **argv)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
	FILE *file = argc > 2 ? fopen(argv[1], "r") : NULL;
	int r;

	if (!file || !filter) {
		fputs("usage: under_filter FILE PROGRAM [ARG...]\n", stderr);
		return 2;
	}
	r = read_names(filter, file);
	if (r == 0)
		r = seccomp_load(filter);
	if (r < 0) {
		fprintf(stderr, "under_filter: %s\n", strerror(-r));
		return 2;
	}
	execv(argv[2], argv + 2);
	perror(argv[2]);
	return 2;
}

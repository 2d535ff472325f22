/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "daemon/ctl/online.h"

const char ctl_report_help[] =
	"One file for whoever helps: the machine, how boardd is and is set up, what it logged\n"
	"(its sentences, without what was put into them), the last reports and the last bytes\n"
	"of the boards, as lines of JSON. Nothing that a person has written is in it: no names,\n"
	"notes, secrets, addresses or paths. Of such keys of the configuration it says only\n"
	"that they are set. Look at it before you send it. A file that is there already is not\n"
	"touched. Without a running boardd it has only the machine.\n"
	"\n" CTL_ONLINE_HELP "\n"
	"Examples:\n"
	"  boardctl report boardd-report.jsonl\n";

/* PRETTY_NAME of the distribution; "" when there is none. */
static void read_distribution(char ret[80])
{
	FILE *file = fopen("/etc/os-release", "re");
	char line[160];

	ret[0] = '\0';
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "PRETTY_NAME=\"%79[^\"\n]", ret) == 1)
			break;
	if (file)
		fclose(file);
}

static bool write_machine(int fd)
{
	struct utsname name = {0};
	char distribution[80], *text;
	json_t *object;
	size_t len;
	bool is_written;

	(void)uname(&name); /* not its node: that is a name */
	read_distribution(distribution);
	object = json_pack("{s:i, s:s, s:I, s:{s:s, s:s, s:s, s:s, s:I, s:I}}", "report", 1,
			   "boardctl", BOARDD_VERSION, "time_s", (json_int_t)time(NULL), "machine",
			   "system", name.sysname, "release", name.release, "hardware",
			   name.machine, "distribution", distribution, "cores",
			   (json_int_t)sysconf(_SC_NPROCESSORS_ONLN), "memory_pages",
			   (json_int_t)sysconf(_SC_PHYS_PAGES));
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	json_decref(object);
	len = text ? strlen(text) : 0;
	is_written = text && write(fd, text, len) == (ssize_t)len && write(fd, "\n", 1) == 1;
	free(text);
	return is_written;
}

static bool append(int fd, int part)
{
	char bytes[16384];
	ssize_t len;

	if (lseek(part, 0, SEEK_SET) < 0)
		return false;
	while ((len = read(part, bytes, sizeof(bytes))) > 0)
		if (write(fd, bytes, (size_t)len) != len)
			return false;
	return len == 0;
}

static int ask(const struct ctl_online *online, const char *path, int fd)
{
	int part = memfd_create("report", MFD_CLOEXEC); /* boardd writes into empty files only */
	json_t *answer = part < 0 ? NULL : ctl_online_ask(online, "report", NULL, part);
	bool is_written = part >= 0 && write_machine(fd) && (!answer || append(fd, part));

	if (part >= 0)
		close(part);
	if (!is_written) {
		json_decref(answer);
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", path, strerror(errno));
	}
	if (online->json && answer)
		ctl_online_print(answer);
	else
		printf("%s: %s\n", path,
		       answer ? "the machine, boardd and its last reports, without names"
			      : "only the machine");
	json_decref(answer);
	return answer ? CTL_DONE : CTL_BAD_INPUT;
}

int ctl_report(int argc, char **argv)
{
	struct ctl_online online;
	int fd, status;

	if (ctl_online_read(&online, argc, argv, "", 1, 1) != CTL_DONE)
		return CTL_BAD_CALL;
	fd = open(online.words[0], O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
	if (fd < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", online.words[0],
				errno == EEXIST ? "is there already" : strerror(errno));
	status = ask(&online, online.words[0], fd);
	if (close(fd) < 0)
		status = ctl_fail(CTL_BAD_INPUT, "%s: %s", online.words[0], strerror(errno));
	return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/access.h"
#include "driver/bluetooth.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void name_user(uid_t uid, char ret[DRIVER_WHO_MAX])
{
	const struct passwd *user = getpwuid(uid);

	if (user)
		snprintf(ret, DRIVER_WHO_MAX, "%s", user->pw_name);
	else
		snprintf(ret, DRIVER_WHO_MAX, "%u", uid);
}

static void name_group(gid_t gid, char ret[DRIVER_WHO_MAX])
{
	const struct group *group = getgrgid(gid);

	if (group)
		snprintf(ret, DRIVER_WHO_MAX, "%s", group->gr_name);
	else
		snprintf(ret, DRIVER_WHO_MAX, "%u", gid);
}

int driver_access_of(const char *path, struct driver_access *ret)
{
	struct driver_access found = {0};
	struct stat st;
	int r = driver_node_of(path, found.node);

	if (r < 0)
		return r;
	if (stat(found.node, &st) < 0)
		return -errno;
	name_user(st.st_uid, found.owner);
	name_group(st.st_gid, found.group);
	found.mode = st.st_mode & 07777;
	found.may_open = access(found.node, R_OK | W_OK) == 0;
	*ret = found;
	return 0;
}

/* --- processes --- */

static bool read_name(pid_t pid, char ret[DRIVER_WHO_MAX])
{
	char path[64];
	FILE *file;
	bool is_read;

	snprintf(path, sizeof(path), "/proc/%d/comm", pid);
	file = fopen(path, "re");
	if (!file)
		return false;
	is_read = fgets(ret, DRIVER_WHO_MAX, file) != NULL;
	fclose(file);
	if (is_read)
		ret[strcspn(ret, "\n")] = '\0';
	return is_read;
}

static bool has_open(pid_t pid, const char *node)
{
	char path[64], target[PATH_MAX];
	const struct dirent *entry;
	bool found = false;
	DIR *fds;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	fds = opendir(path);
	if (!fds)
		return false;
	while (!found && (entry = readdir(fds))) {
		ssize_t len = readlinkat(dirfd(fds), entry->d_name, target, sizeof(target) - 1);

		if (len < 0)
			continue;
		target[len] = '\0';
		found = strcmp(target, node) == 0;
	}
	closedir(fds);
	return found;
}

static bool is_process(const struct dirent *entry, pid_t *ret_pid)
{
	if (!isdigit((unsigned char)entry->d_name[0]))
		return false;
	*ret_pid = (pid_t)strtol(entry->d_name, NULL, 10);
	return true;
}

/* The first process, other than ourselves, that fits. */
static bool find_process(bool (*fits)(pid_t pid, const char *what), const char *what,
			 struct driver_holder *ret)
{
	const struct dirent *entry;
	bool found = false;
	DIR *proc = opendir("/proc");
	pid_t pid;

	if (!proc)
		return false;
	while (!found && (entry = readdir(proc))) {
		if (!is_process(entry, &pid) || pid == getpid() || !fits(pid, what))
			continue;
		ret->pid = pid;
		found = read_name(pid, ret->name);
	}
	closedir(proc);
	return found;
}

static bool is_called(pid_t pid, const char *name)
{
	char comm[DRIVER_WHO_MAX];

	return read_name(pid, comm) && strcmp(comm, name) == 0;
}

bool driver_holder_of(const char *node, struct driver_holder *ret)
{
	return find_process(has_open, node, ret);
}

bool driver_process_runs(const char *name, struct driver_holder *ret)
{
	return find_process(is_called, name, ret);
}

/* --- words --- */

/* The rule is about USB; the ports of a main board it does not touch. */
static bool is_usb(const char *node)
{
	return strncmp(node, "/dev/ttyUSB", 11) == 0 || strncmp(node, "/dev/ttyACM", 11) == 0 ||
	       strncmp(node, "/dev/hidraw", 11) == 0;
}

static void explain_access(const char *address, char *ret_text, size_t size)
{
	struct driver_access access = {0};
	char me[DRIVER_WHO_MAX];
	const char *rule = "";

	name_user(geteuid(), me);
	if (driver_access_of(address, &access) < 0) {
		snprintf(ret_text, size, "%s: permission denied", address);
		return;
	}
	if (is_usb(access.node))
		rule = ", or install 70-boardd.rules and plug the board in again";
	if ((access.mode & 060) == 060 && strcmp(access.group, "root") != 0)
		snprintf(ret_text, size,
			 "%s: permission denied: it is for group %s; add %s to it with "
			 "\"adduser %s %s\" and log in again%s",
			 address, access.group, me, me, access.group, rule);
	else
		snprintf(ret_text, size,
			 "%s: permission denied: it is for user %s alone; let root do "
			 "\"setfacl -m u:%s:rw %s\"%s",
			 address, access.owner, me, access.node, rule);
}

static void explain_busy(const char *address, char *ret_text, size_t size)
{
	struct driver_holder holder;
	char node[PATH_MAX];

	if (driver_node_of(address, node) == 0 && driver_holder_of(node, &holder))
		snprintf(ret_text, size, "%s: in use by %s (process %d): close that program",
			 address, holder.name, holder.pid);
	else
		snprintf(ret_text, size,
			 "%s: in use by another program: close it (root can see which it is)",
			 address);
}

/* False: it has to be said as of any other device. */
static bool explain_radio(const char *address, int error, char *ret_text, size_t size)
{
	static const struct {
		int error;
		const char *text;
	} words[] = {
		{-ENOENT, "BlueZ does not know it: boardctl bluetooth scan, then pair"},
		{-ENETDOWN, "Bluetooth is switched off: bluetoothctl power on"},
		{-ENOTSUP, "it is no board that boardd knows"},
		{-EBUSY, "another program has it open: close that program, or disconnect it with "
			 "bluetoothctl"},
		{-EHOSTDOWN, "it is switched off, out of reach, or a telephone has it"},
		{-ETIMEDOUT, "it is switched off, out of reach, or a telephone has it"},
		{-EACCES, "it wants to be paired: boardctl bluetooth pair, with its PIN"},
		{-ENODEV, "out of reach, or switched off"},
	};

	if (strncmp(address, DRIVER_BLUETOOTH, strlen(DRIVER_BLUETOOTH)) != 0)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i].error == error) {
			snprintf(ret_text, size, "%s: %s", address, words[i].text);
			return true;
		}
	}
	return false;
}

void driver_explain(const char *address, int error, char *ret_text, size_t size)
{
	if (explain_radio(address, error, ret_text, size))
		return;
	switch (error) {
	case 0: snprintf(ret_text, size, "%s: nothing answers", address); return;
	case -EACCES:
	case -EPERM: explain_access(address, ret_text, size); return;
	case -EBUSY: explain_busy(address, ret_text, size); return;
	case -ENODEV:
	case -ENXIO:
		snprintf(ret_text, size, "%s: unplugged, or closed at the other end", address);
		return;
	case -ENOENT:
		snprintf(ret_text, size, "%s: there is no such device: is it plugged in?", address);
		return;
	case -EINVAL: snprintf(ret_text, size, "%s: is no address of a device", address); return;
	case -ENOTTY: snprintf(ret_text, size, "%s: is no serial port", address); return;
	case -ECONNREFUSED: snprintf(ret_text, size, "%s: nobody listens there", address); return;
	case -EHOSTUNREACH:
		snprintf(ret_text, size, "%s: there is no such host, or no way to it", address);
		return;
	default: snprintf(ret_text, size, "%s: %s", address, strerror(-error)); return;
	}
}

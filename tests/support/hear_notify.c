/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

/* hear_notify PATH: what a service says to systemd, a line for each word of it. */
int main(int argc, char **argv)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	char said[4096];
	ssize_t len;

	if (argc != 2 || strlen(argv[1]) >= sizeof(at.sun_path)) {
		fputs("usage: hear_notify PATH\n", stderr);
		return 2;
	}
	memcpy(at.sun_path, argv[1], strlen(argv[1]) + 1);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof(at)) < 0) {
		perror(argv[1]);
		return 1;
	}
	while ((len = recv(fd, said, sizeof(said), 0)) >= 0) {
		printf("%.*s\n", (int)len, said);
		fflush(stdout);
	}
	return 0;
}

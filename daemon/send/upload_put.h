/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_UPLOAD_PUT_H
#define BOARDD_UPLOAD_PUT_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

/* One file to a server, by FTP or SFTP, and what came of it. Waits for the network. */

#define UPLOAD_WHY_MAX (CURL_ERROR_SIZE + 80)

enum upload_fate {
	UPLOAD_STORED,
	UPLOAD_REFUSED, /* the password, the key, the certificate: trying again soon is of no use */
	UPLOAD_FAILED,  /* the network, or the server: try again */
};

struct upload_put {
	const char *url;  /* of the folder there: ftp://, ftps:// or sftp:// */
	const char *name; /* "round-1/games.pgn" */
	const char *text;
	size_t len;
	const char *user, *password;        /* empty: none */
	const char *key_file, *known_hosts; /* of SFTP; empty: none */
	const char *tls_ca;                 /* empty: what the system trusts */
	bool is_encrypted;                  /* ftp:// only where the server can TLS */
	long timeout_ms;
	bool (*is_over)(void *data); /* asked now and then: true gives up */
	void *data;
};

/*
 * Under another name first, then renamed: nobody reads half a file. The handle keeps the
 * connection between two files.
 */
enum upload_fate upload_put(CURL *curl, const struct upload_put *put, char why[UPLOAD_WHY_MAX]);

#endif

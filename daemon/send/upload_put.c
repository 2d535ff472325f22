/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/upload_put.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define LINE_LENGTH 1200

/* What libcurl has not asked for yet. */
struct rest {
	const char *at;
	size_t len;
};

static size_t give(char *to, size_t size, size_t count, void *data)
{
	struct rest *rest = data;
	size_t len = size * count < rest->len ? size * count : rest->len;

	memcpy(to, rest->at, len);
	rest->at += len;
	rest->len -= len;
	return len;
}

static int look(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	const struct upload_put *put = data;

	(void)a;
	(void)b;
	(void)c;
	(void)d;
	return put->is_over(put->data);
}

/* --- names --- */

static bool is_sftp(const struct upload_put *put)
{
	return strncasecmp(put->url, "sftp:", 5) == 0;
}

static const char *base_of(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

/*
 * The folder of the file, for commands of SFTP: those of FTP are given in that folder. A path that
 * begins with /~/ is below the user's own folder, where SFTP begins.
 */
static void folder_of(const struct upload_put *put, char ret[LINE_LENGTH])
{
	const char *host = strstr(put->url, "://"), *path = host ? strchr(host + 3, '/') : NULL;
	size_t len = path ? strlen(path) : 0;

	if (len >= 3 && strncmp(path, "/~/", 3) == 0) {
		path += 3;
		len -= 3;
	}
	while (len > 0 && path[len - 1] == '/')
		len--;
	snprintf(ret, LINE_LENGTH, "%.*s%s%.*s", (int)len, path ? path : "",
		 len > 0 || (path && path[0] == '/') || !path ? "/" : "",
		 (int)(base_of(put->name) - put->name), put->name);
}

/* SFTP renames to no name that is taken; the star lets the removal fail. */
static struct curl_slist *rename_commands(const struct upload_put *put)
{
	const char *base = base_of(put->name);
	struct curl_slist *list = NULL;
	char folder[LINE_LENGTH], line[2 * LINE_LENGTH + 200];

	if (!is_sftp(put)) {
		snprintf(line, sizeof(line), "RNFR .%s.new", base);
		list = curl_slist_append(list, line);
		snprintf(line, sizeof(line), "RNTO %s", base);
		return curl_slist_append(list, line);
	}
	folder_of(put, folder);
	snprintf(line, sizeof(line), "*rm \"%s%s\"", folder, base);
	list = curl_slist_append(list, line);
	snprintf(line, sizeof(line), "rename \"%s.%s.new\" \"%s%s\"", folder, base, folder, base);
	return curl_slist_append(list, line);
}

static void set_address(CURL *curl, const struct upload_put *put)
{
	const char *base = base_of(put->name);
	size_t len = strlen(put->url);
	char url[LINE_LENGTH + 100];

	while (len > 0 && put->url[len - 1] == '/')
		len--;
	snprintf(url, sizeof(url), "%.*s/%.*s.%s.new", (int)len, put->url, (int)(base - put->name),
		 put->name, base);
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "ftp,ftps,sftp");
	curl_easy_setopt(curl, CURLOPT_FTP_CREATE_MISSING_DIRS, (long)CURLFTP_CREATE_DIR_RETRY);
}

/* --- who we are, and who the server is --- */

static void set_secrets(CURL *curl, const struct upload_put *put)
{
	bool has_key = put->key_file[0] != '\0';

	if (put->user[0] != '\0')
		curl_easy_setopt(curl, CURLOPT_USERNAME, put->user);
	if (put->password[0] != '\0')
		curl_easy_setopt(curl, CURLOPT_PASSWORD, put->password);
	if (is_sftp(put)) {
		curl_easy_setopt(curl, CURLOPT_SSH_AUTH_TYPES,
				 has_key ? (long)CURLSSH_AUTH_PUBLICKEY
					 : (long)(CURLSSH_AUTH_PASSWORD | CURLSSH_AUTH_KEYBOARD));
		curl_easy_setopt(curl, CURLOPT_SSH_KNOWNHOSTS, put->known_hosts);
		if (has_key)
			curl_easy_setopt(curl, CURLOPT_SSH_PRIVATE_KEYFILE, put->key_file);
	} else if (put->is_encrypted) {
		curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
	}
	if (put->tls_ca[0] != '\0')
		curl_easy_setopt(curl, CURLOPT_CAINFO, put->tls_ca);
}

static enum upload_fate fate_of(CURLcode code)
{
	switch ((int)code) {
	case CURLE_OK: return UPLOAD_STORED;
	case CURLE_LOGIN_DENIED:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_USE_SSL_FAILED:
	case CURLE_SSL_CACERT_BADFILE: return UPLOAD_REFUSED;
	default: return UPLOAD_FAILED;
	}
}

enum upload_fate upload_put(CURL *curl, const struct upload_put *put, char why[UPLOAD_WHY_MAX])
{
	struct rest rest = {put->text, put->len};
	struct curl_slist *commands = rename_commands(put);
	char error[CURL_ERROR_SIZE] = "";
	CURLcode code;

	curl_easy_reset(curl);
	set_address(curl, put);
	set_secrets(curl, put);
	curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(curl, CURLOPT_READFUNCTION, give);
	curl_easy_setopt(curl, CURLOPT_READDATA, &rest);
	curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)put->len);
	curl_easy_setopt(curl, CURLOPT_POSTQUOTE, commands);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, error);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, put->timeout_ms);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, (void *)put);
	code = curl_easy_perform(curl);
	snprintf(why, UPLOAD_WHY_MAX, "%s", error[0] != '\0' ? error : curl_easy_strerror(code));
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, NULL); /* it outlives this call */
	curl_slist_free_all(commands);
	return fate_of(code);
}

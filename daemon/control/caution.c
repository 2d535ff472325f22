/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/caution.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "daemon/base/log.h"
#include "daemon/config/check.h"

static void look_at_file(const char *section, const char *key, const char *path)
{
	struct stat st;

	if (path && stat(path, &st) == 0 && (st.st_mode & (S_IROTH | S_IWOTH)))
		log_warning("[%s] %s: everybody on this machine can read or write %s (chmod o= %s)",
			    section, key, path, path);
}

static bool is_here(const char *host)
{
	return strcasecmp(host, "localhost") == 0 || config_is_loopback(host);
}

/* Only http:// to another machine is in clear. */
static bool is_in_clear(const char *url)
{
	char host[256];
	const char *begin;
	bool is_six;

	if (!url || strncasecmp(url, "http://", 7) != 0)
		return false;
	is_six = url[7] == '[';
	begin = url + 7 + is_six;
	snprintf(host, sizeof(host), "%.*s", (int)strcspn(begin, is_six ? "]" : ":/?#"), begin);
	return !is_here(host);
}

static void look_at_url(const char *section, const char *key, const char *url)
{
	if (is_in_clear(url))
		log_warning("[%s] %s: the secret goes to %s in clear: https:// hides it", section,
			    key, url);
}

void caution_say(const struct config *config)
{
	if (config->hub.name && config->boards.devices.count + config->boards.probe.count > 0)
		log_warning("[hub] name: a hub uses no boards of this machine: run another boardd "
			    "for them");
	look_at_file("http", "tls_key", config->http.tls_key);
	look_at_file("lichess", "token_file", config->lichess.token_file);
	look_at_file("upload", "password_file", config->upload.password_file);
	look_at_file("upload", "key_file", config->upload.key_file);
	look_at_file("mqtt", "password_file", config->mqtt.password_file);
	look_at_file("notify", "ntfy_token_file", config->notify.ntfy_token_file);
	if (config->lichess.token_file)
		look_at_url("lichess", "token_file", config->lichess.url);
	if (config->notify.ntfy_token_file)
		look_at_url("notify", "ntfy_token_file", config->notify.ntfy);
	if (config->upload.url && strncmp(config->upload.url, "ftp:", 4) == 0 &&
	    !config->upload.tls && config->upload.password_file)
		log_warning("[upload] password_file: the password goes to %s in clear: tls = yes "
			    "hides it",
			    config->upload.url);
	if (config->mqtt.host && config->mqtt.password_file && !config->mqtt.tls_ca &&
	    !is_here(config->mqtt.host))
		log_warning(
			"[mqtt] password_file: the password goes to %s in clear: tls_ca hides it",
			config->mqtt.host);
}

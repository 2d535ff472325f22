/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config/check.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config/config.h"

#define DIGITS  "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

static bool has_only(const char *text, const char *characters)
{
	return *text != '\0' && text[strspn(text, characters)] == '\0';
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

bool config_is_number(const char *text, uint64_t high, uint64_t *ret)
{
	uint64_t value = 0;

	if (*text == '\0')
		return false;
	for (; *text; text++) {
		unsigned digit = (unsigned)(*text - '0');

		if (*text < '0' || *text > '9' ||
		    value > (high - (digit > high ? high : digit)) / 10)
			return false;
		value = value * 10 + digit;
	}
	*ret = value;
	return value <= high;
}

const char *config_check_text(struct rules_slice text)
{
	for (size_t i = 0, len; i < text.len; i += len) {
		len = rules_utf8_len(text.at + i, text.len - i);
		if (len == 0)
			return "is not UTF-8";
		if (text.at[i] != '\t' && rules_control_len(text.at + i, text.len - i) > 0)
			return "has a control character in it";
	}
	return NULL;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

const char *config_check_line(const char *text)
{
	size_t len = strlen(text);

	if (len > 0 && (is_blank(text[0]) || is_blank(text[len - 1])))
		return "begins or ends with a blank";
	for (size_t i = 0; i < len; i++)
		if (text[i] == ';' && (i == 0 || is_blank(text[i - 1])))
			return "has a ; behind a blank, which begins a comment";
	return config_check_text((struct rules_slice){text, len});
}

/* HOST:PORT or [IPv6]:PORT */
static bool is_host_and_port(const char *text)
{
	const char *colon = strrchr(text, ':');
	uint64_t port;

	if (!colon || colon == text || !config_is_number(colon + 1, 65535, &port) || port == 0)
		return false;
	if (text[0] == '[')
		return colon > text + 2 && colon[-1] == ']';
	return memchr(text, ':', (size_t)(colon - text)) == NULL;
}

/* AA:BB:CC:DD:EE:FF */
static bool is_radio_address(const char *text)
{
	size_t len = strlen(text);

	for (size_t i = 0; i < len; i++)
		if (i % 3 == 2 ? text[i] != ':' : !isxdigit((unsigned char)text[i]))
			return false;
	return len == 17;
}

const char *config_check_device(const char *text)
{
	if (text[0] == '/' || (begins(text, "unix:") && text[5] != '\0') ||
	    (begins(text, "tcp:") && is_host_and_port(text + 4)) ||
	    (begins(text, "bluetooth:") && is_radio_address(text + 10)))
		return NULL;
	return "/dev/..., unix:PATH, tcp:HOST:PORT or bluetooth:ADDRESS";
}

const char *config_check_path(const char *text)
{
	return text[0] == '/' ? NULL : "a whole path, beginning with /";
}

const char *config_check_floor(const char *text)
{
	bool is_there[CONFIG_TABLE_MAX + 1] = {0};

	while (*text != '\0') {
		char *end;
		unsigned long table = strtoul(text, &end, 10);

		if (*text < '1' || *text > '9' || (*end != ' ' && *end != '\0') ||
		    table > CONFIG_TABLE_MAX || is_there[table])
			return "numbers of tables with one blank between them, none twice";
		is_there[table] = true;
		text = *end == ' ' && end[1] != '\0' ? end + 1 : end;
	}
	return NULL;
}

const char *config_check_id(const char *text)
{
	return has_only(text, LETTERS DIGITS "-_")
		       ? NULL
		       : "made of letters a to z, digits, hyphens and underscores";
}

const char *config_check_key(const char *text)
{
	return strlen(text) == 12 && has_only(text, "0123456789abcdefABCDEF")
		       ? NULL
		       : "12 digits of hexadecimal";
}

/* Programs that read the files look for a name of exactly this form. */
const char *config_check_uuid(const char *text)
{
	static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
	size_t i = 0;

	while (form[i] != '\0' &&
	       (form[i] == '-' ? text[i] == '-'
			       : text[i] != '\0' && strchr("0123456789abcdef", text[i])))
		i++;
	return form[i] == '\0' && text[i] == '\0' ? NULL
						  : "a UUID: 32 lower-case hexadecimal digits in "
						    "groups of 8, 4, 4, 4 and 12";
}

const char *config_check_serial(const char *text)
{
	return has_only(text, LETTERS DIGITS "-_.") ? NULL : "a serial number";
}

const char *config_check_table(const char *text)
{
	uint64_t number;

	/* One way to write it, so that 1 and 01 are not two tables. */
	if (text[0] != '0' && config_is_number(text, CONFIG_TABLE_MAX, &number))
		return NULL;
	return "a table's number from 1 to 9999";
}

const char *config_check_ip(const char *text)
{
	struct in6_addr address;

	if (inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1)
		return NULL;
	return "an IP address, such as 192.0.2.1 or 2001:db8::1";
}

bool config_is_loopback(const char *ip)
{
	struct in6_addr address;

	return begins(ip, "127.") ||
	       (inet_pton(AF_INET6, ip, &address) == 1 && IN6_IS_ADDR_LOOPBACK(&address));
}

const char *config_check_host(const char *text)
{
	if (has_only(text, LETTERS DIGITS "-.") && text[0] != '-' && text[0] != '.')
		return NULL;
	return "a host name, without port";
}

/* http:// or https://, a host, perhaps a port; the rest begins with a slash. */
static const char *after_host(const char *text)
{
	if (begins(text, "https://"))
		text += 8;
	else if (begins(text, "http://"))
		text += 7;
	else
		return NULL;
	if (*text == '[') {
		size_t len = strspn(text + 1, DIGITS "abcdefABCDEF:.");

		if (len == 0 || text[1 + len] != ']')
			return NULL;
		text += len + 2;
	} else {
		size_t len = strspn(text, LETTERS DIGITS "-.");

		if (len == 0)
			return NULL;
		text += len;
	}
	if (*text == ':') {
		size_t len = strspn(text + 1, DIGITS);

		if (len == 0 || len > 5)
			return NULL;
		text += len + 1;
	}
	return text;
}

const char *config_check_origin(const char *text)
{
	const char *rest = after_host(text);

	return rest && *rest == '\0' ? NULL : "https://HOST, without a path";
}

const char *config_check_page_origin(const char *text)
{
	static const char *const extensions[] = {"chrome-extension://", "moz-extension://"};

	for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++)
		if (begins(text, extensions[i]))
			return has_only(text + strlen(extensions[i]), LETTERS DIGITS "-")
				       ? NULL
				       : "chrome-extension://ID, without a path";
	return config_check_origin(text);
}

const char *config_check_url(const char *text)
{
	const char *rest = after_host(text);

	if (rest && (*rest == '\0' || *rest == '/' || *rest == '?') && !strpbrk(rest, " \t\"<>"))
		return NULL;
	return "an address that begins with https:// or http://";
}

const char *config_check_group(const char *text)
{
	if (has_only(text, LETTERS DIGITS "-_.") && !strchr(DIGITS "-.", text[0]))
		return NULL;
	return "the name of a group";
}

const char *config_check_kind(const char *text)
{
	for (int kind = 0; kind < TOUCH_KINDS; kind++)
		if (strcmp(text, touch_kind_name((enum touch_kind)kind)) == 0)
			return NULL;
	return "a kind of irregularity, such as touch-move or illegal-move";
}

const char *config_check_round(const char *text)
{
	uint64_t number;

	return text[0] != '0' && config_is_number(text, 999, &number) ? NULL
								      : "a round from 1 to 999";
}

const char *config_check_lichess_id(const char *text)
{
	return strlen(text) == 8 && has_only(text, LETTERS DIGITS)
		       ? NULL
		       : "the eight letters and digits at the end of the round's address";
}

/* Commands for the server are made of it: nothing that would have to be quoted. */
const char *config_check_upload(const char *text)
{
	static const char *const schemes[] = {"sftp://", "ftps://", "ftp://"};

	for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		const char *host = text + strlen(schemes[i]);

		if (strncmp(text, schemes[i], strlen(schemes[i])) == 0 &&
		    has_only(host, LETTERS DIGITS "-_./:[]~") && host[0] != '/' && host[0] != ':')
			return NULL;
	}
	return "sftp://HOST/PATH, ftps://HOST/PATH or ftp://HOST/PATH, without a name and without "
	       "spaces";
}

const char *config_check_broker(const char *text)
{
	return config_check_ip(text) == NULL || config_check_host(text) == NULL
		       ? NULL
		       : "a host name or an IP address, without port";
}

const char *config_check_topic(const char *text)
{
	size_t len = strlen(text);

	if (has_only(text, LETTERS DIGITS "-_./") && text[0] != '/' && text[len - 1] != '/' &&
	    !strstr(text, "//"))
		return NULL;
	return "words of letters a to z, digits, hyphens, underscores and dots, with / between";
}

const char *config_check_node(const char *text)
{
	return has_only(text, "abcdefghijklmnopqrstuvwxyz" DIGITS "-")
		       ? NULL
		       : "made of small letters a to z, digits and hyphens";
}

bool config_broker_at(const char *text, char *ret_host, size_t size, unsigned *ret_port)
{
	const char *colon = strrchr(text, ':'), *host = text;
	bool is_bracketed = text[0] == '[', has_port;
	size_t len = strlen(text);
	char *end;

	has_port = colon && (is_bracketed ? colon[-1] == ']' : strchr(text, ':') == colon);
	if (has_port) {
		unsigned long port = strtoul(colon + 1, &end, 10);

		if (port < 1 || port > 65535 || *end != '\0')
			return false;
		*ret_port = (unsigned)port;
		len = (size_t)(colon - text);
	}
	if (is_bracketed) {
		if (len < 3 || text[len - 1] != ']')
			return false;
		host++;
		len -= 2;
	}
	if (len == 0 || len >= size)
		return false;
	memcpy(ret_host, host, len);
	ret_host[len] = '\0';
	return true;
}

const char *config_check_broker_at(const char *text)
{
	char host[256];
	unsigned port = 0;

	if (!config_broker_at(text, host, sizeof(host), &port))
		return "is not HOST or HOST:PORT";
	return config_check_broker(host);
}

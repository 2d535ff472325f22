/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/rules.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NAME_MAX_BYTES 256
#define BURST_S        3 /* seconds' worth of requests at once */

/* --- names --- */

bool http_text_is_plain(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 127)
			return false;
	return true;
}

static bool is_of_name(char c, bool is_six)
{
	if (c == '.')
		return true;
	return is_six ? isxdigit((unsigned char)c) || c == ':'
		      : isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* Where the name of "name:port" or "[::1]:port" ends; 0: there is no name. */
static size_t name_len_of(const char *host, size_t len)
{
	bool is_six = len > 0 && host[0] == '[';
	size_t i = is_six;

	while (i < len && is_of_name(host[i], is_six))
		i++;
	if (!is_six)
		return i;
	return i > 1 && i < len && host[i] == ']' ? i + 1 : 0;
}

bool http_host_is_plain(const char *host, size_t len)
{
	size_t name_len = name_len_of(host, len), digits = 0;

	if (name_len == 0)
		return false;
	if (name_len == len)
		return true;
	for (size_t i = name_len + 1; i < len; i++, digits++)
		if (!isdigit((unsigned char)host[i]))
			return false;
	return host[name_len] == ':' && digits >= 1 && digits <= 5;
}

/* The name of "name:port" or "[::1]:port", without a dot at its end. False: it is none. */
static bool name_of(const char *host, char ret[NAME_MAX_BYTES])
{
	size_t begin = host[0] == '[', end = name_len_of(host, strlen(host));

	if (!http_host_is_plain(host, strlen(host)))
		return false;
	end -= begin; /* without the bracket */
	if (end > begin && host[end - 1] == '.')
		end--;
	if (end == begin || end - begin >= NAME_MAX_BYTES)
		return false;
	memcpy(ret, host + begin, end - begin);
	ret[end - begin] = '\0';
	return true;
}

bool http_is_loopback(const char *address)
{
	struct in_addr four;
	struct in6_addr six;

	if (strncmp(address, "::ffff:", 7) == 0)
		address += 7;
	if (inet_pton(AF_INET, address, &four) == 1)
		return (ntohl(four.s_addr) >> 24) == 127;
	return inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

static bool is_listed(const char *text, const struct config_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcasecmp(text, list->items[i]) == 0)
			return true;
	return false;
}

bool http_host_is_ours(const char *host, const char *listener, const struct config_list *names)
{
	char name[NAME_MAX_BYTES];

	return host && name_of(host, name) &&
	       (strcasecmp(name, "localhost") == 0 || http_is_loopback(name) ||
		strcasecmp(name, listener) == 0 || is_listed(name, names));
}

bool http_origin_is_allowed(const char *origin, const char *host, bool is_tls, bool is_loopback,
			    const struct config_list *origins)
{
	char own[NAME_MAX_BYTES + 16];

	if (!origin || origin[0] == '\0')
		return is_loopback;
	snprintf(own, sizeof(own), "%s://%.255s", is_tls ? "https" : "http", host ? host : "");
	return (host && strcasecmp(origin, own) == 0) || is_listed(origin, origins);
}

/* --- parts of a request --- */

bool http_cookie(const char *header, const char *name, char *ret, size_t size)
{
	size_t name_len = strlen(name);

	while (*header != '\0') {
		const char *end = header + strcspn(header, ";");

		while (*header == ' ')
			header++;
		if (strncmp(header, name, name_len) == 0 && header[name_len] == '=') {
			const char *value = header + name_len + 1;
			size_t len = (size_t)(end - value);

			if (len >= size)
				return false;
			memcpy(ret, value, len);
			ret[len] = '\0';
			return true;
		}
		header = *end == ';' ? end + 1 : end;
	}
	return false;
}

static const char *find_value(const char *query, const char *name, size_t *ret_len)
{
	size_t name_len = strlen(name);

	while (*query != '\0') {
		size_t len = strcspn(query, "&");

		if (len > name_len && strncmp(query, name, name_len) == 0 &&
		    query[name_len] == '=') {
			*ret_len = len - name_len - 1;
			return query + name_len + 1;
		}
		query += len + (query[len] == '&');
	}
	return NULL;
}

bool http_query_number(const char *query, const char *name, uint64_t *ret)
{
	size_t len = 0;
	const char *value = find_value(query, name, &len);
	uint64_t number = 0;

	if (!value)
		return true;
	if (len == 0 || len > 18)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (!isdigit((unsigned char)value[i]))
			return false;
		number = 10 * number + (uint64_t)(value[i] - '0');
	}
	*ret = number;
	return true;
}

static int digit_of(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool http_query_text(const char *query, const char *name, char *ret, size_t size)
{
	size_t len = 0, out = 0;
	const char *value = find_value(query, name, &len);

	if (!value)
		return false;
	for (size_t i = 0; i < len; i++) {
		char c = value[i] == '+' ? ' ' : value[i];

		if (c == '%') {
			int high = i + 2 < len ? digit_of(value[i + 1]) : -1;
			int low = i + 2 < len ? digit_of(value[i + 2]) : -1;

			if (high < 0 || low < 0)
				return false;
			c = (char)(16 * high + low);
			i += 2;
		}
		if (c == '\0' || out + 1 >= size)
			return false;
		ret[out++] = c;
	}
	ret[out] = '\0';
	return true;
}

bool http_query_is_known(const char *query, const char *const names[])
{
	unsigned seen = 0;

	while (*query != '\0') {
		size_t len = strcspn(query, "&"), name_len = strcspn(query, "=&");
		unsigned i = 0;

		if (query[name_len] != '=')
			return false;

		while (names[i] &&
		       (strlen(names[i]) != name_len || strncmp(names[i], query, name_len) != 0))
			i++;
		if (!names[i] || (seen & 1u << i))
			return false;
		seen |= 1u << i;
		query += len + (query[len] == '&');
	}
	return true;
}

bool http_query_add(char *query, size_t size, const char *part)
{
	size_t used = strlen(query);
	bool is_value = false;

	if (used > 0 && used + 1 < size)
		query[used++] = '&';
	for (; *part != '\0'; part++) {
		bool is_plain = isalnum((unsigned char)*part) || strchr("-._~", *part) ||
				(*part == '=' && !is_value);

		if (used + 4 > size)
			return false;
		is_value |= *part == '=';
		if (is_plain)
			query[used++] = *part;
		else
			used += (size_t)snprintf(query + used, 4, "%%%02X", (unsigned char)*part);
	}
	query[used] = '\0';
	return true;
}

bool http_tag_matches(const char *list, const char *tag)
{
	size_t len = strlen(tag);

	while (*list != '\0') {
		list += strspn(list, " \t,");
		if (*list == '*')
			return true;
		if (strncmp(list, "W/", 2) == 0)
			list += 2; /* when asked for again, a weak one will do */
		if (strncmp(list, tag, len) == 0 && strchr(" \t,", list[len]))
			return true; /* the end of the list counts too */
		list += strcspn(list, ",");
	}
	return false;
}

bool http_type_is_json(const char *type)
{
	static const char json[] = "application/json";
	size_t len = sizeof(json) - 1;

	return strncasecmp(type, json, len) == 0 && strchr(" \t;", type[len]);
}

/* --- how much --- */

static struct http_peer *find(struct http_peers *peers, const char *address)
{
	for (size_t i = 0; i < peers->count; i++)
		if (strcmp(peers->peers[i].address, address) == 0)
			return &peers->peers[i];
	return NULL;
}

/* One that has no connection and has been quiet is forgotten for a new one. */
static struct http_peer *find_or_add(struct http_peers *peers, const char *address, uint64_t now_ms)
{
	struct http_peer *peer = find(peers, address);

	if (peer)
		return peer;
	if (peers->count < HTTP_PEERS_MAX) {
		peer = &peers->peers[peers->count++];
	} else {
		for (size_t i = 0; i < peers->count && !peer; i++)
			if (peers->peers[i].connections == 0 &&
			    now_ms - peers->peers[i].at_ms > 1000ull * BURST_S)
				peer = &peers->peers[i];
	}
	if (!peer)
		return NULL;
	*peer = (struct http_peer){.tokens = -1, .at_ms = now_ms};
	snprintf(peer->address, sizeof(peer->address), "%s", address);
	return peer;
}

bool http_peer_comes(struct http_peers *peers, const char *address, unsigned max, uint64_t now_ms)
{
	struct http_peer *peer = find_or_add(peers, address, now_ms);

	if (!peer || peer->connections >= max)
		return false;
	peer->connections++;
	return true;
}

void http_peer_goes(struct http_peers *peers, const char *address)
{
	struct http_peer *peer = find(peers, address);

	if (peer && peer->connections > 0)
		peer->connections--;
}

bool http_peer_asks(struct http_peers *peers, const char *address, unsigned rate, uint64_t now_ms)
{
	struct http_peer *peer = find_or_add(peers, address, now_ms);
	double full = (double)rate * BURST_S;

	if (!peer)
		return false;
	if (peer->tokens < 0)
		peer->tokens = full;
	peer->tokens += (double)(now_ms - peer->at_ms) * (double)rate / 1000;
	peer->tokens = peer->tokens > full ? full : peer->tokens;
	peer->at_ms = now_ms;
	if (peer->tokens < 1)
		return false;
	peer->tokens -= 1;
	return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/head.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "daemon/http/rules.h"

#define KEY_LEN 24 /* 16 bytes in base64 */

static const struct http_verdict good = {.status = 200};

static struct http_verdict refuse(unsigned status, const char *why)
{
	return (struct http_verdict){.status = status, .why = why};
}

/* --- pieces of text --- */

struct span {
	const char *at;
	size_t len;
};

static bool is_word(struct span s, const char *word)
{
	return s.len == strlen(word) && strncasecmp(s.at, word, s.len) == 0;
}

/* What stands before the mark; rest is what follows it. False: there is no mark. */
static bool split(struct span s, char mark, struct span *ret, struct span *rest)
{
	const char *found = memchr(s.at, mark, s.len);

	if (!found)
		return false;
	*ret = (struct span){s.at, (size_t)(found - s.at)};
	*rest = (struct span){found + 1, s.len - ret->len - 1};
	return true;
}

static struct span trim(struct span s)
{
	while (s.len > 0 && (s.at[0] == ' ' || s.at[0] == '\t')) {
		s.at++;
		s.len--;
	}
	while (s.len > 0 && (s.at[s.len - 1] == ' ' || s.at[s.len - 1] == '\t'))
		s.len--;
	return s;
}

/* A "token" of HTTP: a method, the name of a header. strchr() would find a NUL in any text. */
static bool is_token(struct span s)
{
	static const char marks[] = {'!', '#', '$', '%', '&', '\'', '*', '+',
				     '-', '.', '^', '_', '`', '|',  '~'};

	for (size_t i = 0; i < s.len; i++)
		if (!isalnum((unsigned char)s.at[i]) && !memchr(marks, s.at[i], sizeof(marks)))
			return false;
	return s.len > 0;
}

static bool is_control(unsigned char c)
{
	return c < ' ' || c == 127;
}

static unsigned hex_value(char c)
{
	return isdigit((unsigned char)c) ? (unsigned)(c - '0')
					 : (unsigned)(tolower((unsigned char)c) - 'a' + 10);
}

/* --- the first line --- */

static bool is_target(struct span s)
{
	for (size_t i = 0; i < s.len; i++) {
		if (s.at[i] <= ' ' || s.at[i] >= 127)
			return false;
		if (s.at[i] != '%')
			continue;
		if (s.len - i < 3 || !isxdigit((unsigned char)s.at[i + 1]) ||
		    !isxdigit((unsigned char)s.at[i + 2]) ||
		    is_control(
			    (unsigned char)(16 * hex_value(s.at[i + 1]) + hex_value(s.at[i + 2]))))
			return false;
	}
	return s.len > 0 && s.at[0] == '/';
}

/* Methods are written in capitals. */
static bool is_method(struct span s)
{
	return (s.len == 3 && memcmp(s.at, "GET", 3) == 0) ||
	       (s.len == 4 && (memcmp(s.at, "HEAD", 4) == 0 || memcmp(s.at, "POST", 4) == 0));
}

static struct http_verdict check_first(struct span line, struct span *ret_target)
{
	struct span method, target, rest;

	if (!split(line, ' ', &method, &rest) || !split(rest, ' ', &target, &rest) ||
	    !is_token(method))
		return refuse(400, "this is not HTTP");
	if (rest.len != 8 || memcmp(rest.at, "HTTP/", 5) != 0)
		return refuse(400, "this is not HTTP");
	if (memcmp(rest.at, "HTTP/1.1", 8) != 0 && memcmp(rest.at, "HTTP/1.0", 8) != 0)
		return refuse(505, "only HTTP 1.0 and 1.1 are known here");
	if (target.len > HTTP_TARGET_MAX)
		return refuse(414, "the path is too long");
	if (!is_target(target))
		return refuse(400, "the path is none, or has a %xx that cannot be decoded");
	if (!is_method(method))
		return refuse(405, "only GET, HEAD and POST are known here");
	*ret_target = target;
	return good;
}

/* --- the headers --- */

/* Two of one of these, and two readers may each go by another. */
static const char *const single[] = {
	"host",   "content-length", "content-type",      "origin",
	"cookie", "upgrade",        "sec-websocket-key", "sec-websocket-version",
};
enum { SINGLES = sizeof(single) / sizeof(single[0]), SINGLE_HOST = 0, SINGLE_LENGTH = 1 };

struct seen {
	unsigned singles; /* bits, in the order above */
	struct span host, target, key, version;
	bool is_get, may_have_body, is_upgrade, is_connection_upgraded, has_protocol;
};

/* Is the word in the list? */
static bool has_word(struct span list, const char *word)
{
	struct span one, rest;

	while (split(list, ',', &one, &rest)) {
		if (is_word(trim(one), word))
			return true;
		list = rest;
	}
	return is_word(trim(list), word);
}

/* False: it is there for the second time. */
static bool see_once(struct seen *seen, struct span name)
{
	for (unsigned i = 0; i < SINGLES; i++) {
		if (!is_word(name, single[i]))
			continue;
		if (seen->singles & 1u << i)
			return false;
		seen->singles |= 1u << i;
	}
	return true;
}

static struct http_verdict check_length(struct span value, uint64_t body_max, bool may_have_body)
{
	uint64_t number = 0;

	if (value.len == 0 || value.len > 18)
		return refuse(400, "Content-Length is no number");
	for (size_t i = 0; i < value.len; i++) {
		if (!isdigit((unsigned char)value.at[i]))
			return refuse(400, "Content-Length is no number");
		number = 10 * number + (uint64_t)(value.at[i] - '0');
	}
	if (number > 0 && !may_have_body)
		return refuse(400, "only a POST has a body");
	return number > body_max ? refuse(413, "the body is too long: see [http] body_max") : good;
}

static struct http_verdict check_header(struct span line, uint64_t body_max, struct seen *seen)
{
	struct span name, value;

	if (!split(line, ':', &name, &value) || !is_token(name))
		return refuse(400, "a header is malformed");
	value = trim(value);
	for (size_t i = 0; i < value.len; i++)
		if (is_control((unsigned char)value.at[i]) && value.at[i] != '\t')
			return refuse(400, "a header has a control character");
	if (!see_once(seen, name))
		return refuse(400, "there are two of a header that can be there but once");
	if (is_word(name, "host")) {
		seen->host = value;
		return http_host_is_plain(value.at, value.len)
			       ? good
			       : refuse(400, "a Host is a name and perhaps a port");
	}
	if (is_word(name, "transfer-encoding"))
		return refuse(411, "a body needs a Content-Length");
	if (is_word(name, "sec-websocket-key"))
		seen->key = value;
	if (is_word(name, "sec-websocket-version"))
		seen->version = value;
	seen->has_protocol |= is_word(name, "sec-websocket-protocol");
	seen->is_connection_upgraded |= is_word(name, "connection") && has_word(value, "upgrade");
	seen->is_upgrade |= is_word(name, "upgrade");
	if (is_word(name, "upgrade") && !is_word(value, "websocket"))
		return refuse(400, "only a WebSocket can be made of this");
	return is_word(name, "content-length") ? check_length(value, body_max, seen->may_have_body)
					       : good;
}

/* What the library would close without a word, or take though it is no handshake (RFC 6455, 4.2.1).
 */
static struct http_verdict check_upgrade(const struct seen *seen)
{
	if (!seen->is_get || !seen->is_connection_upgraded || seen->key.len != KEY_LEN)
		return refuse(400, "a WebSocket begins with a GET, Connection: Upgrade and a key");
	if (!is_word(seen->version, "13"))
		return refuse(426, "only version 13 of WebSocket is known here");
	return seen->has_protocol ? refuse(400, "no protocol is spoken within a WebSocket here")
				  : good;
}

static struct http_verdict check_whole(const struct seen *seen)
{
	struct http_verdict upgrade = seen->is_upgrade ? check_upgrade(seen) : good;

	if (!(seen->singles & 1u << SINGLE_HOST))
		return refuse(400, "there must be one Host");
	if (seen->may_have_body && !(seen->singles & 1u << SINGLE_LENGTH))
		return refuse(411, "a POST needs a Content-Length");
	if (upgrade.status != 200)
		return upgrade;
	return (struct http_verdict){.status = 200,
				     .is_upgrade = seen->is_upgrade,
				     .host = seen->host.at,
				     .host_len = seen->host.len,
				     .target = seen->target.at,
				     .target_len = seen->target.len};
}

/* The next line without its end. False: it is not whole yet. */
static bool next_line(struct span *rest, struct span *ret)
{
	const char *end = memmem(rest->at, rest->len, "\r\n", 2);

	if (!end)
		return false;
	*ret = (struct span){rest->at, (size_t)(end - rest->at)};
	rest->len -= ret->len + 2;
	rest->at = end + 2;
	return true;
}

struct http_verdict http_head_check(const char *bytes, size_t len, uint64_t body_max)
{
	struct span rest = {bytes, len < HTTP_HEAD_MAX ? len : HTTP_HEAD_MAX}, line;
	struct seen seen = {0};
	struct http_verdict verdict;

	/* What cannot become a first line is not waited for. */
	if (len > 0 && !isalpha((unsigned char)bytes[0]))
		return refuse(400, "this is not HTTP");
	if (!next_line(&rest, &line)) {
		if (memchr(bytes, '\n', rest.len) || memchr(bytes, '\0', rest.len))
			return refuse(400, "this is not HTTP");
		return len < HTTP_HEAD_MAX ? refuse(0, NULL) : refuse(414, "the path is too long");
	}
	verdict = check_first(line, &seen.target);
	seen.may_have_body = bytes[0] == 'P';
	seen.is_get = bytes[0] == 'G';
	while (verdict.status == 200) {
		if (!next_line(&rest, &line))
			return len < HTTP_HEAD_MAX ? refuse(0, NULL)
						   : refuse(431, "the headers are too long");
		if (line.len == 0) {
			verdict = check_whole(&seen);
			verdict.len = (size_t)(rest.at - bytes);
			return verdict;
		}
		verdict = check_header(line, body_max, &seen);
	}
	return verdict;
}

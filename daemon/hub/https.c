/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hub/https.h"

#include <curl/curl.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/sha256.h"

#define CONNECT_MS 4000L
#define ANSWER_MS  10000L      /* and a long one all of it within */
#define ANSWER_MAX (32u << 20) /* all that came in of a long game */

struct text {
	char *bytes;
	size_t len;
};

static size_t take(char *bytes, size_t size, size_t count, void *data)
{
	struct text *text = data;
	char *more;

	if (text->len + size * count > ANSWER_MAX)
		return 0;
	more = realloc(text->bytes, text->len + size * count + 1);
	if (!more)
		return 0;
	memcpy(more + text->len, bytes, size * count);
	text->bytes = more;
	text->len += size * count;
	return size * count;
}

static bool is_here(const char *address)
{
	return strncmp(address, "http://127.0.0.1:", 17) == 0 ||
	       strncmp(address, "http://[::1]:", 13) == 0 ||
	       strncmp(address, "http://localhost:", 17) == 0;
}

bool https_is_good(const struct https_peer *peer)
{
	return strncmp(peer->address, "https://", 8) == 0 ? strncmp(peer->pin, "sha256//", 8) == 0
							  : is_here(peer->address);
}

/* Until the request has left nothing can have been done. */
static enum https_outcome outcome_of(CURLcode code)
{
	switch ((int)code) {
	case CURLE_OK: return HTTPS_ANSWERED;
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_CONNECT:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_OUT_OF_MEMORY: return HTTPS_UNREACHED;
	default: return HTTPS_UNDECIDED;
	}
}

static void set_options(CURL *curl, const struct https_peer *peer)
{
	bool is_tls = strncmp(peer->address, "https://", 8) == 0;

	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, is_tls ? "https" : "http");
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PROXY, "");
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_MS);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, ANSWER_MS);
	if (!is_tls)
		return;
	/* The key is the one we know; who else vouches for it plays no part. */
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
	curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY, peer->pin);
}

static void perform(CURL *curl, struct https_answer *ret)
{
	char problem[CURL_ERROR_SIZE] = "";
	struct text text = {0};
	CURLcode code;

	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, problem);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, &text);
	code = curl_easy_perform(curl);
	ret->outcome = outcome_of(code);
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &ret->status);
	if (code != CURLE_OK)
		snprintf(ret->why, sizeof(ret->why), "%.180s",
			 problem[0] != '\0' ? problem : curl_easy_strerror(code));
	if (text.bytes)
		ret->object = json_loadb(text.bytes, text.len, 0, NULL);
	free(text.bytes);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, NULL);
}

/*
 * Our own page's origin is that of the address: see http_origin_is_allowed(). The token is in the
 * body, too; in the head it says at once that a long body is not a stranger's.
 */
static struct curl_slist *headers_of(const struct https_peer *peer)
{
	char origin[HTTPS_ADDRESS_MAX + 16], token[sizeof(peer->token) + 32];
	struct curl_slist *list = curl_slist_append(NULL, "Content-Type: application/json");

	snprintf(token, sizeof(token), "Authorization: Bearer %s", peer->token);
	if (peer->token[0] != '\0')
		list = curl_slist_append(list, token);

	snprintf(origin, sizeof(origin), "Origin: %s", peer->address);
	return curl_slist_append(list, origin);
}

struct https_answer https_post(const struct https_peer *peer, const char *path, const json_t *body)
{
	struct https_answer answer = {.outcome = HTTPS_UNREACHED, .why = "out of memory"};
	char address[HTTPS_ADDRESS_MAX + 64];
	char *text = json_dumps(body, JSON_COMPACT);
	CURL *curl = curl_easy_init();
	struct curl_slist *headers = headers_of(peer);

	if (!https_is_good(peer)) {
		snprintf(answer.why, sizeof(answer.why), "%.150s cannot be asked safely",
			 peer->address);
	} else if (curl && text && headers) {
		answer.why[0] = '\0';
		snprintf(address, sizeof(address), "%s%.60s", peer->address, path);
		curl_easy_setopt(curl, CURLOPT_URL, address);
		curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, text);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)strlen(text));
		set_options(curl, peer);
		perform(curl, &answer);
	}
	curl_slist_free_all(headers);
	curl_easy_cleanup(curl);
	free(text);
	return answer;
}

/* --- pins --- */

static bool pin_of(X509 *certificate, char ret[HTTPS_PIN_MAX])
{
	unsigned char *bytes = NULL, encoded[4 * ((SHA256_SIZE + 2) / 3) + 1];
	int len = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &bytes);
	uint8_t sum[SHA256_SIZE];
	struct sha256 hash;

	if (len <= 0)
		return false;
	sha256_init(&hash);
	sha256_feed(&hash, bytes, (size_t)len);
	sha256_finish(&hash, sum);
	OPENSSL_free(bytes);
	EVP_EncodeBlock(encoded, sum, SHA256_SIZE);
	snprintf(ret, HTTPS_PIN_MAX, "sha256//%s", (const char *)encoded);
	return true;
}

bool https_pin(const char *path, char ret[HTTPS_PIN_MAX])
{
	FILE *file = path ? fopen(path, "re") : NULL;
	X509 *certificate = file ? PEM_read_X509(file, NULL, NULL, NULL) : NULL;
	bool is_good = certificate && pin_of(certificate, ret);

	X509_free(certificate);
	if (file)
		fclose(file);
	return is_good;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/tls.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A forward secret key exchange with an AEAD cipher; TLS 1.3 has nothing else. */
#define CIPHERS_OF_1_2 "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL"

struct http_tls {
	SSL_CTX *context;
};

struct http_tls_link {
	SSL *ssl;
};

static const unsigned char http_1_1[] = "\x08http/1.1";

static int choose_protocol(SSL *ssl, const unsigned char **ret, unsigned char *ret_len,
			   const unsigned char *offered, unsigned len, void *data)
{
	(void)ssl;
	(void)data;
	return SSL_select_next_proto((unsigned char **)ret, ret_len, http_1_1, sizeof(http_1_1) - 1,
				     offered, len) == OPENSSL_NPN_NEGOTIATED
		       ? SSL_TLSEXT_ERR_OK
		       : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static void say_why(char *ret_why, size_t size, const char *what, const char *path)
{
	const char *reason = ERR_reason_error_string(ERR_peek_last_error());

	snprintf(ret_why, size, "%s %s: %s", what, path, reason ? reason : "out of memory");
	ERR_clear_error();
}

static SSL_CTX *make_context(void)
{
	SSL_CTX *context = SSL_CTX_new(TLS_server_method());

	if (!context)
		return NULL;
	SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
					     SSL_OP_NO_TICKET | SSL_OP_CIPHER_SERVER_PREFERENCE |
					     SSL_OP_IGNORE_UNEXPECTED_EOF);
	SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
					  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
	SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
	if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
	    SSL_CTX_set_cipher_list(context, CIPHERS_OF_1_2) == 1)
		return context;
	SSL_CTX_free(context);
	return NULL;
}

int http_tls_load(struct http_tls **tls, const char *certificate, const char *key, char *ret_why,
		  size_t size)
{
	SSL_CTX *context;
	bool is_good = false;

	ERR_clear_error();
	context = make_context();
	if (!context)
		say_why(ret_why, size, "TLS", "cannot be set up");
	else if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
		say_why(ret_why, size, "[http] tls_certificate", certificate);
	else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 ||
		 SSL_CTX_check_private_key(context) != 1)
		say_why(ret_why, size, "[http] tls_key", key);
	else
		is_good = true;
	if (is_good && !*tls)
		*tls = calloc(1, sizeof(**tls));
	if (!is_good || !*tls) {
		SSL_CTX_free(context);
		return -EINVAL;
	}
	SSL_CTX_free((*tls)->context);
	(*tls)->context = context;
	return 0;
}

void http_tls_free(struct http_tls *tls)
{
	if (!tls)
		return;
	SSL_CTX_free(tls->context);
	free(tls);
}

/* --- one connection --- */

struct http_tls_link *http_tls_begin(struct http_tls *tls, int fd)
{
	struct http_tls_link *link = calloc(1, sizeof(*link));

	if (!link)
		return NULL;
	link->ssl = SSL_new(tls->context);
	if (link->ssl && SSL_set_fd(link->ssl, fd) == 1) {
		SSL_set_accept_state(link->ssl);
		return link;
	}
	http_tls_end(link);
	return NULL;
}

void http_tls_end(struct http_tls_link *link)
{
	if (!link)
		return;
	SSL_free(link->ssl);
	free(link);
}

/* What a call that returned no bytes means; the queue of errors is left empty for the next. */
static int why_not(struct http_tls_link *link, int result)
{
	int error = SSL_get_error(link->ssl, result);

	ERR_clear_error();
	if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE)
		return -EAGAIN;
	return error == SSL_ERROR_ZERO_RETURN ? 0 : -EPROTO;
}

int http_tls_greet(struct http_tls_link *link)
{
	int r = SSL_do_handshake(link->ssl);

	if (r == 1)
		return 0;
	return why_not(link, r) == -EAGAIN ? -EAGAIN : -EPROTO;
}

static int at_most(size_t len)
{
	return len < INT_MAX ? (int)len : INT_MAX;
}

ssize_t http_tls_read(struct http_tls_link *link, void *bytes, size_t len)
{
	int n = SSL_read(link->ssl, bytes, at_most(len));

	return n > 0 ? n : why_not(link, n);
}

ssize_t http_tls_write(struct http_tls_link *link, const void *bytes, size_t len)
{
	int n = SSL_write(link->ssl, bytes, at_most(len));

	return n > 0 ? n : why_not(link, n);
}

int http_tls_wants_to_write(const struct http_tls_link *link)
{
	return SSL_want_write(link->ssl);
}

void http_tls_say_goodbye(struct http_tls_link *link)
{
	(void)SSL_shutdown(link->ssl);
	ERR_clear_error();
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_HTTPS_H
#define BOARDD_HUB_HTTPS_H

#include <jansson.h>
#include <stdbool.h>

/*
 * A question to another boardd over HTTPS, which must have the public key that it had when
 * hub and node were joined: whatever its name, whoever vouches for it. Waits for the answer:
 * for threads that may.
 */

#define HTTPS_ADDRESS_MAX 300
#define HTTPS_PIN_MAX     64 /* "sha256//" and 44 letters */
#define HTTPS_WHY_MAX     200

struct https_peer {
	char address[HTTPS_ADDRESS_MAX]; /* "https://10.0.0.2:1982", without a path */
	char pin[HTTPS_PIN_MAX];         /* empty: only for http:// on this machine */
	char token[65];                  /* as which we are known there; empty: we are not */
};

enum https_outcome {
	HTTPS_ANSWERED,  /* status and object */
	HTTPS_UNREACHED, /* it was never asked */
	HTTPS_UNDECIDED, /* it was asked, and may or may not have done it */
};

struct https_answer {
	enum https_outcome outcome;
	long status;
	json_t *object; /* for json_decref(); NULL: none, or no JSON */
	char why[HTTPS_WHY_MAX];
};

/* May a peer be asked at all: https:// with a pin, or http:// on this machine? */
bool https_is_good(const struct https_peer *peer);

struct https_answer https_post(const struct https_peer *peer, const char *path, const json_t *body);

/* The pin of the certificate in a PEM file. False: there is none, or it cannot be read. */
bool https_pin(const char *certificate, char ret[HTTPS_PIN_MAX]);

#endif

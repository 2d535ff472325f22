/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CONFIG_CHECK_H
#define BOARDD_CONFIG_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "rules-core/text.h"

/*
 * What texts in the configuration have to be. Each returns NULL when it is
 * that, else what it should be, to be read behind "not": the caller names the text.
 */

const char *config_check_device(const char *text);
const char *config_check_path(const char *text);

/* Numbers of tables with blanks between them, none twice. */
const char *config_check_floor(const char *text);
const char *config_check_id(const char *text);
const char *config_check_key(const char *text);
const char *config_check_uuid(const char *text);
const char *config_check_serial(const char *text);
const char *config_check_table(const char *text);
const char *config_check_ip(const char *text);
const char *config_check_host(const char *text);
const char *config_check_origin(const char *text);
const char *config_check_page_origin(const char *text); /* or an extension of a browser */
const char *config_check_url(const char *text);
const char *config_check_group(const char *text);
const char *config_check_kind(const char *text);
const char *config_check_round(const char *text);
const char *config_check_lichess_id(const char *text);
const char *config_check_upload(const char *text);
const char *config_check_broker(const char *text);
const char *config_check_topic(const char *text);
const char *config_check_node(const char *text);

/* All text is UTF-8 without control characters: it goes into JSON and PGN. */
const char *config_check_text(struct rules_slice text);

/* And what an option gives must be able to stand behind a key in a file. */
const char *config_check_line(const char *text);

/* A whole number of digits alone, at most high. */
bool config_is_number(const char *text, uint64_t high, uint64_t *ret);

/* An IP address of this machine alone. */
bool config_is_loopback(const char *ip);

/* HOST, HOST:PORT or [HOST]:PORT of a broker. False: it is none; *ret_port stays without a port. */
bool config_broker_at(const char *text, char *ret_host, size_t size, unsigned *ret_port);
const char *config_check_broker_at(const char *text);

#endif

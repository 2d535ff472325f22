/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PORTS_H
#define BOARDD_PORTS_H

#include <jansson.h>

/*
 * The devices of this machine that may be boards, for who sees none on the page:
 * {"ports":[{device, product, may_open, rule, holder}], "lonely":[{usb, driver}], "modem_manager"}.
 * rule: "applied" or "missing"; lonely are boards on USB without a port, for which the named driver
 * is missing. Nobody is asked anything: `boardctl doctor` asks. A new object.
 */
json_t *ports_show(void);

#endif

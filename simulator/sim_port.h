/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_PORT_H
#define BOARDD_SIM_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Where a host finds a simulated board: a pseudo-terminal with a link to it, a
 * unix socket or a TCP port on this machine. It can be unplugged: then the
 * host sees what it sees when a cable is pulled, and finds nothing to open
 * until it is plugged in again.
 *
 * Functions that can fail return a negative errno. Nothing blocks.
 */

enum sim_port_kind { SIM_PORT_PTY, SIM_PORT_UNIX, SIM_PORT_TCP };

struct sim_port;

/*
 * name: the link to be made (NULL: none) or the path of the socket, borrowed
 * while the port is there; number: the TCP port. Plugged in.
 */
int sim_port_open(struct sim_port **ret, enum sim_port_kind kind, const char *name,
		  unsigned number);

/* Takes NULL too. The link or the socket is removed. */
void sim_port_close(struct sim_port *port);

int sim_port_plug(struct sim_port *port);
void sim_port_unplug(struct sim_port *port);

/* To poll for reading; -1 while it is unplugged. */
int sim_port_fd(const struct sim_port *port);

/* What a host can open: a path, or tcp:127.0.0.1:PORT. */
const char *sim_port_name(const struct sim_port *port);

/* When the descriptor is readable: a host comes, goes, or has written. Returns bytes read. */
size_t sim_port_read(struct sim_port *port, uint8_t *ret_bytes, size_t cap);

/* A host is there, and that is known: of a pseudo-terminal it is not. */
bool sim_port_has_host(const struct sim_port *port);

/* What nobody takes is lost, as on a line. */
void sim_port_write(struct sim_port *port, const uint8_t *bytes, size_t len);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SERVER_H
#define BOARDD_SERVER_H

#include "daemon/hall/hall.h"
#include "daemon/publish/publish.h"

/*
 * Everything that is open while the daemon runs, for those inside it that serve
 * people and programs. boardd.c makes it and takes it apart; all of it belongs
 * to the loop.
 */

#define SERVER_ADDRESS_MAX 300

struct backup;
struct call;
struct hub;
struct member;
struct login;
struct notify;
struct send_folder;
struct send_lichess;
struct send_upload;
struct send_mqtt;

struct server {
	struct publish publish;
	struct hall *hall;
	struct notify *notify;
	struct send_folder *folder;
	struct send_lichess *lichess;
	struct send_upload *upload;
	struct send_mqtt *mqtt;
	struct hub *hub;       /* NULL: this is none */
	struct member *member; /* of an event with hubs; NULL: this is a hub */
	struct login *login;
	struct backup *backup;
	char address[SERVER_ADDRESS_MAX];   /* of the page: "http://localhost:1982/" */
	char socket[PUBLISH_PATH_MAX];      /* of the control socket */
	unsigned livechess_clients;         /* of the LiveChess API, connected now */
	struct call *waiting;               /* calls whose report is not durable yet */
	const struct config_source *source; /* where the configuration comes from */
	bool needs_restart;                 /* a key has changed that holds only from the start */
	void *owner;                        /* for the two below */
	void (*reload)(void *owner);        /* reads the configuration again */
	void (*restart)(void *owner);       /* ends, and begins again; boards and games go on */
};

#endif

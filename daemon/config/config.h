/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CONFIG_H
#define BOARDD_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "touchmove/law/game.h"

/*
 * The configuration: INI files and command line in, one struct out, complete,
 * checked, with the place each value came from. What keys there are stands in
 * one table, daemon/config/schema.c; boardd.conf(5) explains them.
 *
 *	struct config config;
 *	struct config_faults faults = {0};
 *
 *	r = config_load(&config, &source, &faults);
 *	if (r < 0)
 *		config_faults_print(&faults, stderr);   and exit 2, or keep the old one
 *	config_faults_clear(&faults);
 *	...
 *	config_clear(&config);
 *
 * All strings belong to the struct and go with config_clear(); it may be moved
 * by assignment, not doubled. An empty text is NULL.
 */

#define CONFIG_FILE       "/etc/boardd/boardd.conf"
#define CONFIG_AUTO       UINT32_MAX /* a number that is left to us */
#define CONFIG_STAGES_MAX 4
#define CONFIG_ITEMS_MAX  4096 /* of a list */
#define CONFIG_PAIRS_MAX  4096 /* of one kind: as many tables as anybody has */
#define CONFIG_NAME_MAX   47   /* of a board: a serial number has no more */
#define CONFIG_TABLE_MAX  9999

enum config_promotion { CONFIG_PROMOTION_ASK, CONFIG_PROMOTION_QUEEN };
enum config_publish { CONFIG_PUBLISH_MADE, CONFIG_PUBLISH_COMPLETED };
enum config_illegal { CONFIG_ILLEGAL_STOP, CONFIG_ILLEGAL_FEN };
enum config_on_full { CONFIG_FULL_HOLD, CONFIG_FULL_PUBLISH };

struct config_list {
	size_t count, room;
	const char **items;
};

/* Where a value stands. file is NULL: the default; line is 0: an option, in file. */
struct config_origin {
	const char *file;
	unsigned line;
};

/* Keys that carry a name: id.SERIAL, table.ID, N.white. */
struct config_pair {
	const char *name, *value;
	struct config_origin origin;
};

struct config_pairs {
	size_t count, room;
	struct config_pair *list;
};

struct config_address {
	const char *host; /* without brackets; NULL: off */
	uint16_t port;
};

/* So many moves in so much time; 0 moves: all that are left. */
struct config_stage {
	uint32_t moves, time_s, increment_s;
};

struct config_time_control {
	size_t count; /* 0: not known */
	struct config_stage stages[CONFIG_STAGES_MAX];
};

#define CONFIG_ROWS 99 /* keys of config_schema.c */

struct config_block;

struct config {
	struct {
		enum touch_edition edition;
		enum touch_mode mode;
		bool supervised;
		uint32_t penalty_minutes; /* CONFIG_AUTO: by edition and mode */
		uint32_t default_minutes; /* CONFIG_AUTO: arrivals are not watched */
		bool quickplay_finish;    /* 2023: the guideline III was announced */
		uint32_t draw_moves;      /* CONFIG_AUTO: never without the arbiter */
	} laws;
	struct {
		uint64_t settle_ms, scan_ms, scan_bluetooth_ms;
		uint64_t adjust_ms, rest_ms, knock_ms;
		struct config_time_control time_control;
		enum config_promotion promotion;
	} game;
	struct {
		struct config_list devices, probe; /* addresses; globs */
		struct config_pairs ids, tables;   /* see config_board_id(), config_table_of() */
		uint32_t first_table;
		bool bluetooth, lights;
		const char *pegasus_key; /* NULL: none */
		const char *floor;       /* numbers of tables as they stand; NULL: by number */
	} boards;
	struct {
		struct config_pairs white, black; /* see config_player() */
	} players;
	struct {
		const char *id; /* NULL: local-YYYYMMDD */
		const char *event, *site;
		uint32_t round;
		enum config_publish publish;
		uint64_t delay_ms;
		uint32_t delay_plies;
		enum config_illegal illegal;
		bool ascii;
		bool all_tables;
		const char *hidden; /* see broadcast/fold/hidden.h; NULL: nobody */
		const char *folder, *pairings, *players;
		const char *cloud_id; /* NULL: the journal's */
	} broadcast;
	struct {
		struct config_pairs rounds; /* see config_lichess_round() */
		const char *url, *token_file;
		uint64_t interval_ms, repeat_ms, timeout_ms;
	} lichess;
	struct {
		const char *url; /* NULL: none */
		const char *user, *password_file, *key_file, *known_hosts;
		bool tls; /* ftp:// only encrypted */
		const char *tls_ca;
		uint64_t timeout_ms;
	} upload;
	struct {
		const char *host; /* NULL: none */
		uint32_t port;
		struct config_list others; /* further addresses of the same broker */
		const char *prefix;
		const char *node; /* NULL: the machine's name */
		const char *user, *password_file, *tls_ca;
		uint64_t keepalive_ms;
		bool homeassistant;
	} mqtt;
	struct {
		const char *name; /* NULL: this is no hub */
	} hub;
	struct {
		uint32_t port; /* 0: any free one */
		struct config_list listen;
		struct config_address public_at;
		struct config_list names, origins;
		bool claim; /* the first name, on loopback */
		const char *tls_certificate, *tls_key;
		uint32_t connections, connections_each; /* in all; of one address */
		uint32_t request_rate;                  /* a second, of one address */
		uint64_t body_max, backlog_max;         /* bytes; unread by a client */
		uint64_t timeout_ms;
	} http;
	struct {
		const char *webhook, *ntfy, *ntfy_topic, *ntfy_token_file;
		struct config_list events, kinds; /* words of the stream; no kinds: all */
		bool presumed;                    /* findings too, not only observed ones */
		uint64_t timeout_ms;
	} notify;
	struct {
		const char *directory; /* NULL: where the system says */
		uint64_t keep_ms;      /* 0: for ever */
		enum config_on_full on_full;
		uint64_t ballast; /* bytes */
		uint64_t memory;  /* the same */
		uint64_t sync_ms;
		uint64_t backup_ms;        /* 0: never */
		const char *backup_folder; /* NULL: backups, beside the journal */
		uint32_t backup_keep;
	} journal;
	struct {
		const char *socket; /* NULL: where the system says */
		const char *group;
	} control;
	struct config_list files; /* the files that were read, in this order */
	struct config_origin origins[CONFIG_ROWS];
	/* The rest is private to the config_*.c. */
	struct config_block *memory;
};

/* One option of the command line that stands for a key; of a list it is one item. */
struct config_override {
	const char *option; /* as the user wrote it: "--port" */
	const char *section, *key, *value;
};

/*
 * What the page has set, then FILE, then FILE.d with *.conf inside, in the order of their names,
 * then the options: what stands later holds.
 */
struct config_source {
	const char *page_folder; /* with *.conf inside; NULL: none */
	const char *page_file;   /* of these the one that the page writes, */
	const char *page_text;   /* what the page would write; NULL: what it has written */
	const char *file;
	bool may_be_absent; /* the file; FILE.d always may */
	const struct config_override *overrides;
	size_t override_count;
};

/* What is wrong, a line for each: "FILE:LINE: [section] key: why". Begins as zeros. */
struct config_faults {
	size_t count, room;
	char **lines;
};

/*
 * Returns 0 and *ret, for config_clear(). Otherwise *ret is untouched:
 * -EINVAL, all that is wrong with all files is added to faults; -ENOMEM.
 */
int config_load(struct config *ret, const struct config_source *source,
		struct config_faults *faults);

/* The same from memory, as if it were a file of that name and nothing else. */
int config_load_text(struct config *ret, const char *name, const char *bytes, size_t len,
		     struct config_faults *faults);

void config_clear(struct config *config);

void config_faults_print(const struct config_faults *faults, FILE *to);
void config_faults_clear(struct config_faults *faults);

/* The whole as a file that can be loaded: what each key is, and where its value stands. */
void config_print(const struct config *config, FILE *to);

/*
 * Every key with its value, for somebody who may not know names and places: of texts, addresses
 * and lists (and of pairs, which may be many) only whether there are any. The value is NULL then.
 */
typedef void config_taker(void *data, const char *section, const char *key, bool is_default,
			  const char *value);
void config_walk(const struct config *config, config_taker *taker, void *data);

/* When a changed value comes into force. */
enum config_when {
	CONFIG_AT_ONCE,
	CONFIG_NEXT_GAME, /* a game keeps the value that it began with */
	CONFIG_RESTART,
};

/* A key that the page may set, with its value as it stands in a file. */
struct config_entry {
	const char *section, *key; /* of a pair with its name: "table.3" */
	const char *value;
	struct config_origin origin;
	enum config_when when;
	const char *const *words; /* of a choice; NULL: it is none */
};

typedef void config_entry_taker(void *data, const struct config_entry *entry);
void config_each_of_page(const struct config *config, config_entry_taker *taker, void *data);
bool config_is_of_page(const char *section, const char *key);

/* A key whose value differs between two configurations. */
struct config_change {
	const char *section, *key;
	enum config_when when;
};

/* Returns how many keys differ, in the order of the table. */
size_t config_diff(const struct config *before, const struct config *after,
		   struct config_change ret[CONFIG_ROWS]);

/* --- what it says about a board --- */

/* The time control as the Laws' side has it. */
struct touch_control config_control(const struct config *config);

/* The rules of a game that begins now. */
struct touch_rules config_rules(const struct config *config, bool is_bluetooth);

/* The name given to a board of this serial number, or NULL. */
const char *config_board_id(const struct config *config, const char *serial);

/* The table of a board with this name, from 1; 0 if none is given. */
unsigned config_table_of(const struct config *config, const char *id);

/* The id of a round's page on Lichess, or NULL. */
const char *config_lichess_round(const struct config *config, unsigned round);

/* The player configured for a side of a table, or NULL. */
const char *config_player(const struct config *config, unsigned table, bool is_black);

#endif

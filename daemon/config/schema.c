/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config/schema.h"

#include <assert.h>
#include <string.h>

#include "daemon/config/check.h"

#define AT(field) offsetof(struct config, field)

#define MS     UINT64_C(1)
#define SECOND (1000 * MS)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)
#define KIB    UINT64_C(1024)
#define MIB    (1024 * KIB)
#define GIB    (1024 * MIB)

#define PATH_LENGTH   1000
#define URL_LENGTH    1000
#define NAME_LENGTH   200
#define PLAYER_LENGTH 95
#define FLOOR_LENGTH  60000 /* as many tables as there can be */
#define HIDDEN_LENGTH 60000 /* players in a row, as many as play */

static const char *const promotion[] = {"ask", "queen", NULL};
static const char *const publish[] = {"made", "completed", NULL};
static const char *const illegal[] = {"stop", "fen", NULL};
static const char *const on_full[] = {"hold", "publish", NULL};
static const char *const events[] = {"irregularity", "unsure", "claimable", "result",
				     "board",        "game",   NULL};

const struct config_row config_rows[] = {
	{"laws", "edition", CONFIG_CHOICE, CONFIG_NEXT_GAME, AT(laws.edition), "2023",
	 .is_of_page = true, .help = "the edition of the Laws of Chess",
	 .words = touch_edition_words},
	{"laws", "mode", CONFIG_CHOICE, CONFIG_NEXT_GAME, AT(laws.mode), "standard",
	 .is_of_page = true, .help = "the kind of play", .words = touch_mode_words},
	{"laws", "supervised", CONFIG_BOOL, CONFIG_NEXT_GAME, AT(laws.supervised), "yes",
	 .is_of_page = true, .help = "rapid and blitz are supervised as standard play is"},
	{"laws", "penalty_minutes", CONFIG_NUMBER, CONFIG_NEXT_GAME, AT(laws.penalty_minutes),
	 "auto", .is_of_page = true,
	 .help = "minutes for the opponent after an illegal move; auto: what the edition has for "
		 "the mode",
	 .high = 60, .word = "auto"},
	{"laws", "default_minutes", CONFIG_NUMBER, CONFIG_NEXT_GAME, AT(laws.default_minutes), "no",
	 .is_of_page = true,
	 .help = "who comes later than so many minutes after the start is told to the arbiter; no: "
		 "arrivals are not watched",
	 .high = 600, .word = "no"},
	{"laws", "draw_moves", CONFIG_NUMBER, CONFIG_NEXT_GAME, AT(laws.draw_moves), "0",
	 .is_of_page = true,
	 .help = "no draw is agreed before both have made so many moves, without the arbiter; "
		 "never: only with the arbiter",
	 .high = 9999, .word = "never"},
	{"laws", "quickplay_finish", CONFIG_BOOL, CONFIG_NEXT_GAME, AT(laws.quickplay_finish),
	 "yes", .is_of_page = true,
	 .help = "2023: the event has announced the guideline III, the quickplay finish"},

	{"game", "settle", CONFIG_DURATION, CONFIG_NEXT_GAME, AT(game.settle_ms), "1s",
	 .help = "a man that has stood so long is presumed released", .low = 300 * MS,
	 .high = 10 * SECOND},
	{"game", "scan", CONFIG_DURATION, CONFIG_NEXT_GAME, AT(game.scan_ms), "250ms",
	 .help = "how long a board on a cable takes to look at all squares", .low = 20 * MS,
	 .high = 2 * SECOND},
	{"game", "scan_bluetooth", CONFIG_DURATION, CONFIG_NEXT_GAME, AT(game.scan_bluetooth_ms),
	 "500ms", .help = "the same for a board on Bluetooth", .low = 20 * MS, .high = 2 * SECOND},
	{"game", "adjust", CONFIG_DURATION, CONFIG_NEXT_GAME, AT(game.adjust_ms), "10s",
	 .help = "an adjusting ends so long after the last man came home", .low = 1 * SECOND,
	 .high = 1 * MINUTE},
	{"game", "rest", CONFIG_DURATION, CONFIG_NEXT_GAME, AT(game.rest_ms), "10s",
	 .help = "a result on the board stands when nothing has moved for so long",
	 .low = 1 * SECOND, .high = 1 * MINUTE},
	{"game", "knock", CONFIG_DURATION, CONFIG_NEXT_GAME, AT(game.knock_ms), "500ms",
	 .help = "three men lifted within this time were knocked over, not touched",
	 .low = 100 * MS, .high = 2 * SECOND},
	{"game", "promotion", CONFIG_CHOICE, CONFIG_NEXT_GAME, AT(game.promotion), "ask",
	 .help = "what a pawn becomes on a board that sees no men: ask the arbiter, or a queen",
	 .words = promotion},
	{"game", "time_control", CONFIG_TIME_CONTROL, CONFIG_NEXT_GAME, AT(game.time_control),
	 "none", .is_of_page = true,
	 .help = "time for the moves and for each move, such as 40/100m+30s 15m+30s"},

	{"boards", "device", CONFIG_LIST, CONFIG_RESTART, AT(boards.devices), "",
	 .help = "the boards to use, as tables 1, 2, ..., and no others", .high = PATH_LENGTH,
	 .check = config_check_device},
	{"boards", "probe", CONFIG_LIST, CONFIG_RESTART, AT(boards.probe), "",
	 .help = "serial ports, as patterns, where a board may be besides the known USB devices",
	 .high = PATH_LENGTH, .check = config_check_path},
	{"boards", "bluetooth", CONFIG_BOOL, CONFIG_RESTART, AT(boards.bluetooth), "yes",
	 .help = "boards that were paired with boardctl bluetooth are used, too"},
	{"boards", "lights", CONFIG_BOOL, CONFIG_AT_ONCE, AT(boards.lights), "no",
	 .is_of_page = true,
	 .help = "boards that can shine show men to put back, and moves of clients"},
	{"boards", "pegasus_key", CONFIG_TEXT, CONFIG_RESTART, AT(boards.pegasus_key), "",
	 .help = "what DGT gives to programs that use a Pegasus, 12 digits of hexadecimal",
	 .high = 12, .check = config_check_key},
	{"boards", "id.*", CONFIG_PAIRS, CONFIG_RESTART, AT(boards.ids), "", .star = "SERIAL",
	 .is_of_page = true, .help = "the name of the board with that serial number", .low = 1,
	 .high = 40, .check = config_check_id, .check_name = config_check_serial},
	{"boards", "table.*", CONFIG_PAIRS, CONFIG_AT_ONCE, AT(boards.tables), "", .star = "ID",
	 .is_of_page = true,
	 .help = "the number of the table where the board with that name stands", .low = 1,
	 .high = 4, .check = config_check_table, .check_name = config_check_id},
	{"boards", "first_table", CONFIG_NUMBER, CONFIG_RESTART, AT(boards.first_table), "1",
	 .help = "the number of the first table here, where several machines share an event",
	 .low = 1, .high = CONFIG_TABLE_MAX},
	{"boards", "floor", CONFIG_TEXT, CONFIG_AT_ONCE, AT(boards.floor), "", .is_of_page = true,
	 .help = "the tables in the order in which they stand in the hall, for the page",
	 .high = FLOOR_LENGTH, .check = config_check_floor},

	{"players", "*.white", CONFIG_PAIRS, CONFIG_NEXT_GAME, AT(players.white), "", .star = "N",
	 .is_of_page = true, .help = "who has White at table N", .low = 1, .high = PLAYER_LENGTH,
	 .check_name = config_check_table},
	{"players", "*.black", CONFIG_PAIRS, CONFIG_NEXT_GAME, AT(players.black), "", .star = "N",
	 .is_of_page = true, .help = "who has Black at table N", .low = 1, .high = PLAYER_LENGTH,
	 .check_name = config_check_table},

	{"broadcast", "id", CONFIG_TEXT, CONFIG_NEXT_GAME, AT(broadcast.id), "", .is_of_page = true,
	 .help = "the event within GameId; empty: local- and the date", .high = 40,
	 .check = config_check_id},
	{"broadcast", "event", CONFIG_TEXT, CONFIG_NEXT_GAME, AT(broadcast.event), "",
	 .is_of_page = true, .help = "PGN's Event tag", .high = NAME_LENGTH},
	{"broadcast", "site", CONFIG_TEXT, CONFIG_NEXT_GAME, AT(broadcast.site), "",
	 .is_of_page = true, .help = "PGN's Site tag: town, and country as three letters",
	 .high = NAME_LENGTH},
	{"broadcast", "round", CONFIG_NUMBER, CONFIG_RESTART, AT(broadcast.round), "1",
	 .help = "which round is played", .low = 1, .high = 999},
	{"broadcast", "publish", CONFIG_CHOICE, CONFIG_AT_ONCE, AT(broadcast.publish), "made",
	 .is_of_page = true,
	 .help = "a move is published when it is made, or when the clock is pressed",
	 .words = publish},
	{"broadcast", "delay", CONFIG_DURATION, CONFIG_AT_ONCE, AT(broadcast.delay_ms), "0s",
	 .is_of_page = true, .help = "the public sees the games as they were so long ago",
	 .high = 12 * HOUR},
	{"broadcast", "delay_plies", CONFIG_NUMBER, CONFIG_AT_ONCE, AT(broadcast.delay_plies), "0",
	 .is_of_page = true,
	 .help = "the public does not see so many of the last moves, White's and Black's counted",
	 .high = 100},
	{"broadcast", "illegal", CONFIG_CHOICE, CONFIG_AT_ONCE, AT(broadcast.illegal), "stop",
	 .is_of_page = true,
	 .help = "after an illegal move that stands the score stops, or goes on from the position",
	 .words = illegal},
	{"broadcast", "ascii", CONFIG_BOOL, CONFIG_AT_ONCE, AT(broadcast.ascii), "no",
	 .is_of_page = true,
	 .help = "names in PGN are written without accents, for programs that know no UTF-8"},
	{"broadcast", "all_tables", CONFIG_BOOL, CONFIG_AT_ONCE, AT(broadcast.all_tables), "no",
	 .is_of_page = true,
	 .help = "tables that are paired and have no board are broadcast too, without moves"},
	{"broadcast", "hidden", CONFIG_TEXT, CONFIG_AT_ONCE, AT(broadcast.hidden), "",
	 .is_of_page = true,
	 .help = "players whose names the public is not told, with | between them; *: all; empty: "
		 "none",
	 .high = HIDDEN_LENGTH},
	{"broadcast", "folder", CONFIG_TEXT, CONFIG_AT_ONCE, AT(broadcast.folder), "",
	 .help = "a folder where the games are written as PGN; empty: none", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"broadcast", "pairings", CONFIG_TEXT, CONFIG_AT_ONCE, AT(broadcast.pairings), "",
	 .help = "a file that says who plays whom; empty: none", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"broadcast", "players", CONFIG_TEXT, CONFIG_AT_ONCE, AT(broadcast.players), "",
	 .help = "the TRF with the players, if pairings is the list of a pairing engine; empty: "
		 "none",
	 .high = PATH_LENGTH, .check = config_check_path},
	{"broadcast", "cloud_id", CONFIG_TEXT, CONFIG_AT_ONCE, AT(broadcast.cloud_id), "",
	 .help = "the UUID of the tournament in the addresses of its LiveChess Cloud files; empty: "
		 "the journal's",
	 .high = 36, .check = config_check_uuid},

	{"lichess", "round.*", CONFIG_PAIRS, CONFIG_AT_ONCE, AT(lichess.rounds), "", .star = "N",
	 .is_of_page = true,
	 .help = "the id of round N of a broadcast on Lichess, the end of its address", .low = 1,
	 .high = 8, .check = config_check_lichess_id, .check_name = config_check_round},
	{"lichess", "token_file", CONFIG_TEXT, CONFIG_AT_ONCE, AT(lichess.token_file), "",
	 .help = "a file with the access token of who may write to it", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"lichess", "url", CONFIG_TEXT, CONFIG_AT_ONCE, AT(lichess.url), "https://lichess.org",
	 .help = "the address of the server", .low = 1, .high = URL_LENGTH,
	 .check = config_check_origin},
	{"lichess", "interval", CONFIG_DURATION, CONFIG_AT_ONCE, AT(lichess.interval_ms), "1s",
	 .help = "changes are sent so long after each other, or later", .low = 1 * SECOND,
	 .high = 5 * MINUTE},
	{"lichess", "repeat", CONFIG_DURATION, CONFIG_AT_ONCE, AT(lichess.repeat_ms), "1m",
	 .help = "all games are sent again after this time", .low = 5 * SECOND, .high = 1 * HOUR},
	{"lichess", "timeout", CONFIG_DURATION, CONFIG_AT_ONCE, AT(lichess.timeout_ms), "20s",
	 .help = "so long an answer is waited for", .low = 1 * SECOND, .high = 2 * MINUTE},

	{"upload", "url", CONFIG_TEXT, CONFIG_AT_ONCE, AT(upload.url), "",
	 .help = "a folder on a server, ftp://, ftps:// or sftp://, that gets the files; empty: "
		 "none",
	 .high = URL_LENGTH, .check = config_check_upload},
	{"upload", "user", CONFIG_TEXT, CONFIG_AT_ONCE, AT(upload.user), "",
	 .help = "the name to log in with; empty: none", .high = NAME_LENGTH},
	{"upload", "password_file", CONFIG_TEXT, CONFIG_AT_ONCE, AT(upload.password_file), "",
	 .help = "a file with the password for it; empty: none", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"upload", "key_file", CONFIG_TEXT, CONFIG_AT_ONCE, AT(upload.key_file), "",
	 .help = "the private key for sftp://, instead of a password; empty: none",
	 .high = PATH_LENGTH, .check = config_check_path},
	{"upload", "known_hosts", CONFIG_TEXT, CONFIG_AT_ONCE, AT(upload.known_hosts), "",
	 .help = "the keys of servers, as ssh keeps them; sftp:// needs it", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"upload", "tls", CONFIG_BOOL, CONFIG_AT_ONCE, AT(upload.tls), "yes",
	 .help = "by ftp:// only where the server encrypts"},
	{"upload", "tls_ca", CONFIG_TEXT, CONFIG_AT_ONCE, AT(upload.tls_ca), "",
	 .help = "the certificates that vouch for the server, a PEM file; empty: the system's",
	 .high = PATH_LENGTH, .check = config_check_path},
	{"upload", "timeout", CONFIG_DURATION, CONFIG_AT_ONCE, AT(upload.timeout_ms), "20s",
	 .help = "so long a file may take", .low = 1 * SECOND, .high = 2 * MINUTE},

	{"mqtt", "host", CONFIG_TEXT, CONFIG_RESTART, AT(mqtt.host), "",
	 .help = "the machine of the broker; empty: none", .high = 253,
	 .check = config_check_broker},
	{"mqtt", "port", CONFIG_NUMBER, CONFIG_RESTART, AT(mqtt.port), "1883", .help = "its port",
	 .low = 1, .high = 65535},
	{"mqtt", "others", CONFIG_LIST, CONFIG_RESTART, AT(mqtt.others), "",
	 .help = "further machines of the same broker, tried in turn, as HOST or HOST:PORT",
	 .high = 260, .check = config_check_broker_at},
	{"mqtt", "prefix", CONFIG_TEXT, CONFIG_RESTART, AT(mqtt.prefix), "boardd/1",
	 .help = "what all topics begin with", .low = 1, .high = 60, .check = config_check_topic},
	{"mqtt", "node", CONFIG_TEXT, CONFIG_RESTART, AT(mqtt.node), "",
	 .help = "the name of this boardd in topics; empty: the name of the machine", .high = 32,
	 .check = config_check_node},
	{"mqtt", "user", CONFIG_TEXT, CONFIG_RESTART, AT(mqtt.user), "",
	 .help = "the name to log in with; empty: none", .high = NAME_LENGTH},
	{"mqtt", "password_file", CONFIG_TEXT, CONFIG_RESTART, AT(mqtt.password_file), "",
	 .help = "a file with the password for it; empty: none", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"mqtt", "tls_ca", CONFIG_TEXT, CONFIG_RESTART, AT(mqtt.tls_ca), "",
	 .help = "the certificates that vouch for the broker, a PEM file; empty: no encryption",
	 .high = PATH_LENGTH, .check = config_check_path},
	{"mqtt", "keepalive", CONFIG_DURATION, CONFIG_RESTART, AT(mqtt.keepalive_ms), "15s",
	 .help = "a broker or a boardd that is silent for longer is taken for dead",
	 .low = 5 * SECOND, .high = 5 * MINUTE},
	{"mqtt", "homeassistant", CONFIG_BOOL, CONFIG_RESTART, AT(mqtt.homeassistant), "no",
	 .help = "link and battery of each board appear in Home Assistant by themselves"},

	{"hub", "name", CONFIG_TEXT, CONFIG_RESTART, AT(hub.name), "",
	 .help = "this boardd has no boards, and follows those of the broker by this name; empty: "
		 "it does not",
	 .high = 32, .check = config_check_node},

	{"http", "port", CONFIG_NUMBER, CONFIG_RESTART, AT(http.port), "1982",
	 .help = "the port of the arbiter's page; 0: any free one", .high = 65535},
	{"http", "listen", CONFIG_LIST, CONFIG_RESTART, AT(http.listen), "127.0.0.1 ::1",
	 .help = "the addresses of this machine where the arbiter's page is", .low = 1, .high = 64,
	 .check = config_check_ip},
	{"http", "public", CONFIG_ADDRESS, CONFIG_RESTART, AT(http.public_at), "off",
	 .is_of_page = true, .help = "where the public sees the delayed games, and nothing else"},
	{"http", "names", CONFIG_LIST, CONFIG_AT_ONCE, AT(http.names), "",
	 .help = "names by which this machine may be called besides localhost", .high = 253,
	 .check = config_check_host},
	{"http", "claim", CONFIG_BOOL, CONFIG_AT_ONCE, AT(http.claim), "yes",
	 .help = "while nobody has ever logged in, the page on this machine may take the first "
		 "name"},
	{"http", "origins", CONFIG_LIST, CONFIG_AT_ONCE, AT(http.origins),
	 "https://lichess.org https://www.chess.com",
	 .help = "web sites and extensions whose pages may use the LiveChess API", .high = 300,
	 .check = config_check_page_origin},
	{"http", "tls_certificate", CONFIG_TEXT, CONFIG_AT_ONCE, AT(http.tls_certificate), "",
	 .help = "the certificate chain, a PEM file; needed beyond loopback", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"http", "tls_key", CONFIG_TEXT, CONFIG_AT_ONCE, AT(http.tls_key), "",
	 .help = "its private key, a PEM file", .high = PATH_LENGTH, .check = config_check_path},
	{"http", "connections", CONFIG_NUMBER, CONFIG_RESTART, AT(http.connections), "1000",
	 .help = "so many at a time at each address we listen on", .low = 1, .high = 100000},
	{"http", "connections_each", CONFIG_NUMBER, CONFIG_AT_ONCE, AT(http.connections_each),
	 "100", .help = "so many at a time from one address", .low = 1, .high = 100000},
	{"http", "request_rate", CONFIG_NUMBER, CONFIG_AT_ONCE, AT(http.request_rate), "50",
	 .help = "requests and messages a second from one address", .low = 1, .high = 100000},
	{"http", "body_max", CONFIG_SIZE, CONFIG_AT_ONCE, AT(http.body_max), "4M",
	 .help = "the longest request", .low = 1 * KIB, .high = 16 * MIB},
	{"http", "backlog_max", CONFIG_SIZE, CONFIG_AT_ONCE, AT(http.backlog_max), "1M",
	 .help = "a client that leaves so much unread is dropped", .low = 64 * KIB,
	 .high = 64 * MIB},
	{"http", "timeout", CONFIG_DURATION, CONFIG_AT_ONCE, AT(http.timeout_ms), "10s",
	 .help = "a request has to be complete after this time", .low = 1 * SECOND,
	 .high = 5 * MINUTE},

	{"notify", "webhook", CONFIG_TEXT, CONFIG_AT_ONCE, AT(notify.webhook), "",
	 .help = "an address that gets each notice as JSON; empty: none", .high = URL_LENGTH,
	 .check = config_check_url},
	{"notify", "ntfy", CONFIG_TEXT, CONFIG_AT_ONCE, AT(notify.ntfy), "",
	 .help = "the address of an ntfy server; empty: none", .high = URL_LENGTH,
	 .check = config_check_url},
	{"notify", "ntfy_topic", CONFIG_TEXT, CONFIG_AT_ONCE, AT(notify.ntfy_topic), "",
	 .help = "the topic there", .high = 64, .check = config_check_id},
	{"notify", "ntfy_token_file", CONFIG_TEXT, CONFIG_AT_ONCE, AT(notify.ntfy_token_file), "",
	 .help = "a file with the access token for it; empty: none", .high = PATH_LENGTH,
	 .check = config_check_path},
	{"notify", "events", CONFIG_LIST, CONFIG_AT_ONCE, AT(notify.events), "irregularity unsure",
	 .help = "what is worth a notice", .words = events},
	{"notify", "kinds", CONFIG_LIST, CONFIG_AT_ONCE, AT(notify.kinds), "",
	 .help = "of irregularities only these kinds; empty: all", .high = 40,
	 .check = config_check_kind},
	{"notify", "presumed", CONFIG_BOOL, CONFIG_AT_ONCE, AT(notify.presumed), "no",
	 .help = "also of irregularities that are only presumed"},
	{"notify", "timeout", CONFIG_DURATION, CONFIG_AT_ONCE, AT(notify.timeout_ms), "10s",
	 .help = "so long an answer is waited for", .low = 1 * SECOND, .high = 2 * MINUTE},

	{"journal", "directory", CONFIG_TEXT, CONFIG_RESTART, AT(journal.directory), "",
	 .help = "where it is kept; empty: where the system keeps the state of services",
	 .high = PATH_LENGTH, .check = config_check_path},
	{"journal", "keep", CONFIG_DURATION, CONFIG_AT_ONCE, AT(journal.keep_ms), "90d",
	 .help = "games are deleted so long after their end", .low = 1 * DAY, .high = 36500 * DAY,
	 .word = "forever"},
	{"journal", "on_full", CONFIG_CHOICE, CONFIG_AT_ONCE, AT(journal.on_full), "hold",
	 .help = "when the disk is full: hold back what cannot be kept, or publish it all the same",
	 .words = on_full},
	{"journal", "ballast", CONFIG_SIZE, CONFIG_RESTART, AT(journal.ballast), "16M",
	 .help = "disk space set aside, to be given up when the disk is full", .high = 1 * GIB},
	{"journal", "memory", CONFIG_SIZE, CONFIG_RESTART, AT(journal.memory), "64M",
	 .help = "what may wait there while the disk is full; then boards are not recorded",
	 .low = 64 * KIB, .high = 4 * GIB},
	{"journal", "sync", CONFIG_DURATION, CONFIG_AT_ONCE, AT(journal.sync_ms), "5s",
	 .help = "bytes of a board are on the disk after this time, or with the next report",
	 .low = 100 * MS, .high = 1 * MINUTE},
	{"journal", "backup", CONFIG_DURATION, CONFIG_AT_ONCE, AT(journal.backup_ms), "never",
	 .help = "how often a copy of it is made", .low = 1 * MINUTE, .high = 366 * DAY,
	 .word = "never"},
	{"journal", "backup_folder", CONFIG_TEXT, CONFIG_AT_ONCE, AT(journal.backup_folder), "",
	 .help = "where the copies go, best on another disk; empty: backups, beside the journal",
	 .high = PATH_LENGTH, .check = config_check_path},
	{"journal", "backup_keep", CONFIG_NUMBER, CONFIG_AT_ONCE, AT(journal.backup_keep), "7",
	 .help = "so many copies are kept; the oldest goes first", .low = 1, .high = 10000},

	{"control", "socket", CONFIG_TEXT, CONFIG_RESTART, AT(control.socket), "",
	 .help = "where boardctl finds boardd; empty: where the system keeps sockets", .high = 100,
	 .check = config_check_path},
	{"control", "group", CONFIG_TEXT, CONFIG_RESTART, AT(control.group), "boardd-arbiter",
	 .help = "who is in this group may act as arbiter", .low = 1, .high = 32,
	 .check = config_check_group},
};

static_assert(sizeof(config_rows) / sizeof(config_rows[0]) == CONFIG_ROWS,
	      "count them in config.h");

/* --- finding --- */

/* key matches a pattern with one star at its beginning or end */
static bool matches(const char *pattern, const char *key, struct rules_slice *ret_name)
{
	const char *star = strchr(pattern, '*');
	size_t before, after, len = strlen(key);

	*ret_name = (struct rules_slice){0};
	if (!star)
		return strcmp(pattern, key) == 0;
	before = (size_t)(star - pattern);
	after = strlen(star + 1);
	if (len <= before + after || strncmp(key, pattern, before) != 0 ||
	    strcmp(key + len - after, star + 1) != 0)
		return false;
	*ret_name = (struct rules_slice){key + before, len - before - after};
	return true;
}

const struct config_row *config_row_find(const char *section, const char *key,
					 struct rules_slice *ret_name)
{
	for (size_t i = 0; i < CONFIG_ROWS; i++)
		if (strcmp(config_rows[i].section, section) == 0 &&
		    matches(config_rows[i].key, key, ret_name))
			return &config_rows[i];
	return NULL;
}

bool config_is_section(const char *section)
{
	for (size_t i = 0; i < CONFIG_ROWS; i++)
		if (strcmp(config_rows[i].section, section) == 0)
			return true;
	return false;
}

/* --- what was meant --- */

#define WORD_MAX 32 /* ours are shorter; of others the beginning will do */

/* How many letters have to be put in, left out or changed to get from one to the other. */
static size_t distance(const char *a, const char *b)
{
	size_t row[WORD_MAX + 1];
	size_t b_len = strlen(b);

	for (size_t j = 0; j <= b_len; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1] != '\0' && i <= 2 * WORD_MAX; i++) {
		size_t diagonal = row[0]++;

		for (size_t j = 1; j <= b_len; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[b_len];
}

const struct config_row *config_nearest_key(const char *section, const char *word)
{
	const struct config_row *nearest = NULL;
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < CONFIG_ROWS; i++) {
		const struct config_row *row = &config_rows[i];
		size_t away = distance(word, row->key);

		if (strcmp(row->section, section) == 0 && away < least) {
			least = away;
			nearest = row;
		}
	}
	return nearest;
}

const struct config_row *config_nearest_section(const char *word)
{
	const struct config_row *nearest = &config_rows[0];
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < CONFIG_ROWS; i++) {
		size_t away = distance(word, config_rows[i].section);

		if (away < least) {
			least = away;
			nearest = &config_rows[i];
		}
	}
	return nearest;
}

void config_key_write(const struct config_row *row, const char *name, struct rules_text *ret)
{
	for (const char *at = row->key; *at; at++) {
		if (*at == '*')
			rules_text_string(ret, name);
		else
			rules_text_char(ret, *at);
	}
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "daemon/config/schema.h"
#include "tests/daemon/config/configured.h"

/* The keys of the configuration, each alone and together. */

/* --- defaults --- */

START_TEST(without_any_file_every_key_has_its_default)
{
	expect_good("");
	ck_assert_int_eq(config.laws.edition, TOUCH_LAWS_2023);
	ck_assert_int_eq(config.laws.mode, TOUCH_STANDARD);
	ck_assert(config.laws.supervised);
	ck_assert_uint_eq(config.laws.penalty_minutes, CONFIG_AUTO);
	ck_assert_uint_eq(config.game.scan_bluetooth_ms, 500);
	ck_assert_uint_eq(config.boards.devices.count, 0);
	ck_assert_ptr_null(config.broadcast.id);
	ck_assert_uint_eq(config.http.port, 1982);
	ck_assert_uint_eq(config.http.listen.count, 2);
	ck_assert_str_eq(config.http.listen.items[1], "::1");
	ck_assert_ptr_null(config.http.public_at.host);
	ck_assert_uint_eq(config.journal.keep_ms, UINT64_C(90) * 86400 * 1000);
	ck_assert_uint_eq(config.journal.ballast, 16 << 20);
	ck_assert_uint_eq(config.journal.memory, 64 << 20);
	ck_assert_str_eq(config.control.group, "boardd-arbiter");
	for (size_t i = 0; i < CONFIG_ROWS; i++)
		ck_assert_ptr_null(config.origins[i].file);
}
END_TEST

START_TEST(the_times_of_a_game_are_those_the_machine_has_itself)
{
	struct touch_rules usual = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false), rules;

	expect_good("");
	rules = config_rules(&config, false);
	ck_assert_mem_eq(&rules, &usual, sizeof(rules));
	ck_assert_uint_eq(config_rules(&config, true).scan_ms, 500);
}
END_TEST

START_TEST(the_penalty_follows_edition_and_mode_unless_it_is_given)
{
	expect_good("[laws]\nmode = rapid\n");
	ck_assert_uint_eq(config_rules(&config, false).penalty_minutes, 1);
	expect_good("[laws]\nmode = rapid\nedition = 2001\n");
	ck_assert_uint_eq(config_rules(&config, false).penalty_minutes, 2);
	expect_good("[laws]\nmode = blitz\nsupervised = no\npenalty_minutes = 0\n");
	ck_assert_uint_eq(config_rules(&config, false).penalty_minutes, 0);
	ck_assert(config_rules(&config, false).unsupervised);
}
END_TEST

START_TEST(arrivals_are_watched_where_a_default_time_is_given)
{
	expect_good("[laws]\n");
	ck_assert(!config_rules(&config, false).watches_arrival);
	ck_assert(!config_rules(&config, false).without_guideline_3);
	expect_good("[laws]\ndefault_minutes = 0\ndraw_moves = 30\nquickplay_finish = no\n");
	ck_assert(config_rules(&config, false).without_guideline_3);
	ck_assert(config_rules(&config, false).watches_arrival);
	ck_assert_uint_eq(config_rules(&config, false).default_minutes, 0);
	ck_assert_uint_eq(config_rules(&config, false).draw_moves, 30);
}
END_TEST

START_TEST(every_row_of_the_table_is_sound)
{
	const struct config_row *row = &config_rows[_i];
	struct rules_slice name;

	ck_assert_ptr_eq(config_row_find(row->section, row->key, &name), row);
	ck_assert_ptr_nonnull(row->help);
	ck_assert_uint_lt(row->at, offsetof(struct config, files));
	ck_assert_uint_le(strlen(row->key), 31);
	if (row->type == CONFIG_CHOICE)
		ck_assert_ptr_nonnull(row->words);
	if (row->type == CONFIG_PAIRS)
		ck_assert(row->check_name);
	for (int i = 0; i < CONFIG_ROWS; i++)
		ck_assert(i == _i || config_rows[i].at != row->at);
}
END_TEST

/* --- a value of each type --- */

static const struct {
	const char *section, *key, *text, *as; /* as it is printed; NULL: the same */
} good[] = {
	{"laws", "edition", "2001", NULL},
	{"laws", "supervised", "false", "no"},
	{"laws", "supervised", "on", "yes"},
	{"laws", "supervised", "0", "no"},
	{"laws", "penalty_minutes", "60", NULL},
	{"laws", "penalty_minutes", "auto", NULL},
	{"laws", "default_minutes", "0", NULL},
	{"laws", "default_minutes", "600", NULL},
	{"laws", "default_minutes", "no", NULL},
	{"laws", "draw_moves", "9999", NULL},
	{"laws", "draw_moves", "never", NULL},
	{"http", "port", "0", NULL},
	{"http", "port", "65535", NULL},
	{"http", "port", "00080", "80"},
	{"game", "settle", "1.0s", "1s"},
	{"game", "settle", "1.25s", "1250ms"},
	{"game", "settle", "0.02m", "1200ms"},
	{"game", "settle", "10s", NULL},
	{"broadcast", "delay", "0", "0s"},
	{"broadcast", "delay", "0ms", "0s"},
	{"broadcast", "delay", "1.5h", "90m"},
	{"broadcast", "delay", "12h", NULL},
	{"journal", "keep", "forever", NULL},
	{"journal", "keep", "48h", "2d"},
	{"journal", "ballast", "0", NULL},
	{"journal", "ballast", "1.5M", "1536K"},
	{"journal", "ballast", "1000", NULL},
	{"journal", "ballast", "1G", NULL},
	{"broadcast", "event", "Harbour Open #1", NULL},
	{"broadcast", "event", "Århus = best", NULL},
	{"broadcast", "event", "", NULL},
	{"broadcast", "folder", "/srv/two words", NULL},
	{"boards", "device", "/dev/ttyUSB0  unix:/run/b\ttcp:[::1]:80",
	 "/dev/ttyUSB0 unix:/run/b tcp:[::1]:80"},
	{"boards", "device", "bluetooth:AA:BB:CC:DD:EE:FF", NULL},
	{"boards", "probe", "/dev/ttyS* /dev/rfcomm[0-9]", NULL},
	{"http", "listen", "127.0.0.2", NULL},
	{"http", "names", "chess.example.org hall-2", NULL},
	{"http", "origins", "", NULL},
	{"http", "origins", "http://[::1]:8080 https://a.example", NULL},
	{"http", "origins", "chrome-extension://abcdef moz-extension://0a-1b", NULL},
	{"http", "public", "[::1]:8080", NULL},
	{"http", "public", "127.0.0.1:80", NULL},
	{"http", "public", "off", NULL},
	{"notify", "webhook", "https://a.example/x?y=1;z", NULL},
	{"notify", "events", "unsure result", NULL},
	{"notify", "kinds", "touch-move king-captured", NULL},
	{"notify", "presumed", "yes", NULL},
	{"control", "group", "chess_club", NULL},
	{"game", "time_control", "90m+30s", NULL},
	{"game", "time_control", "40/100m+30s 20/50m+30s 15m+30s", NULL},
	{"game", "time_control", "5400s", "90m"},
	{"game", "time_control", "none", NULL},
	{"boards", "id.20-7.a", "board-1", NULL},
	{"boards", "table.20_7", "9999", NULL},
	{"players", "9999.black", "Lund, Jörg \"Peter\"", NULL},
};

START_TEST(a_good_value_is_printed_as_it_was_read)
{
	const char *as = good[_i].as ? good[_i].as : good[_i].text;
	char text[200], line[200];

	snprintf(text, sizeof(text), "[%s]\n%s = %s\n", good[_i].section, good[_i].key,
		 good[_i].text);
	expect_good(text);
	ck_assert_ptr_nonnull(strstr(print(&config), "# from f:2"));
	snprintf(line, sizeof(line), "\n%s =%s%s\n", good[_i].key, as[0] ? " " : "", as);
	ck_assert_msg(strstr(print_bare(&config), line) != NULL, "no%s", line);
}
END_TEST

/* What follows "f:2: [section] key: " */
static const struct {
	const char *section, *key, *text, *why;
} bad[] = {
	{"laws", "edition", "1997", "'1997' is not one of 2001, 2009, 2023"},
	{"laws", "edition", "", "'' is not one of 2001, 2009, 2023"},
	{"laws", "supervised", "perhaps", "'perhaps' is neither yes nor no"},
	{"laws", "penalty_minutes", "61", "'61' is not a number from 0 to 60, or auto"},
	{"laws", "default_minutes", "601", "'601' is not a number from 0 to 600, or no"},
	{"laws", "draw_moves", "10000", "'10000' is not a number from 0 to 9999, or never"},
	{"http", "port", "65536", "'65536' is not a number from 0 to 65535"},
	{"http", "port", "-1", "'-1' is not a number from 0 to 65535"},
	{"http", "port", "", "'' is not a number from 0 to 65535"},
	{"http", "port", "99999999999999999999",
	 "'99999999999999999999' is not a number from 0 to 65535"},
	{"http", "port", "80 # mine",
	 "'80 # mine' is not a number from 0 to 65535; a comment behind a value begins with ;"},
	{"broadcast", "round", "0", "'0' is not a number from 1 to 999"},
	{"game", "settle", "1", "'1' is not a time with its unit from 300ms to 10s"},
	{"game", "settle", "299ms", "'299ms' is not a time with its unit from 300ms to 10s"},
	{"game", "settle", "11s", "'11s' is not a time with its unit from 300ms to 10s"},
	{"game", "settle", "1.s", "'1.s' is not a time with its unit from 300ms to 10s"},
	{"game", "settle", ".5s", "'.5s' is not a time with its unit from 300ms to 10s"},
	{"game", "settle", "400.5ms", "'400.5ms' is not a time with its unit from 300ms to 10s"},
	{"game", "settle", "1 s", "'1 s' is not a time with its unit from 300ms to 10s"},
	{"broadcast", "delay", "13h", "'13h' is not a time with its unit from 0h to 12h"},
	{"journal", "keep", "0", "'0' is not a time with its unit from 1d to 36500d, or forever"},
	{"journal", "keep", "9999999999999d",
	 "'9999999999999d' is not a time with its unit from 1d to 36500d, or forever"},
	{"journal", "ballast", "2G", "'2G' is not a size from 0G to 1G"},
	{"journal", "ballast", "16m", "'16m' is not a size from 0G to 1G"},
	{"journal", "memory", "32K", "'32K' is not a size from 64K to 4G"},
	{"broadcast", "folder", "srv", "'srv' is not a whole path, beginning with /"},
	{"broadcast", "id", "a b",
	 "'a b' is not made of letters a to z, digits, hyphens and underscores"},
	{"boards", "device", "/dev/ttyUSB0 COM3",
	 "'COM3' is not /dev/..., unix:PATH, tcp:HOST:PORT or bluetooth:ADDRESS"},
	{"boards", "device", "bluetooth:AA:BB",
	 "'bluetooth:AA:BB' is not /dev/..., unix:PATH, tcp:HOST:PORT or bluetooth:ADDRESS"},
	{"boards", "pegasus_key", "12345", "'12345' is not 12 digits of hexadecimal"},
	{"boards", "device", "tcp:host",
	 "'tcp:host' is not /dev/..., unix:PATH, tcp:HOST:PORT or bluetooth:ADDRESS"},
	{"boards", "device", "tcp:::1:80",
	 "'tcp:::1:80' is not /dev/..., unix:PATH, tcp:HOST:PORT or bluetooth:ADDRESS"},
	{"boards", "device", "/dev/a /dev/a", "'/dev/a' is there twice"},
	{"lichess", "round.1", "abcd123",
	 "'abcd123' is not the eight letters and digits at the end of the round's address"},
	{"lichess", "url", "lichess.org", "'lichess.org' is not https://HOST, without a path"},
	{"upload", "url", "sftp://h/a b",
	 "'sftp://h/a b' is not sftp://HOST/PATH, ftps://HOST/PATH or ftp://HOST/PATH, without a "
	 "name and without spaces"},
	{"upload", "url", "ftp://me@h/",
	 "'ftp://me@h/' is not sftp://HOST/PATH, ftps://HOST/PATH or ftp://HOST/PATH, without a "
	 "name and without spaces"},
	{"mqtt", "host", "a:1883", "'a:1883' is not a host name or an IP address, without port"},
	{"mqtt", "prefix", "a/#",
	 "'a/#' is not words of letters a to z, digits, hyphens, underscores and dots, with / "
	 "between"},
	{"mqtt", "prefix", "/a",
	 "'/a' is not words of letters a to z, digits, hyphens, underscores and dots, with / "
	 "between"},
	{"mqtt", "node", "Hall_A",
	 "'Hall_A' is not made of small letters a to z, digits and hyphens"},
	{"broadcast", "cloud_id", "5B1F0C6E-6A0E-4C5B-9D57-0D5F6C1E2A11",
	 "'5B1F0C6E-6A0E-4C5B-9D57-0D5F6C1E2A11' is not a UUID: 32 lower-case hexadecimal digits "
	 "in groups of 8, 4, 4, 4 and 12"},
	{"http", "listen", "", "is empty"},
	{"http", "listen", "localhost",
	 "'localhost' is not an IP address, such as 192.0.2.1 or 2001:db8::1"},
	{"http", "public", "127.0.0.1", "'127.0.0.1' is not ADDRESS:PORT, [IPv6]:PORT or off"},
	{"http", "public", "::1:80", "'::1:80' is not ADDRESS:PORT, [IPv6]:PORT or off"},
	{"http", "public", "[127.0.0.1]:80",
	 "'[127.0.0.1]:80' is not ADDRESS:PORT, [IPv6]:PORT or off"},
	{"http", "public", "127.0.0.1:65536",
	 "'127.0.0.1:65536' is not ADDRESS:PORT, [IPv6]:PORT or off"},
	{"http", "names", "a:80", "'a:80' is not a host name, without port"},
	{"http", "origins", "https://a.example/",
	 "'https://a.example/' is not https://HOST, without a path"},
	{"http", "origins", "chrome-extension://a/b",
	 "'chrome-extension://a/b' is not chrome-extension://ID, without a path"},
	{"http", "origins", "chrome-extension://",
	 "'chrome-extension://' is not chrome-extension://ID, without a path"},
	{"lichess", "url", "chrome-extension://a",
	 "'chrome-extension://a' is not https://HOST, without a path"},
	{"notify", "webhook", "ftp://a.example",
	 "'ftp://a.example' is not an address that begins with https:// or http://"},
	{"notify", "webhook", "https://",
	 "'https://' is not an address that begins with https:// or http://"},
	{"notify", "events", "irregularity clock",
	 "'clock' is not one of irregularity, unsure, claimable, result, board, game"},
	{"notify", "kinds", "touchmove",
	 "'touchmove' is not a kind of irregularity, such as touch-move or illegal-move"},
	{"control", "group", "", "is empty"},
	{"control", "group", "1a", "'1a' is not the name of a group"},
	{"game", "time_control", "90+30",
	 "'90+30' is neither none nor up to 4 stages such as 90m+30s or 40/100m+30s 15m+30s"},
	{"game", "time_control", "2h 1h",
	 "'2h 1h' is neither none nor up to 4 stages such as 90m+30s or 40/100m+30s 15m+30s"},
	{"game", "time_control", "0/2h",
	 "'0/2h' is neither none nor up to 4 stages such as 90m+30s or 40/100m+30s 15m+30s"},
	{"game", "time_control", "1/1m 1/1m 1/1m 1/1m 1m",
	 "'1/1m 1/1m 1/1m 1/1m 1m' is neither none nor up to 4 stages such as 90m+30s or "
	 "40/100m+30s 15m+30s"},
	{"boards", "id.a+b", "x", "'a+b' in the key is not a serial number"},
	{"boards", "id.a", "", "is empty"},
	{"boards", "table.a", "0", "'0' is not a table's number from 1 to 9999"},
	{"boards", "table.a", "007", "'007' is not a table's number from 1 to 9999"},
	{"players", "0.white", "x", "'0' in the key is not a table's number from 1 to 9999"},
	{"players", "x.white", "x", "'x' in the key is not a table's number from 1 to 9999"},
};

START_TEST(a_bad_value_is_refused_with_what_is_wanted)
{
	char text[200], line[300];

	snprintf(text, sizeof(text), "[%s]\n%s = %s\n", bad[_i].section, bad[_i].key, bad[_i].text);
	snprintf(line, sizeof(line), "f:2: [%s] %s: %s", bad[_i].section, bad[_i].key, bad[_i].why);
	expect_fault(text, line);
}
END_TEST

START_TEST(a_text_has_an_end)
{
	char text[400];

	snprintf(text, sizeof(text), "[broadcast]\nevent = %0200d\n", 0);
	expect_good(text);
	snprintf(text, sizeof(text), "[broadcast]\nevent = %0201d\n", 0);
	expect_fault(text, "f:2: [broadcast] event: '0000000000000000000000000000000000000000...': "
			   "201 bytes; at most 200 are allowed");
	snprintf(text, sizeof(text), "[boards]\nid.%047d = a\n", 0);
	expect_good(text);
	snprintf(text, sizeof(text), "[boards]\nid.%048d = a\n", 0);
	expect_fault(text,
		     "f:2: [boards] id.000000000000000000000000000000000000000000000000: "
		     "'0000000000000000000000000000000000000000...' in the key is longer than "
		     "47 bytes");
}
END_TEST

START_TEST(a_time_control_has_stages)
{
	const struct config_stage *stages = config.game.time_control.stages;
	struct touch_control control;

	expect_good("[game]\ntime_control = 40/100m+30s 15m\n");
	ck_assert_uint_eq(config.game.time_control.count, 2);
	control = config_rules(&config, false).control;
	ck_assert_uint_eq(control.count, 2);
	ck_assert_uint_eq(touch_control_moves(&control, 0), 40);
	ck_assert_uint_eq(control.period[0].increment_s, 30);
	ck_assert_uint_eq(stages[0].moves, 40);
	ck_assert_uint_eq(stages[0].time_s, 6000);
	ck_assert_uint_eq(stages[0].increment_s, 30);
	ck_assert_uint_eq(stages[1].moves, 0);
	ck_assert_uint_eq(stages[1].time_s, 900);
	ck_assert_uint_eq(stages[1].increment_s, 0);
}
END_TEST

START_TEST(boards_and_players_are_found_by_name)
{
	expect_good("[boards]\nid.12345 = green\ntable.green = 12\n"
		    "[players]\n12.white = Berg, Ane\n12.black = Lund, Jörg\n2.white = Vik\n");
	ck_assert_str_eq(config_board_id(&config, "12345"), "green");
	ck_assert_ptr_null(config_board_id(&config, "1234"));
	ck_assert_uint_eq(config_table_of(&config, "green"), 12);
	ck_assert_uint_eq(config_table_of(&config, "red"), 0);
	ck_assert_str_eq(config_player(&config, 12, false), "Berg, Ane");
	ck_assert_str_eq(config_player(&config, 12, true), "Lund, Jörg");
	ck_assert_ptr_null(config_player(&config, 2, true));
}
END_TEST

START_TEST(there_is_room_for_all_tables_and_no_more)
{
	static char text[CONFIG_PAIRS_MAX * 20 + 100];
	struct rules_text out = rules_text_in(text, sizeof(text));

	rules_text_string(&out, "[players]\n");
	for (unsigned i = 1; i <= CONFIG_PAIRS_MAX; i++) {
		rules_text_number(&out, i);
		rules_text_string(&out, ".white = x\n");
	}
	expect_good(text);
	ck_assert_uint_eq(config.players.white.count, CONFIG_PAIRS_MAX);
	rules_text_string(&out, "9999.white = x\n");
	expect_fault(text, "f:4098: [players] 9999.white: there are more than 4096 of them");
}
END_TEST

/* The longest that is taken is printed and read again. */
START_TEST(a_list_has_an_end)
{
	static char text[300000];
	struct config_change changes[CONFIG_ROWS];
	struct config before;
	struct rules_text out = rules_text_in(text, sizeof(text));
	char *again = NULL;
	size_t len;
	FILE *to;

	rules_text_string(&out, "[boards]\ndevice=");
	while (out.len < 249990 + sizeof("[boards]\ndevice=")) {
		rules_text_string(&out, "/dev/");
		for (int i = 0; i < 500; i++)
			rules_text_char(&out, 'x');
		rules_text_number(&out, 100000 + out.len);
		rules_text_char(&out, ' ');
	}
	ck_assert_int_eq(load(text), -EINVAL);
	ck_assert_str_eq(faults.lines[0],
			 "f:2: [boards] device: has more than 4096 items or 250000 bytes");
	*strrchr(text, '/') = '\0';
	*strrchr(text, '/') = '\0';
	expect_good(text);
	to = open_memstream(&again, &len);
	config_print(&config, to);
	fclose(to);
	before = config;
	config = (struct config){0};
	expect_good(again);
	ck_assert_uint_eq(config_diff(&before, &config, changes), 0);
	config_clear(&before);
	free(again);
}
END_TEST

/* --- what holds between keys --- */

START_TEST(keys_have_to_agree)
{
	expect_fault("[game]\nsettle = 550ms\n",
		     "f:2: [game] settle: must be longer than 1.1 times scan_bluetooth");
	expect_good("[game]\nsettle = 551ms\n");
	expect_fault("[game]\nscan = 950ms\n",
		     "f:2: [game] settle: must be longer than 1.1 times scan");
	expect_fault("[http]\ntls_key = /k\n",
		     "f:2: [http] tls_key: is nothing without tls_certificate");
	expect_fault("[http]\ntls_certificate = /c\n",
		     "f:2: [http] tls_certificate: is nothing without tls_key");
	expect_fault(
		"[http]\nlisten = 127.0.0.1 0.0.0.0\n",
		"f:2: [http] listen: an address beyond loopback needs tls_certificate and tls_key");
	expect_good("[http]\nlisten = ::\ntls_certificate = /c\ntls_key = /k\n");
	expect_fault(
		"[http]\npublic = 192.0.2.1:80\n",
		"f:2: [http] public: an address beyond loopback needs tls_certificate and tls_key");
	expect_fault("[http]\npublic = 127.0.0.1:1982\n",
		     "f:2: [http] public: needs another port than the arbiter's page");
	expect_fault("[notify]\nntfy = https://ntfy.example\n",
		     "f:2: [notify] ntfy: ntfy and ntfy_topic need each other");
	expect_fault("[notify]\nntfy_topic = x\n",
		     "f:2: [notify] ntfy: ntfy and ntfy_topic need each other");
	expect_fault("[notify]\nntfy_token_file = /t\n",
		     "f:2: [notify] ntfy_token_file: is nothing without ntfy");
	expect_fault("[lichess]\nround.3 = abcd1234\n", "f:2: [lichess] round.3: needs token_file");
	expect_good("[lichess]\nround.3 = abcd1234\ntoken_file = /t\n");
	expect_fault("[upload]\nurl = sftp://h/a\n",
		     "f:2: [upload] known_hosts: sftp:// needs the keys of the server");
	expect_good("[upload]\nurl = sftp://h/a\nknown_hosts = /k\n");
	expect_fault("[upload]\nurl = ftp://h/a\npassword_file = /p\n",
		     "f:3: [upload] user: password_file and key_file are nothing without it");
	expect_fault("[mqtt]\npassword_file = /p\n",
		     "f:2: [mqtt] password_file: is nothing without user");
	expect_fault("[boards]\nid.7 = Hall_b\n[mqtt]\nhost = broker\n",
		     "f:2: [boards] id.7: 'Hall_b' cannot be a topic of [mqtt]: up to 32 small "
		     "letters a to z, digits and hyphens can");
	expect_fault("[boards]\nid.7 = a23456789-123456789-123456789-123\n[mqtt]\nhost = b\n",
		     "f:2: [boards] id.7: 'a23456789-123456789-123456789-123' cannot be a topic of "
		     "[mqtt]: up to 32 small letters a to z, digits and hyphens can");
	expect_good("[boards]\nid.7 = Hall_b\n");
	expect_fault("[boards]\nid.1 = a\nid.2 = a\n",
		     "f:3: [boards] id.2: the name a is that of 1 already");
	expect_fault("[boards]\ntable.x = 1\ntable.y = 2\ntable.z = 1\n",
		     "f:4: [boards] table.z: table 1 is that of x already");
}
END_TEST

START_TEST(a_hub_needs_a_broker)
{
	expect_fault("[hub]\nname = main\n", "f:2: [hub] name: needs [mqtt] host");
	expect_good("[hub]\nname = main\n[mqtt]\nhost = broker\n");
	ck_assert_str_eq(config.hub.name, "main");
	ck_assert_uint_eq(config.boards.first_table, 1);
}
END_TEST

START_TEST(a_floor_has_every_table_once)
{
	expect_good("[boards]\nfloor = 12 3 9999\n");
	ck_assert_str_eq(config.boards.floor, "12 3 9999");
	expect_fault("[boards]\nfloor = 12 3 12\n",
		     "f:2: [boards] floor: '12 3 12' is not numbers of "
		     "tables with one blank between them, none twice");
	expect_fault("[boards]\nfloor = 12,3\n",
		     "f:2: [boards] floor: '12,3' is not numbers of tables "
		     "with one blank between them, none twice");
	expect_fault("[boards]\nfloor = 10000\n", "f:2: [boards] floor: '10000' is not numbers of "
						  "tables with one blank between them, none twice");
}
END_TEST

START_TEST(a_key_with_a_wrong_value_is_not_compared)
{
	expect_fault("[http]\nlisten = 0.0.0.0\ntls_certificate = c\n",
		     "f:3: [http] tls_certificate: 'c' is not a whole path, beginning with /");
}
END_TEST

/* --- loading again --- */

static const char changed[] =
	"[laws]\nedition = 2009\nmode = rapid\nsupervised = no\npenalty_minutes = 3\n"
	"default_minutes = 30\ndraw_moves = 20\nquickplay_finish = no\n"
	"[game]\npromotion = queen\nsettle = 2s\nscan = 200ms\nscan_bluetooth = 400ms\nadjust = "
	"9s\nrest = 8s\n"
	"knock = 400ms\ntime_control = 40/100m+30s 15m\n"
	"[boards]\ndevice = /dev/a unix:/b\nprobe = /dev/ttyS*\nbluetooth = no\nlights = "
	"yes\npegasus_key = "
	"0123456789ab\nid.7 = x\nid.8 = "
	"y\ntable.x = 2\nfirst_table = 33\nfloor = 3 1 2\n"
	"[players]\n1.white = Ane\n2.black = Jörg\n"
	"[broadcast]\nid = hbr26\nevent = Open\nsite = Aarhus DEN\nround = 4\npublish = completed\n"
	"delay = 15m\ndelay_plies = 3\nillegal = fen\nascii = yes\nall_tables = yes\n"
	"hidden = Berg, Ane | Vik, Mia\n"
	"folder = /srv/g\npairings = /srv/p\nplayers = /srv/t\n"
	"cloud_id = 5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11\n"
	"[lichess]\nround.1 = abcd1234\ntoken_file = /t\nurl = http://l\ninterval = 2s\n"
	"repeat = 2m\ntimeout = 5s\n"
	"[upload]\nurl = sftp://h/~/a\nuser = u\npassword_file = /p\nkey_file = /k\n"
	"known_hosts = /h\ntls = no\ntls_ca = /c\ntimeout = 9s\n"
	"[mqtt]\nhost = broker\nport = 8883\nothers = b c:1884\nprefix = hall/2\nnode = a\nuser = "
	"u\n"
	"password_file = /p\ntls_ca = /ca\nkeepalive = 9s\nhomeassistant = yes\n[hub]\nname = h\n"
	"[http]\nport = 80\nlisten = 0.0.0.0\npublic = [::]:8080\nnames = a b\nclaim = no\norigins "
	"= http://a\n"
	"tls_certificate = /c\ntls_key = /k\nconnections = 9\nconnections_each = 8\n"
	"request_rate = 7\nbody_max = 1M\nbacklog_max = 2M\ntimeout = 3s\n"
	"[notify]\nwebhook = http://b\nntfy = http://c\nntfy_topic = d\nntfy_token_file = /t\n"
	"events = result\nkinds = two-hands\npresumed = yes\ntimeout = 4s\n"
	"[journal]\ndirectory = /j\nkeep = 1d\non_full = publish\nballast = 1M\nmemory = 1M\nsync "
	"= 1s\nbackup = 1d\nbackup_folder = /b\nbackup_keep = 3\n"
	"[control]\nsocket = /s\ngroup = g\n";

START_TEST(a_changed_configuration_is_printed_and_read_again)
{
	struct config_change changes[CONFIG_ROWS];
	struct config before, fresh = {0};
	char text[PRINTED_MAX];

	expect_good(changed);
	memcpy(text, print(&config), sizeof(text));
	before = config;
	config = (struct config){0};
	expect_good(text);
	ck_assert_uint_eq(config_diff(&before, &config, changes), 0);
	/* And every key was changed: none is forgotten when they are compared. */
	ck_assert_int_eq(config_load_text(&fresh, "f", "", 0, &faults), 0);
	ck_assert_uint_eq(config_diff(&before, &fresh, changes), CONFIG_ROWS);
	for (size_t i = 0; i < CONFIG_ROWS; i++)
		ck_assert_str_eq(changes[i].key, config_rows[i].key);
	config_clear(&before);
	config_clear(&fresh);
}
END_TEST

START_TEST(a_change_says_when_it_comes_into_force)
{
	struct config_change changes[CONFIG_ROWS];
	struct config before;

	expect_good("[boards]\nid.1 = a\nid.2 = b\n");
	before = config;
	config = (struct config){0};
	expect_good("[laws]\nmode = blitz\n[boards]\nid.2 = b\nid.1 = a\n[http]\nport = 7\ntimeout "
		    "= 9s\n");
	ck_assert_uint_eq(config_diff(&before, &config, changes), 3);
	ck_assert_str_eq(changes[0].section, "laws");
	ck_assert_str_eq(changes[0].key, "mode");
	ck_assert_int_eq(changes[0].when, CONFIG_NEXT_GAME);
	ck_assert_str_eq(changes[1].key, "port");
	ck_assert_int_eq(changes[1].when, CONFIG_RESTART);
	ck_assert_str_eq(changes[2].key, "timeout");
	ck_assert_int_eq(changes[2].when, CONFIG_AT_ONCE);
	config_clear(&before);
}
END_TEST

START_TEST(a_failed_load_leaves_what_was_there)
{
	struct config before;

	expect_good(changed);
	memcpy(&before, &config, sizeof(before));
	ck_assert_int_eq(config_load_text(&config, "f", "[x]\n", 4, &faults), -EINVAL);
	ck_assert_mem_eq(&before, &config, sizeof(before));
	ck_assert_str_eq(config.control.group, "g");
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static TCase *values(void)
{
	TCase *tc = tcase_create("values");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, NULL, forget);
	tcase_add_test(tc, without_any_file_every_key_has_its_default);
	tcase_add_test(tc, the_times_of_a_game_are_those_the_machine_has_itself);
	tcase_add_test(tc, the_penalty_follows_edition_and_mode_unless_it_is_given);
	tcase_add_test(tc, arrivals_are_watched_where_a_default_time_is_given);
	tcase_add_loop_test(tc, every_row_of_the_table_is_sound, 0, CONFIG_ROWS);
	tcase_add_loop_test(tc, a_good_value_is_printed_as_it_was_read, 0, COUNT(good));
	tcase_add_loop_test(tc, a_bad_value_is_refused_with_what_is_wanted, 0, COUNT(bad));
	tcase_add_test(tc, a_text_has_an_end);
	tcase_add_test(tc, a_time_control_has_stages);
	tcase_add_test(tc, boards_and_players_are_found_by_name);
	tcase_add_test(tc, there_is_room_for_all_tables_and_no_more);
	tcase_add_test(tc, a_list_has_an_end);
	tcase_add_test(tc, keys_have_to_agree);
	tcase_add_test(tc, a_hub_needs_a_broker);
	tcase_add_test(tc, a_floor_has_every_table_once);
	tcase_add_test(tc, a_key_with_a_wrong_value_is_not_compared);
	tcase_add_test(tc, a_changed_configuration_is_printed_and_read_again);
	tcase_add_test(tc, a_change_says_when_it_comes_into_force);
	tcase_add_test(tc, a_failed_load_leaves_what_was_there);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("daemon: keys of the configuration");

	suite_add_tcase(suite, values());
	return run_suite(suite);
}

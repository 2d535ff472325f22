/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_CLIENT_H
#define BOARDD_TESTS_CLIENT_H

#include "broadcast/output/livechess.h"
#include "tests/broadcast/fold.h"
#include "tests/support/words.h"

/*
 * Two clients of the LiveChess API and a board or more. Everything that is said
 * to them is read by a decoder that takes no member it does not know.
 */

#define START_PLACEMENT "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define SETUP                                                                             \
	"{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":" \
	"{\"fen\":\"" RULES_START_FEN "\"}}}"
#define SUBSCRIBE                                                                        \
	"{\"id\":2,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1," \
	"\"param\":{\"serialnr\":\"3000140001\"}}}"

/* What was said to a client and not looked at yet. */
struct client {
	struct livechess *livechess;
	json_t *said; /* texts */
	json_int_t time;
};

extern struct client client, second;
extern struct rules_position seen; /* what the sensors of all boards see */
extern struct livechess_board boards[3];
extern size_t board_count;
extern struct game_clock board_clock;
extern int64_t now;

/* One board, 3000140001, as it stands before a game; the game is that of fold.h. */
void begin_hall(void);
void end_hall(void);
void add_board(const char *serial, enum livechess_state state);
void set_clock(int32_t white_s, uint8_t running, int64_t time_ms);

void connect_to(struct client *c, const char *serial);
void disconnect(struct client *c);

/* A client says something. */
void say_to(struct client *c, const char *text);
void say(const char *text);

/* The boards are looked at; or first they have other men. */
void look(void);
void sense(const char *placement);

/* The next message; good until the one after it. */
const char *next_of(struct client *c);

/* The next message is this, without its end from the time on. */
void expect(const char *start);
void expect_error(int id, const char *why);
void expect_silence(void);
void forget_all(void);

/* The next message is a feed's, with these moves and this match. */
void expect_san_of(struct client *c, int id, const char *san, bool match);
void expect_san(const char *san, bool match);

/* The first client subscribes; and sets up the usual position. */
void subscribe(void);
void follow(void);

/* Another move is made and published, and stands on the board. */
void play(int ply, const char *uci);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/broadcast/fold.h"

#include <errno.h>
#include <string.h>

#include "broadcast/output/build_json.h"
#include "tests/support/words.h"

struct story story;
struct game game;
struct game_fault fault;

void setup(void)
{
	story = story_begin();
	game_init(&game);
}

void teardown(void)
{
	game_clear(&game);
	story_end(&story);
}

void take(void)
{
	for (size_t i = 0; i < json_array_size(story.reports); i++) {
		int r = game_apply(&game, json_array_get(story.reports, i), &fault);

		ck_assert_msg(r != -EINVAL, "%s", fault.why);
	}
	json_array_clear(story.reports);
}

int tell(const char *event, const char *more)
{
	int r;

	take();
	r = game_apply(&game, story_tell(&story, event, more), &fault);
	json_array_clear(story.reports);
	return r;
}

void begin(const char *moves)
{
	story_ready(&story);
	story_play(&story, moves);
	take();
}

char *all_of(const struct game *g)
{
	json_t *object = build_game(g, true, NULL);
	char *text = json_dumps(object, JSON_SORT_KEYS | JSON_INDENT(1));

	json_decref(object);
	return text;
}

void expect_refused(const char *event, const char *more, const char *why)
{
	char *before, *after_it;

	take();
	before = all_of(&game);
	ck_assert_int_eq(tell(event, more), -EINVAL);
	ck_assert_msg(strstr(fault.why, why), "%s, not %s", fault.why, why);
	after_it = all_of(&game);
	ck_assert_str_eq(before, after_it);
	free(before);
	free(after_it);
}

void expect_moves(const char *san)
{
	char text[400] = "";

	for (size_t i = 0; i < game.ply_count; i++) {
		strcat(text, i > 0 ? " " : "");
		strcat(text, game.plies[i].san[0] != '\0' ? game.plies[i].san : "--");
	}
	ck_assert_str_eq(text, san);
}

void expect_fen(const char *fen)
{
	ck_assert_str_eq(fen_of(&game.pos), fen);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/files.h"

#include <stdio.h>

#include "broadcast/output/cloud.h"
#include "broadcast/output/scores.h"
#include "daemon/publish/snapshot.h"

/* Who gets the files. */
struct taker {
	files_offer *offer;
	void *data;
};

/* Table 0: all of the round. */
static void offer_games(const struct taker *to, const struct record *record, unsigned round,
			unsigned table, const struct pgn_options *options)
{
	char name[FILES_NAME_MAX];
	size_t len = 0;

	if (table > 0)
		snprintf(name, sizeof(name), "round-%u/game-%u.pgn", round, table);
	else
		snprintf(name, sizeof(name), "round-%u/games.pgn", round);
	to->offer(to->data, name, scores_write(record, round, table, options, &len));
}

/* Takes the object. */
static void offer_json(const struct taker *to, const char *name, json_t *object)
{
	to->offer(to->data, name, object ? json_dumps(object, JSON_COMPACT) : NULL);
	json_decref(object);
}

static void offer_round(const struct taker *to, const struct record *record, unsigned round,
			const struct snapshot_options *options)
{
	char name[FILES_NAME_MAX];

	offer_games(to, record, round, 0, &options->pgn);
	snprintf(name, sizeof(name), "round-%u/index.json", round);
	offer_json(to, name, cloud_folder_round(record, &options->cloud, round));
}

void files_gather(const struct publish *publish, files_offer *offer, void *data)
{
	const struct taker to = {offer, data};
	struct snapshot_view view = snapshot_view(publish->snapshot, true);
	const struct record *record = view.record;
	unsigned last = 0;
	struct snapshot_options options;

	snapshot_options(publish, &options);
	options.cloud.past = view.past;
	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (!g || g->round == 0 || g->table == 0 || game_is_copy(g))
			continue;
		offer_games(&to, record, g->round, g->table, &options.pgn);
		if (g->round != last)
			offer_round(&to, record, g->round, &options);
		last = g->round;
	}
	if (last > 0)
		offer_json(&to, "tournament.json", cloud_folder_tournament(record, &options.cloud));
}

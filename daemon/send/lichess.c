/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/lichess.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "broadcast/output/lichess.h"
#include "broadcast/output/scores.h"
#include "daemon/base/log.h"
#include "daemon/publish/delivery.h"
#include "daemon/publish/snapshot.h"
#include "daemon/send/lichess_push.h"

#define GATHER_MS      100
#define REST_MAX_S     30u /* after failures: 1, 2, 4 ... s */
#define TOO_MANY_S     60u /* after a 429: 60, 120 ... s */
#define TOO_MANY_MAX_S 600u
#define BODY_MIN       ((size_t)8 * 1024)
#define ADDRESS_LENGTH 1001

/* One game, by table and then by when it was heard of first. All under the lock. */
struct slot {
	struct slot *next;
	char gid[GAME_ID_MAX], round_id[12];
	unsigned round, table;
	uint64_t seq; /* of the game, when the text was made */
	char *text;
	size_t len, plies;
	unsigned version, done; /* of the text; that was answered */
	long understood;        /* plies, by the last answer of Lichess; -1: no answer yet */
	bool has_moves;         /* moves were sent, and Lichess has understood them */
	char problem[LICHESS_ERROR_MAX];
};

/* What a push has of a game. */
struct load {
	struct slot *slot;
	unsigned version;
	size_t plies;
};

struct send_lichess {
	struct publish *publish;
	uv_timer_t timer;
	pthread_t thread;
	bool is_running;
	/* the thread's */
	CURLSH *share; /* keeps the connection */
	size_t body_max;
	unsigned failures, refusals_429;
	bool is_failing;
	char refused_token[SECRET_MAX]; /* the token that was refused; empty: none was */
	uint64_t all_ms;                /* when all were sent last */

	pthread_mutex_t lock;
	pthread_cond_t wake;
	/* under the lock */
	bool is_stopping, is_reloaded;
	struct slot *slots;
	char url[ADDRESS_LENGTH], token_file[ADDRESS_LENGTH];
	uint64_t interval_ms, repeat_ms, timeout_ms;
	uint64_t pushes;
	struct delivery arrived;   /* the last push that was taken */
	char why[LICHESS_WHY_MAX]; /* why nothing arrives; empty: pushes arrive */
};

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* --- the thread: what goes into a push --- */

static bool is_dirty(const struct slot *slot)
{
	return slot->done != slot->version;
}

static struct slot *first_dirty(struct send_lichess *l)
{
	struct slot *slot = l->slots;

	while (slot && !is_dirty(slot))
		slot = slot->next;
	return slot;
}

/* Now and then every game is sent, which repairs whatever a push has missed. */
static void repeat(struct send_lichess *l)
{
	if (now_ms() < l->all_ms + l->repeat_ms)
		return;
	l->all_ms = now_ms();
	for (struct slot *slot = l->slots; slot; slot = slot->next)
		if (slot->text)
			slot->done = slot->version - 1;
}

/* Games of one round that wait, as many as fit. Returns how many, the body in *ret. */
static size_t pack(struct send_lichess *l, struct load loads[LICHESS_GAMES_MAX], char **ret,
		   size_t *ret_len)
{
	size_t lengths[LICHESS_GAMES_MAX] = {0}, found = 0, count, len = 0;
	const struct slot *first = first_dirty(l);

	for (struct slot *slot = l->slots; first && slot && found < LICHESS_GAMES_MAX;
	     slot = slot->next) {
		if (!is_dirty(slot) || strcmp(slot->round_id, first->round_id) != 0)
			continue;
		lengths[found] = slot->len;
		loads[found++] = (struct load){slot, slot->version, slot->plies};
	}
	count = lichess_part(lengths, found, l->body_max);
	assert(count <= found);
	for (size_t i = 0; i < count; i++)
		len += lengths[i];
	*ret = malloc(len + 1);
	if (!*ret)
		return 0;
	*ret_len = 0;
	for (size_t i = 0; i < count; i++) {
		memcpy(*ret + *ret_len, loads[i].slot->text, lengths[i]);
		*ret_len += lengths[i];
	}
	(*ret)[len] = '\0';
	return count;
}

/* --- the thread: what came of it --- */

static void tell_operator(struct slot *slot, const char *problem)
{
	if (problem[0] != '\0' && strcmp(problem, slot->problem) != 0)
		log_table(LOG_LEVEL_WARNING, slot->table, NULL, "lichess: %s: %s", slot->gid,
			  problem);
	else if (problem[0] == '\0' && slot->problem[0] != '\0')
		log_table(LOG_LEVEL_NOTICE, slot->table, NULL, "lichess: %s: understood again",
			  slot->gid);
	snprintf(slot->problem, sizeof(slot->problem), "%s", problem);
}

static void take_entry(const struct load *load, const struct lichess_entry *entry)
{
	char problem[LICHESS_ERROR_MAX];

	lichess_judge(entry, load->plies, load->slot->has_moves, problem);
	load->slot->has_moves |= entry->moves > 0;
	load->slot->done = load->version;
	load->slot->understood = entry->moves;
	tell_operator(load->slot, problem);
}

static void take_answer(const struct load *loads, size_t count, const struct lichess_answer *answer)
{
	struct lichess_entry entries[LICHESS_GAMES_MAX];
	bool is_answer =
		answer->fate == LICHESS_ANSWERED &&
		lichess_answer_read(answer->text ? answer->text : "", answer->len, entries, count);

	for (size_t i = 0; i < count; i++) {
		if (!is_answer) {
			entries[i] = (struct lichess_entry){.moves = -1};
			snprintf(entries[i].error, sizeof(entries[i].error), "%.100s",
				 answer->why[0] ? answer->why : "the answer is not understood");
		}
		take_entry(&loads[i], &entries[i]);
	}
}

static uint64_t failure_rest_ms(struct send_lichess *l)
{
	unsigned s = l->failures < 5 ? 1u << l->failures : REST_MAX_S;

	l->failures++;
	return 1000ull * s;
}

static uint64_t too_many_rest_ms(struct send_lichess *l, unsigned wait_s)
{
	unsigned s = l->refusals_429 < 4 ? TOO_MANY_S << l->refusals_429 : TOO_MANY_MAX_S;

	l->refusals_429++;
	return 1000ull * (wait_s > 0 ? wait_s : s);
}

/* A single game that is too long for a push cannot be split. */
static void shorten(struct send_lichess *l, const struct load *loads, size_t count,
		    const struct lichess_answer *answer)
{
	if (count == 1 || l->body_max <= BODY_MIN)
		take_answer(loads, count, answer);
	else
		l->body_max /= 2;
}

static void log_state(struct send_lichess *l, const struct lichess_answer *answer)
{
	bool is_failing = answer->fate != LICHESS_ANSWERED && answer->fate != LICHESS_BAD;

	if (is_failing && !l->is_failing)
		log_warning("lichess: %s", answer->why);
	else if (!is_failing && l->is_failing)
		log_notice("lichess: games are sent again");
	l->is_failing = is_failing;
	snprintf(l->why, sizeof(l->why), "%s", is_failing ? answer->why : "");
}

/* Returns how long to wait until the next. */
static uint64_t take(struct send_lichess *l, const struct load *loads, size_t count,
		     const struct lichess_answer *answer, const char *token)
{
	log_state(l, answer);
	l->pushes++;
	switch (answer->fate) {
	case LICHESS_ANSWERED:
	case LICHESS_BAD:
		l->failures = l->refusals_429 = 0;
		delivery_arrived(&l->arrived);
		take_answer(loads, count, answer);
		break;
	case LICHESS_TOO_LONG: shorten(l, loads, count, answer); break;
	case LICHESS_REFUSED:
		snprintf(l->refused_token, sizeof(l->refused_token), "%s", token);
		break;
	case LICHESS_TOO_MANY: return too_many_rest_ms(l, answer->wait_s);
	case LICHESS_FAILED: return failure_rest_ms(l);
	}
	return 0;
}

/* --- the thread --- */

/* With the lock: what is being sent is not waited for, nor is its answer. */
static bool is_in_vain(const struct send_lichess *l)
{
	return l->is_stopping || !publish_may_push(l->publish);
}

static bool is_over(void *data)
{
	struct send_lichess *l = data;
	bool is;

	pthread_mutex_lock(&l->lock);
	is = is_in_vain(l);
	pthread_mutex_unlock(&l->lock);
	return is;
}

/* What was refused is refused again, unless the token is another or the configuration was. */
static bool may_send(struct send_lichess *l, const char *token)
{
	if (strcmp(token, l->refused_token) != 0)
		l->refused_token[0] = '\0';
	return l->refused_token[0] == '\0';
}

static bool read_token(struct send_lichess *l, char token[SECRET_MAX])
{
	char path[ADDRESS_LENGTH];
	bool is_there;

	memcpy(path, l->token_file, sizeof(path));
	pthread_mutex_unlock(&l->lock);
	is_there = secret_read(path, token);
	pthread_mutex_lock(&l->lock);
	if (!is_there)
		snprintf(l->why, sizeof(l->why), "there is no token");
	return is_there;
}

/* Called with the lock, which is given up while the network is waited for. */
static uint64_t send_some(struct send_lichess *l)
{
	char url[ADDRESS_LENGTH], round[12], token[SECRET_MAX], *body = NULL;
	struct load loads[LICHESS_GAMES_MAX];
	struct lichess_push push = {.url = url, .round = round, .token = token};
	struct lichess_answer answer;
	uint64_t wait_ms;
	size_t count;

	if (!read_token(l, token))
		return failure_rest_ms(l);
	if (!may_send(l, token))
		return 0;
	count = pack(l, loads, &body, &push.len);
	if (count == 0) {
		free(body);
		return failure_rest_ms(l);
	}
	memcpy(url, l->url, sizeof(url));
	memcpy(round, loads[0].slot->round_id, sizeof(round));
	push.body = body;
	push.timeout_ms = (long)l->timeout_ms;
	push.is_over = is_over;
	push.data = l;
	pthread_mutex_unlock(&l->lock);
	lichess_push(l->share, &push, &answer);
	pthread_mutex_lock(&l->lock);
	wait_ms = is_in_vain(l) ? 0 : take(l, loads, count, &answer, token);
	free(answer.text);
	free(body);
	return wait_ms;
}

/* With the lock. The pause ends early when boardd stops, or when a new configuration may help. */
static void rest(struct send_lichess *l, uint64_t ms, bool until_reloaded)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += (time_t)(ms / 1000);
	until.tv_nsec += (long)(ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	while (!l->is_stopping && !(until_reloaded && l->is_reloaded) &&
	       pthread_cond_timedwait(&l->wake, &l->lock, &until) != ETIMEDOUT)
		continue;
}

static void *run(void *data)
{
	struct send_lichess *l = data;

	pthread_mutex_lock(&l->lock);
	while (!l->is_stopping) {
		uint64_t wait_ms = 0;

		/* First the pause: so games that come together are sent together, in order. */
		rest(l, l->interval_ms, false);
		if (l->is_reloaded)
			l->refused_token[0] = '\0';
		l->is_reloaded = false;
		repeat(l);
		if (!l->is_stopping && publish_may_push(l->publish) && first_dirty(l))
			wait_ms = send_some(l);
		if (wait_ms > 0)
			rest(l, wait_ms, true);
	}
	pthread_mutex_unlock(&l->lock);
	return NULL;
}

/* --- the loop --- */

static struct slot *slot_of(struct send_lichess *l, const struct game *g)
{
	struct slot **at = &l->slots, *slot;

	for (slot = l->slots; slot; slot = slot->next)
		if (strcmp(slot->gid, g->id) == 0)
			return slot;
	slot = calloc(1, sizeof(*slot));
	if (!slot)
		return NULL;
	snprintf(slot->gid, sizeof(slot->gid), "%s", g->id);
	slot->round = g->round;
	slot->table = g->table;
	slot->understood = -1;
	while (*at && (*at)->table <= g->table)
		at = &(*at)->next;
	slot->next = *at;
	*at = slot;
	return slot;
}

/* With the lock. Takes the text. */
static void post(struct slot *slot, const struct game *g, const char *round_id, char *text,
		 size_t len)
{
	const char *dropped = lichess_drops(g);

	slot->seq = g->seq;
	if (slot->text && strcmp(slot->text, text) == 0 && strcmp(slot->round_id, round_id) == 0) {
		free(text);
		return;
	}
	free(slot->text);
	slot->text = text;
	slot->len = len;
	slot->plies = lichess_plies(text);
	slot->version++;
	snprintf(slot->round_id, sizeof(slot->round_id), "%s", round_id);
	if (dropped && slot->version == 1)
		log_table(LOG_LEVEL_WARNING, slot->table, NULL, "lichess: %s: %s", slot->gid,
			  dropped);
}

static void offer(struct send_lichess *l, const struct record *record, const struct game *g,
		  const struct pgn_options *options)
{
	const char *round_id = config_lichess_round(&l->publish->config, g->round);
	struct slot *slot = NULL;
	size_t len = 0;
	char *text;

	if (!round_id)
		return;
	pthread_mutex_lock(&l->lock);
	slot = slot_of(l, g);
	pthread_mutex_unlock(&l->lock);
	if (slot && slot->seq == g->seq)
		return;
	text = slot ? scores_write(record, g->round, g->table, options, &len) : NULL;
	if (!text) {
		log_error("out of memory: game %s is not sent", g->id);
		return;
	}
	pthread_mutex_lock(&l->lock);
	post(slot, g, round_id, text, len);
	pthread_mutex_unlock(&l->lock);
}

static void gather(uv_timer_t *timer)
{
	struct send_lichess *l = timer->data;
	const struct record *record = snapshot_view(l->publish->snapshot, true).record;
	const struct config_time_control *control = &l->publish->config.game.time_control;
	char time_control[LICHESS_CLOCK_MAX];
	struct snapshot_options options;

	snapshot_options(l->publish, &options);
	options.pgn.both_lost = true;
	options.pgn.last_only = true; /* Lichess keeps what it has of a game */
	options.pgn.ascii = false;    /* Lichess finds a game by the names of its players */
	if (control->count == 1)
		options.pgn.time_control =
			lichess_time_control(control->stages[0].time_s,
					     control->stages[0].increment_s, time_control)
				? time_control
				: NULL;
	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (g && g->table > 0 && g == scores_game(record, g->round, g->table))
			offer(l, record, g, &options.pgn);
	}
}

static void changed(void *data)
{
	struct send_lichess *l = data;

	if (l->is_running && !uv_is_active((uv_handle_t *)&l->timer))
		uv_timer_start(&l->timer, gather, GATHER_MS, 0);
}

/* --- beginning and end --- */

static void copy_config(struct send_lichess *l)
{
	const struct config *config = &l->publish->config;

	pthread_mutex_lock(&l->lock);
	snprintf(l->url, sizeof(l->url), "%s", config->lichess.url);
	snprintf(l->token_file, sizeof(l->token_file), "%s",
		 config->lichess.token_file ? config->lichess.token_file : "");
	l->interval_ms = config->lichess.interval_ms;
	l->repeat_ms = config->lichess.repeat_ms;
	l->timeout_ms = config->lichess.timeout_ms;
	l->is_reloaded = true;
	/* The texts may be written in another manner now, or go to another round. */
	for (struct slot *slot = l->slots; slot; slot = slot->next)
		slot->seq = 0;
	pthread_cond_signal(&l->wake);
	pthread_mutex_unlock(&l->lock);
}

void send_lichess_reload(struct send_lichess *l)
{
	copy_config(l);
	if (!l->is_running && l->publish->config.lichess.rounds.count > 0) {
		curl_global_init(CURL_GLOBAL_DEFAULT);
		l->share = curl_share_init();
		curl_share_setopt(l->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
		l->all_ms = now_ms();
		l->is_running = l->share && pthread_create(&l->thread, NULL, run, l) == 0;
		if (!l->is_running)
			log_error("games cannot be sent to Lichess: no thread");
	}
	changed(l);
}

int send_lichess_new(struct send_lichess **ret, struct publish *publish)
{
	struct send_lichess *l = calloc(1, sizeof(*l));

	if (!l)
		return -ENOMEM;
	*ret = l;
	l->publish = publish;
	l->body_max = LICHESS_BODY_MAX;
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->wake, NULL);
	uv_timer_init(&publish->loop, &l->timer);
	l->timer.data = l;
	send_lichess_reload(l);
	return snapshot_listen(publish->snapshot, changed, l);
}

static void closed(uv_handle_t *handle)
{
	struct send_lichess *l = handle->data;

	while (l->slots) {
		struct slot *slot = l->slots;

		l->slots = slot->next;
		free(slot->text);
		free(slot);
	}
	if (l->share) {
		curl_share_cleanup(l->share);
		curl_global_cleanup();
	}
	pthread_cond_destroy(&l->wake);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

void send_lichess_free(struct send_lichess *l)
{
	if (!l)
		return;
	snapshot_unlisten(l->publish->snapshot, l);
	pthread_mutex_lock(&l->lock);
	l->is_stopping = true;
	pthread_cond_signal(&l->wake);
	pthread_mutex_unlock(&l->lock);
	if (l->is_running)
		pthread_join(l->thread, NULL);
	uv_close((uv_handle_t *)&l->timer, closed);
}

json_t *send_lichess_status(struct send_lichess *l)
{
	json_t *games;
	json_t *status;

	if (!l || !l->is_running)
		return json_null();
	games = json_array();
	pthread_mutex_lock(&l->lock);
	for (const struct slot *slot = l->slots; slot; slot = slot->next)
		json_array_append_new(
			games, json_pack("{s:s, s:i, s:i, s:I, s:o, s:s?}", "game", slot->gid,
					 "table", (int)slot->table, "round", (int)slot->round,
					 "plies", (json_int_t)slot->plies, "understood",
					 slot->understood < 0 ? json_null()
							      : json_integer(slot->understood),
					 "problem", slot->problem[0] ? slot->problem : NULL));
	status = json_pack("{s:I, s:o, s:s?, s:o}", "pushes", (json_int_t)l->pushes, "last",
			   delivery_last(&l->arrived), "why", l->why[0] ? l->why : NULL, "games",
			   games);
	pthread_mutex_unlock(&l->lock);
	return status;
}

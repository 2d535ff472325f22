/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "rules-core/winnable_private.h"

/*
 * Best-first search for a helpmate. Three queues are served in turn: one prefers
 * what looks like a mate, one what is new, a man on a square where none of its
 * kind stood before, one the shortest way. When they are empty, everything that can arise was seen
 * and there is no mate. A position reached by a capture or a pawn's move is first
 * put to the proof for locked men; what is proven there is not searched.
 */

#define BUCKETS 256u

#define AFTER_RELIEF 14 /* moves from a starved side's relief to a mate, guessed high */

#define WAITS 1 /* replies to a novel position that are looked at soon */

#define NOISE 27 /* bits of a hash left out: noise up to 31, */
#define CALM  29 /* and up to 7 */

#define REPEATED 3 /* so many positions found again cost as much as a new one */

enum { BY_MATE, BY_NOVELTY, BY_LENGTH, QUEUES = WINNABLE_QUEUES };

struct queue {
	uint32_t head[BUCKETS];
	uint64_t used[BUCKETS / 64];
};

/* What was seen of the positions with the same pawns and the same number of men. */
struct seen {
	uint64_t tag;
	rules_set of_piece[16];
	rules_set kings[64];
};
#define SEEN 64u

struct search {
	struct winnable_store store;
	enum rules_color winner;
	uint32_t spent, dived, limit;
	uint32_t repeated; /* positions found again */
	unsigned waited;   /* replies to the novel position that is expanded */
	bool counts_tempi; /* one side has only pawn moves left: the shortest way first */
	uint32_t asked, looked, proven; /* by the proof for locked men */
	struct rules_helpmate *line;
	struct winnable_starved starved;
	struct queue queue[QUEUES];
	struct seen *seen;
};

static void push(struct search *s, unsigned q, unsigned bucket, uint32_t node)
{
	struct queue *queue = &s->queue[q];

	bucket = bucket < BUCKETS ? bucket : BUCKETS - 1;
	s->store.nodes[node].next[q] = queue->used[bucket / 64] >> (bucket % 64) & 1
					       ? queue->head[bucket]
					       : WINNABLE_NO_NODE;
	queue->head[bucket] = node;
	queue->used[bucket / 64] |= UINT64_C(1) << (bucket % 64);
}

static uint32_t pop(struct search *s, unsigned q)
{
	struct queue *queue = &s->queue[q];

	for (unsigned word = 0; word < BUCKETS / 64; word++) {
		if (queue->used[word]) {
			unsigned bucket = word * 64 + (unsigned)__builtin_ctzll(queue->used[word]);
			uint32_t node = queue->head[bucket];

			queue->head[bucket] = s->store.nodes[node].next[q];
			if (queue->head[bucket] == WINNABLE_NO_NODE)
				queue->used[word] &= queue->used[word] - 1;
			return node;
		}
	}
	return WINNABLE_NO_NODE;
}

static struct seen *seen_of(struct search *s, const struct rules_position *pos)
{
	uint64_t tag = rules_men(pos, RULES_WHITE, RULES_PAWN) * UINT64_C(0x9e3779b97f4a7c15);
	struct seen *seen;

	tag ^= tag >> 31;
	tag += rules_men(pos, RULES_BLACK, RULES_PAWN);
	tag = tag * UINT64_C(0xbf58476d1ce4e5b9) +
	      (uint64_t)(rules_count(pos->of_color[0]) * 64 + rules_count(pos->of_color[1]));
	tag *= UINT64_C(0x94d049bb133111eb);
	seen = &s->seen[tag >> 58];
	if (seen->tag != tag) {
		memset(seen, 0, sizeof(*seen));
		seen->tag = tag;
	}
	return seen;
}

static unsigned looks_old(struct search *s, const struct rules_position *pos, uint32_t node)
{
	const struct winnable_node *n = &s->store.nodes[node];
	rules_square to = rules_to(n->move);
	struct seen *seen = seen_of(s, pos);
	rules_square white = rules_lowest(rules_men(pos, RULES_WHITE, RULES_KING));
	rules_square black = rules_lowest(rules_men(pos, RULES_BLACK, RULES_KING));
	unsigned code = winnable_code_at(n, to);
	bool new_square = !rules_has(seen->of_piece[code], to);
	bool new_kings = !rules_has(seen->kings[white], black);

	seen->of_piece[code] |= rules_set_of(to);
	seen->kings[white] |= rules_set_of(black);
	return new_square ? 0 : new_kings ? 1 : 2;
}

/*
 * A man on a long way makes every second move; what the other side does meanwhile is
 * seldom new. So that the way is not lost there, some quiet replies to a novel position
 * are looked at as soon as novel ones.
 */
static bool waits(struct search *s, uint32_t node)
{
	const struct winnable_node *n = &s->store.nodes[node];

	return (s->store.nodes[n->parent].state & WINNABLE_NOVEL) &&
	       !(n->state & WINNABLE_PROGRESS) && s->waited++ < WAITS;
}

/* Bishops and knights mate by a picture that takes many quiet steps: little noise is right. */
static bool has_only_minors(const struct rules_position *pos, enum rules_color color)
{
	return !(pos->of_color[color] &
		 (pos->of_kind[RULES_PAWN] | pos->of_kind[RULES_ROOK] | pos->of_kind[RULES_QUEEN]));
}

/* A new position: is it the mate? If not, it is queued. */
static bool is_mate(struct search *s, uint32_t node)
{
	struct rules_position pos;
	unsigned far, old, relief;
	bool starves;
	uint32_t noise; /* breaks ties: many positions look the same */

	winnable_store_view(&s->store, node, &pos);
	if (pos.turn != s->winner && rules_in_check(&pos) && !rules_has_legal_move(&pos))
		return true;
	if ((s->store.nodes[node].state & WINNABLE_PROGRESS) &&
	    rules_material_cannot_mate(&pos, s->winner))
		return false;
	relief = winnable_relief(&s->starved, &pos, &starves);
	if (starves)
		return false;
	far = winnable_guess_mate(&pos, s->winner);
	old = looks_old(s, &pos, node);
	if (old == 0)
		s->store.nodes[node].state |= WINNABLE_NOVEL;
	else if (waits(s, node))
		old = 1;
	noise = node * 2654435761u;
	push(s, BY_MATE, far + (noise >> (has_only_minors(&pos, s->winner) ? CALM : NOISE)), node);
	push(s, BY_NOVELTY, old < 2 ? old : 2 + far / 2 + (noise >> NOISE), node);
	push(s, BY_LENGTH,
	     s->store.nodes[node].depth +
		     6 * (relief ? AFTER_RELIEF + relief : winnable_guess_length(&pos, s->winner)) +
		     (noise >> 30),
	     node);
	return false;
}

enum step { NOTHING, MATE, TIRED };

static bool tell_line(const struct search *s, uint32_t node, struct rules_helpmate *ret_line)
{
	size_t count = 0;

	for (uint32_t n = node; s->store.nodes[n].parent != WINNABLE_NO_NODE;
	     n = s->store.nodes[n].parent)
		count++;
	if (count + WINNABLE_DIVE_MAX > RULES_HELPMATE_MAX)
		return false;
	ret_line->count = count;
	for (uint32_t n = node; count > 0; n = s->store.nodes[n].parent)
		ret_line->move[--count] = s->store.nodes[n].move;
	return true;
}

/* After progress: is it locked now, or does a dive find the mate? */
static enum step look_ahead(struct search *s, uint32_t node, bool *ret_locked)
{
	struct rules_position pos;

	winnable_store_position(&s->store, node, &pos);
	*ret_locked = winnable_is_locked(&pos, s->winner, &s->spent);
	s->looked++;
	s->proven += *ret_locked;
	if (*ret_locked || s->dived > s->spent / 4)
		return NOTHING;
	if (tell_line(s, node, s->line)) {
		uint32_t spent = 0;
		bool mate = winnable_dive(&pos, s->winner, node, s->line, &spent);

		s->spent += spent;
		s->dived += spent;
		if (mate)
			return MATE;
	}
	s->line->count = 0;
	return NOTHING;
}

/* Where the proof seldom succeeds, it is tried less often. */
static bool is_worth_a_look(struct search *s)
{
	s->asked++;
	return 6 * s->proven + 20 >= s->looked || s->asked % 32 == 0;
}

/* Makes some moves of a position. */
static enum step make(struct search *s, uint32_t node, const rules_move *moves, size_t count)
{
	struct winnable_brood brood;

	winnable_store_play(&s->store, node, moves, count, &brood);
	for (size_t i = 0; i < count; i++) {
		uint32_t next;

		if (s->spent >= s->limit)
			return TIRED;
		next = winnable_store_add(&s->store, &brood, i);
		s->spent += next != WINNABLE_NO_NODE || s->repeated++ % REPEATED == 0;
		if (next != WINNABLE_NO_NODE && is_mate(s, next))
			return tell_line(s, next, s->line) ? MATE : TIRED;
	}
	return NOTHING;
}

/* Makes all moves of a position. */
static enum step expand(struct search *s, uint32_t node)
{
	struct rules_position pos;
	struct rules_moves moves;
	enum step step = NOTHING;

	if ((s->store.nodes[node].state & WINNABLE_PROGRESS) && is_worth_a_look(s)) {
		bool locked;

		step = look_ahead(s, node, &locked);
		if (step != NOTHING || locked)
			return step;
	}
	s->waited = 0;
	winnable_store_view(&s->store, node, &pos);
	rules_legal_moves(&pos, &moves);
	for (size_t i = 0; i < moves.count && step == NOTHING; i += WINNABLE_BROOD) {
		size_t rest = moves.count - i;

		step = make(s, node, moves.move + i, rest < WINNABLE_BROOD ? rest : WINNABLE_BROOD);
	}
	return step;
}

static enum rules_winnable run(struct search *s)
{
	for (unsigned turn = 0;; turn++) {
		uint32_t node = pop(s, s->counts_tempi ? BY_LENGTH : turn % QUEUES);

		if (node == WINNABLE_NO_NODE) /* every node is in all queues */
			return RULES_WINNABLE_NO;
		if (s->store.nodes[node].state & WINNABLE_EXPANDED)
			continue;
		s->store.nodes[node].state |= WINNABLE_EXPANDED;
		switch (expand(s, node)) {
		case NOTHING: break;
		case MATE: return RULES_WINNABLE_YES;
		case TIRED: return RULES_WINNABLE_UNKNOWN;
		}
	}
}

size_t rules_winnable_room(uint32_t nodes)
{
	return SEEN * sizeof(struct seen) + winnable_store_room(nodes);
}

static bool must_move_pawns(const struct rules_position *pos, enum rules_color color)
{
	struct rules_position turned = *pos;
	struct rules_moves moves;

	turned.turn = (uint8_t)color;
	turned.passed = RULES_NO_SQUARE;
	rules_legal_moves_between(&turned, ~pos->of_kind[RULES_PAWN], RULES_ALL_SQUARES, &moves);
	return moves.count == 0;
}

enum rules_winnable winnable_search(const struct rules_position *pos, enum rules_color color,
				    struct rules_winnable_effort effort,
				    struct rules_helpmate *ret_line, uint32_t *spent)
{
	struct search s = {.winner = color,
			   .spent = *spent,
			   .limit = effort.nodes,
			   .line = ret_line,
			   .seen = effort.memory};
	enum rules_winnable answer;
	bool starves;

	memset(s.seen, 0, SEEN * sizeof(struct seen));
	winnable_store_init(&s.store, pos, s.seen + SEEN, effort.nodes);
	s.counts_tempi = must_move_pawns(pos, RULES_WHITE) || must_move_pawns(pos, RULES_BLACK);
	winnable_starved_init(&s.starved, pos, color);
	winnable_relief(&s.starved, pos, &starves);
	if (starves)
		return RULES_WINNABLE_NO;
	for (unsigned q = 0; q < QUEUES; q++)
		push(&s, q, 0, 0);
	answer = run(&s);
	*spent = s.spent;
	return answer;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_WINNABLE_PRIVATE_H
#define BOARDD_RULES_WINNABLE_PRIVATE_H

#include "rules-core/attacks.h"
#include "rules-core/check.h"
#include "rules-core/winnable.h"

/*
 * The parts of winnable: a line played straight to a mate (winnable_dive.c); the
 * proofs for locked men (winnable_locked.c) from bounds of what can ever move
 * (winnable_reach.c) and the pictures of mate that they leave possible
 * (winnable_picture.c); the proof for a side that runs out of moves
 * (winnable_starved.c); and the search (winnable_search.c) with its store of
 * positions (winnable_store.c) and its guesses (winnable_guess.c).
 */

/* A position of chess, as far as the proofs and the search need it. */
bool winnable_is_chess(const struct rules_position *pos);

/*
 * True only if color can never mate, because of what is locked; false says nothing.
 * Any position with one king each. Adds its cost to spent.
 */
bool winnable_is_locked(const struct rules_position *pos, enum rules_color color, uint32_t *spent);

/* The same with more effort: what each capture leaves is looked at by itself. */
bool winnable_is_locked_by_captures(const struct rules_position *pos, enum rules_color color,
				    uint32_t limit, uint32_t *spent);

/* What can ever happen, for winnable_picture.c: all sets are upper bounds. */
#define WINNABLE_MEN 32

struct winnable_man {
	enum rules_kind kind;
	enum rules_color color;
	rules_set first;    /* the square where it stands */
	rules_set origin;   /* where it stands when the bounds begin: one square, or several */
	rules_set as_pawn;  /* where it may stand as a pawn, */
	rules_set as_piece; /* and as a piece, promoted or not */
	bool strayed;       /* a pawn that has left its file */
	bool capturable;
	bool open; /* castling may take it away from its square */
};

struct winnable_reach {
	unsigned count;
	unsigned king[2]; /* which man */
	enum rules_color winner;
	bool quiet; /* the bounds hold until the next capture only */
	struct winnable_man man[WINNABLE_MEN];
	rules_set fixed[2];              /* men that stand where they are for ever */
	rules_set guarded[2];            /* squares that a colour attacks for ever */
	rules_set guarded_by_leapers[2]; /* the same, by pawns and knights alone */
	rules_set visited[2];  /* squares where a colour's men other than the king may stand */
	rules_set attacked[2]; /* squares that its men other than the king may attack */
};

/* Each man on its square; false if the bounds do not hold for pos (en passant, too many men). */
bool winnable_reach_init(struct winnable_reach *reach, const struct rules_position *pos,
			 enum rules_color winner);

/* Grows the bounds until they hold for ever; returns how many passes it took. */
uint32_t winnable_reach_grow(struct winnable_reach *reach);

/* The man stands where it does, and is not captured, as long as the bounds hold. */
bool winnable_is_fixed(const struct winnable_man *man);

/* Fills in what is attacked. */
void winnable_reach_attacks(struct winnable_reach *reach);

/* Could color mate somewhere, as far as these bounds tell? */
bool winnable_has_picture(const struct winnable_reach *reach, enum rules_color color);

/* What a man attacks as a piece from all its squares, past all men but blockers. */
rules_set winnable_piece_attacks(const struct winnable_man *man, rules_set blockers);

static inline rules_set winnable_king_steps(rules_set kings)
{
	rules_set row = kings | rules_towards_a(kings) | rules_towards_h(kings);

	return (row | row << 8 | row >> 8) & ~(rules_is_single(kings) ? kings : 0);
}

/*
 * A side that is starved: all it can do is to step on with some pawns, and when it
 * has no step left it is stalemated, unless the other side relieves it in time.
 */
struct winnable_starved {
	bool holds; /* wherever the following is so: */
	enum rules_color poor, winner;
	rules_set still, of_kind[RULES_KINDS], of_color[2]; /* these men stand there, */
	rules_set way[2];                                   /* and pawns of a colour only here */
	rules_set targets; /* men that stand still and that the other king could capture */
};

void winnable_starved_init(struct winnable_starved *starved, const struct rules_position *pos,
			   enum rules_color winner);

/*
 * How many moves of the other side it takes at least until the poor one is relieved;
 * 0 if nobody starves here. ret_starves: true only if the winner cannot mate from pos.
 */
unsigned winnable_relief(const struct winnable_starved *starved, const struct rules_position *pos,
			 bool *ret_starves);

/*
 * A position in 56 bytes. The men are four planes: the bits of kind + 1, and
 * the colour.
 */
#define WINNABLE_NO_NODE UINT32_MAX
#define WINNABLE_QUEUES  3 /* of the search */

struct winnable_node {
	rules_set plane[4];
	uint32_t parent;
	uint32_t next[WINNABLE_QUEUES];
	uint16_t depth;  /* half-moves from the root */
	rules_move move; /* from the parent */
	uint8_t passed;  /* only if a pawn stands ready to take there */
	uint8_t state;   /* as follows; the high half are the castling rights */
};

enum {
	WINNABLE_BLACK = 1,    /* to move */
	WINNABLE_EXPANDED = 2, /* its moves were made */
	WINNABLE_PROGRESS = 4, /* reached by a capture or a pawn's move */
	WINNABLE_NOVEL = 8,    /* reached by a man's step to a square that is new to its kind */
	WINNABLE_SAME = 0xf1,  /* what of it belongs to the position */
};

struct winnable_slot {
	uint32_t tag, node;
};

struct winnable_store {
	struct winnable_node *nodes;
	struct winnable_slot *slots;
	uint32_t count, mask;
	unsigned rights;
	rules_square right[4]; /* the rooks behind the rights of a state */
};

/* The bytes it needs for so many nodes. */
size_t winnable_store_room(uint32_t nodes);

/* Holds the root, without a move or a parent, as its first node. At most four castling rights. */
void winnable_store_init(struct winnable_store *store, const struct rules_position *root,
			 void *memory, uint32_t nodes);

/* The position of a node, without what rules_position.at says. */
void winnable_store_view(const struct winnable_store *store, uint32_t node,
			 struct rules_position *ret_pos);

/* The whole position, except for its key and counts. */
void winnable_store_position(const struct winnable_store *store, uint32_t node,
			     struct rules_position *ret_pos);

/* The four bits of a square: 0 for no man, else kind + 1, and 8 for Black. */
unsigned winnable_code_at(const struct winnable_node *node, rules_square square);

/* What some moves of one position lead to. */
#define WINNABLE_BROOD 16

struct winnable_brood {
	size_t count;
	struct winnable_node nodes[WINNABLE_BROOD];
	uint64_t hash[WINNABLE_BROOD];
};

/* Plays at most WINNABLE_BROOD legal moves of a node. */
void winnable_store_play(const struct winnable_store *store, uint32_t parent,
			 const rules_move *moves, size_t count, struct winnable_brood *ret);

/* The new node of one of them; WINNABLE_NO_NODE if it was there before. */
uint32_t winnable_store_add(struct winnable_store *store, const struct winnable_brood *brood,
			    size_t which);

/* How far from mate a position looks, and how many moves are needed at least; small is near. */
unsigned winnable_guess_mate(const struct rules_position *pos, enum rules_color us);
unsigned winnable_guess_length(const struct rules_position *pos, enum rules_color us);

/*
 * Plays a line towards a mate and adds it to ret_line; false if it did not come
 * to one, and ret_line is as before. Adds its cost to spent.
 */
#define WINNABLE_DIVE_MAX 120 /* half-moves */
bool winnable_dive(const struct rules_position *pos, enum rules_color color, unsigned number,
		   struct rules_helpmate *ret_line, uint32_t *spent);

/* How many steps a king needs on an empty board. */
static inline int winnable_distance(rules_square a, rules_square b)
{
	int files = rules_file_of(a) - rules_file_of(b),
	    ranks = rules_rank_of(a) - rules_rank_of(b);

	files = files < 0 ? -files : files;
	ranks = ranks < 0 ? -ranks : ranks;
	return files > ranks ? files : ranks;
}

/* Best-first search from pos; see winnable_search.c. */
enum rules_winnable winnable_search(const struct rules_position *pos, enum rules_color color,
				    struct rules_winnable_effort effort,
				    struct rules_helpmate *ret_line, uint32_t *spent);

#endif

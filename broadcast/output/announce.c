/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/announce.h"

#include <string.h>

#include "rules-core/san.h"

/* --- words --- */

/* Appendix D.2.1 (2023), in its national editions. */
static const struct tongue {
	const char *code;
	const char *files[8], *ranks[8];
	const char *pieces[RULES_KINDS];
	const char *castling[2]; /* by enum rules_side */
	const char *takes, *promotes, *check, *mate, *illegal, *move;
	const char *colors[2], *wins[2];
	const char *draw, *both_lost, *goes_on;
	const char *words[ANNOUNCE_WORDS];
} tongues[ANNOUNCE_LANGUAGES] = {
	[ANNOUNCE_EN] = {.code = "en",
			 .files = {"Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav",
				   "Hector"},
			 .ranks = {"one", "two", "three", "four", "five", "six", "seven", "eight"},
			 .pieces = {"pawn", "knight", "bishop", "rook", "queen", "king"},
			 .castling = {"short castling", "long castling"},
			 .takes = "takes",
			 .promotes = "promotes to",
			 .check = "check",
			 .mate = "checkmate",
			 .illegal = "illegal move",
			 .move = "Move",
			 .colors = {"White", "Black"},
			 .wins = {"White wins", "Black wins"},
			 .draw = "Draw",
			 .both_lost = "Both have lost",
			 .goes_on = "The game goes on",
			 .words = {"Correction", "Taken back"}},
	[ANNOUNCE_DA] = {.code = "da",
			 .files = {"Anna", "Bodil", "Cecilie", "Dora", "Erik", "Frederik", "Gustav",
				   "Henrik"},
			 .ranks = {"et", "to", "tre", "fire", "fem", "seks", "syv", "otte"},
			 .pieces = {"bonde", "springer", "løber", "tårn", "dronning", "konge"},
			 .castling = {"kort rokade", "lang rokade"},
			 .takes = "slår",
			 .promotes = "forvandles til",
			 .check = "skak",
			 .mate = "skakmat",
			 .illegal = "ulovligt træk",
			 .move = "Træk",
			 .colors = {"Hvid", "Sort"},
			 .wins = {"Hvid vinder", "Sort vinder"},
			 .draw = "Remis",
			 .both_lost = "Begge har tabt",
			 .goes_on = "Partiet fortsætter",
			 .words = {"Rettelse", "Taget tilbage"}},
	[ANNOUNCE_NO] = {.code = "no",
			 .files = {"Anna", "Bella", "Cæsar", "David", "Eva", "Felix", "Gustav",
				   "Hector"},
			 .ranks = {"en", "to", "tre", "fire", "fem", "seks", "sju", "åtte"},
			 .pieces = {"bonde", "springer", "løper", "tårn", "dronning", "konge"},
			 .castling = {"kort rokade", "lang rokade"},
			 .takes = "slår",
			 .promotes = "forvandles til",
			 .check = "sjakk",
			 .mate = "matt",
			 .illegal = "ulovlig trekk",
			 .move = "Trekk",
			 .colors = {"Hvit", "Svart"},
			 .wins = {"Hvit vinner", "Svart vinner"},
			 .draw = "Remis",
			 .both_lost = "Begge har tapt",
			 .goes_on = "Partiet fortsetter",
			 .words = {"Rettelse", "Tatt tilbake"}},
	[ANNOUNCE_DE] = {.code = "de",
			 .files = {"Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav",
				   "Hector"},
			 .ranks = {"eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben",
				   "acht"},
			 .pieces = {"Bauer", "Springer", "Läufer", "Turm", "Dame", "König"},
			 .castling = {"Kurze Rochade", "Lange Rochade"},
			 .takes = "schlägt",
			 .promotes = "Umwandlung in",
			 .check = "Schach",
			 .mate = "matt",
			 .illegal = "regelwidriger Zug",
			 .move = "Zug",
			 .colors = {"Weiß", "Schwarz"},
			 .wins = {"Weiß gewinnt", "Schwarz gewinnt"},
			 .draw = "Remis",
			 .both_lost = "Beide haben verloren",
			 .goes_on = "Die Partie geht weiter",
			 .words = {"Korrektur", "Zurückgenommen"}},
};

enum announce_language announce_language_of(const char *name)
{
	static const struct {
		const char *code;
		enum announce_language language;
	} others[] = {{"nb", ANNOUNCE_NO}, {"nn", ANNOUNCE_NO}};
	size_t len = strcspn(name, "_.@");

	for (size_t i = 0; i < ANNOUNCE_LANGUAGES; i++)
		if (strlen(tongues[i].code) == len && strncmp(tongues[i].code, name, len) == 0)
			return (enum announce_language)i;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (strlen(others[i].code) == len && strncmp(others[i].code, name, len) == 0)
			return others[i].language;
	return ANNOUNCE_LANGUAGES;
}

const char *announce_language_code(enum announce_language language)
{
	return tongues[language].code;
}

const char *announce_word(enum announce_word word, enum announce_language language)
{
	return tongues[language].words[word];
}

const char *announce_result(const char *result, enum announce_language language)
{
	const struct tongue *t = &tongues[language];
	const struct {
		const char *result, *text;
	} all[] = {{"1-0", t->wins[RULES_WHITE]},
		   {"0-1", t->wins[RULES_BLACK]},
		   {"1/2-1/2", t->draw},
		   {"0-0", t->both_lost},
		   {"*", t->goes_on},
		   {"1/2-0", "1/2 - 0"},
		   {"0-1/2", "0 - 1/2"}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (strcmp(all[i].result, result) == 0)
			return all[i].text;
	return NULL;
}

/* --- sentences --- */

/* A blank before all words but the first, which begins with a capital. */
struct sentence {
	struct rules_text *out;
	const struct tongue *tongue;
	bool has_begun;
};

static void say(struct sentence *s, const char *word)
{
	bool is_lower = word[0] >= 'a' && word[0] <= 'z';

	if (s->has_begun)
		rules_text_char(s->out, ' ');
	else if (is_lower)
		rules_text_char(s->out, (char)(word[0] - 'a' + 'A'));
	rules_text_string(s->out, !s->has_begun && is_lower ? word + 1 : word);
	s->has_begun = true;
}

static void pause(struct sentence *s)
{
	rules_text_char(s->out, ',');
}

/* A file by its name, a rank by its number, and so a square by both. */
static void say_place(struct sentence *s, char c)
{
	if (rules_is_file(c))
		say(s, s->tongue->files[c - 'a']);
	else if (rules_is_rank(c))
		say(s, s->tongue->ranks[c - '1']);
}

/*
 * What is said is what is written (Appendix C): the same origin where another
 * man of the kind could go there too. Behind it stand +, # and the promotion.
 */
static void say_squares(struct sentence *s, const char *san)
{
	size_t len = strcspn(san, "=+#");

	for (size_t i = san[0] >= 'A' && san[0] <= 'Z' ? 1 : 0; i < len; i++) {
		if (san[i] == 'x')
			say(s, s->tongue->takes);
		else
			say_place(s, san[i]);
	}
}

static void say_rest(struct sentence *s, rules_move move, const char *san)
{
	const struct tongue *t = s->tongue;
	char last = san[strlen(san) - 1];

	if (rules_special_of(move) == RULES_EN_PASSANT)
		say(s, "en passant");
	if (rules_is_promotion(move)) {
		pause(s);
		say(s, t->promotes);
		say(s, t->pieces[rules_promoted_to(move)]);
	}
	if (last == '+' || last == '#') {
		pause(s);
		say(s, last == '#' ? t->mate : t->check);
	}
}

void announce_move(struct rules_text *out, const struct rules_position *pos, rules_move move,
		   enum announce_language language)
{
	struct sentence s = {.out = out, .tongue = &tongues[language]};
	char san[RULES_SAN_MAX];
	struct rules_text text = rules_text_in(san, sizeof(san));

	rules_san_write(&text, pos, move, RULES_EN, RULES_SAN_PGN);
	if (rules_is_castling(move)) {
		say(&s, s.tongue->castling[rules_castling_side(move)]);
	} else {
		say(&s, s.tongue->pieces[rules_kind_of(pos->at[rules_from(move)])]);
		say_squares(&s, san);
	}
	say_rest(&s, move, san);
}

/* No notation has it; the squares it went from and to are all that can be said. */
static void announce_illegal(struct rules_text *out, const char *uci,
			     enum announce_language language)
{
	struct sentence s = {.out = out, .tongue = &tongues[language]};

	say(&s, s.tongue->illegal);
	for (size_t i = 0; i < 4 && uci[i] != '\0'; i++) {
		if (i % 2 == 0)
			pause(&s);
		say_place(&s, uci[i]);
	}
}

void announce_ply(struct rules_text *out, const struct game *g, size_t i,
		  enum announce_language language)
{
	const struct game_ply *ply = &g->plies[i];
	struct rules_position pos;

	if (ply->move == RULES_NO_MOVE) {
		announce_illegal(out, ply->uci, language);
		return;
	}
	game_position(g, i, &pos);
	announce_move(out, &pos, ply->move, language);
}

void announce_turn(struct rules_text *out, const struct rules_position *before,
		   enum announce_language language)
{
	const struct tongue *t = &tongues[language];

	rules_text_string(out, t->move);
	rules_text_char(out, ' ');
	rules_text_number(out, before->number);
	rules_text_string(out, ", ");
	rules_text_string(out, t->colors[before->turn]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/stream/summary.h"

struct entry {
	const char *word;
	const char *text[CATALOGUE_LANGUAGES];
};

/* The English sentences are part of the stream: summary.c has them. */
static const char *const kinds[TOUCH_KINDS][CATALOGUE_LANGUAGES] = {
	[TOUCH_KIND_TOUCH_MOVE] = {NULL, "En brik blev rørt, og et andet træk blev spillet.",
				   "En brikke ble rørt, og et annet trekk ble spilt."},
	[TOUCH_KIND_MUST_CASTLE] = {NULL, "Konge og tårn blev rørt, og der blev ikke rokeret.",
				    "Konge og tårn ble rørt, og det ble ikke rokert."},
	[TOUCH_KIND_CASTLING_ROOK_FIRST] = {NULL, "Tårnet blev rørt før kongen ved rokade.",
					    "Tårnet ble rørt før kongen ved rokade."},
	[TOUCH_KIND_RELEASED_THEN_MOVED] =
		{NULL, "En brik blev sluppet på et felt og derefter flyttet videre.",
		 "En brikke ble sluppet på et felt og deretter flyttet videre."},
	[TOUCH_KIND_PROMOTION_CHANGED] =
		{NULL, "Den nye brik ved en bondeforvandling blev sluppet og skiftet ud.",
		 "Forvandlingsbrikken ble sluppet og byttet ut."},
	[TOUCH_KIND_ADJUST_OUT_OF_TURN] =
		{NULL, "Brikker blev rettet af spilleren, der ikke er i trækket.",
		 "Brikker ble stilt til rette av spilleren som ikke er i trekket."},
	[TOUCH_KIND_OUT_OF_TURN] = {NULL,
				    "Et træk blev udført af spilleren, der ikke er i trækket.",
				    "Et trekk ble utført av spilleren som ikke er i trekket."},
	[TOUCH_KIND_TWO_HANDS] = {NULL, "Et træk blev udført med begge hænder.",
				  "Et trekk ble utført med begge hender."},
	[TOUCH_KIND_RIGHT_LAPSED] =
		{NULL, "Retten til at fremsætte krav om en tidligere overtrædelse er mistet.",
		 "Retten til å framsette krav om et tidligere brudd er tapt."},
	[TOUCH_KIND_PRESS_WITHOUT_MOVE] = {NULL,
					   "Der blev trykket på uret, uden at et træk var udført.",
					   "Klokken ble trykket uten at et trekk var utført."},
	[TOUCH_KIND_ILLEGAL_MOVE] = {NULL, "Et ulovligt træk blev fuldført.",
				     "Et ulovlig trekk ble fullført."},
	[TOUCH_KIND_CASTLING_INCOMPLETE] = {NULL,
					    "Der blev trykket på uret, før rokaden var udført.",
					    "Klokken ble trykket før rokaden var utført."},
	[TOUCH_KIND_CAPTURE_NOT_REMOVED] = {NULL, "En slagen brik blev stående på brættet.",
					    "En brikke som er slått, ble stående på brettet."},
	[TOUCH_KIND_PROMOTION_WRONG_PIECE] =
		{NULL, "En bonde blev skiftet ud med en brik, den ikke kan forvandles til.",
		 "En bonde ble byttet ut med en brikke den ikke kan forvandles til."},
	[TOUCH_KIND_KING_CAPTURED] = {NULL, "En konge blev slået.", "En konge ble slått."},
	[TOUCH_KIND_PROMOTION_NOT_REPLACED] = {NULL,
					       "En bonde på sidste række blev ikke skiftet ud.",
					       "En bonde på siste rad ble ikke byttet ut."},
	[TOUCH_KIND_ILLEGAL_COUNT] =
		{NULL, "Spilleren har fuldført så mange ulovlige træk, at partiet er tabt.",
		 "Spilleren har fullført så mange ulovlige trekk at partiet er tapt."},
	[TOUCH_KIND_BOTH_KINGS_IN_CHECK] = {NULL, "Begge konger står i skak.",
					    "Begge kongene står i sjakk."},
	[TOUCH_KIND_ILLEGAL_POSITION_REMAINS] = {NULL, "En ulovlig stilling står på brættet.",
						 "En ulovlig stilling står på brettet."},
	[TOUCH_KIND_DISPLACED_PIECE] = {NULL,
					"En anden brik blev fejlplaceret og ikke sat tilbage.",
					"En annen brikke ble forskjøvet og ikke satt tilbake."},
	[TOUCH_KIND_WRONG_START_POSITION] = {NULL,
					     "Partiet begyndte fra en forkert udgangsstilling.",
					     "Partiet begynte fra en ukorrekt utgangsstilling."},
	[TOUCH_KIND_WRONG_ORIENTATION] = {NULL, "Brættet ligger forkert.",
					  "Sjakkbrettet er feil plassert."},
	[TOUCH_KIND_SETUP_CLAIM_TOO_LATE] = {NULL,
					     "Kravet om forkert udgangsstilling kom for sent.",
					     "Kravet om ukorrekt utgangsstilling kom for sent."},
	[TOUCH_KIND_COLOURS_REVERSED_RESTART] =
		{NULL, "Farverne er omvendte, og et nyt parti skal spilles.",
		 "Fargene er omvendte, og et nytt parti skal spilles."},
	[TOUCH_KIND_COLOURS_REVERSED_CONTINUE] = {NULL,
						  "Farverne er omvendte, og partiet fortsætter.",
						  "Fargene er omvendte, og partiet fortsetter."},
	[TOUCH_KIND_CLAIM_RIGHT_LOST] = {NULL, "Remis blev krævet, da retten til det var mistet.",
					 "Remis ble krevd da retten til det var tapt."},
	[TOUCH_KIND_CLAIM_WRONG] = {NULL, "Et krav var ukorrekt.", "Et krav var ukorrekt."},
	[TOUCH_KIND_CLAIM_NOT_ON_MOVE] = {NULL,
					  "Remis blev krævet af spilleren, der ikke er i trækket.",
					  "Remis ble krevd av spilleren som ikke er i trekket."},
	[TOUCH_KIND_OFFER_WRONG_TIME] = {NULL, "Remis blev tilbudt på det forkerte tidspunkt.",
					 "Remis ble tilbudt på feil tidspunkt."},
	[TOUCH_KIND_OFFER_LAPSED] = {NULL,
				     "Et remistilbud blev modtaget, da det ikke længere gjaldt.",
				     "Et remistilbud ble akseptert da det ikke lenger gjaldt."},
	[TOUCH_KIND_DRAW_TOO_EARLY] = {NULL, "Remis blev aftalt, før begge havde trukket.",
				       "Remis ble avtalt før begge hadde trukket."},
	[TOUCH_KIND_SEALED_MOVE_ON_BOARD] = {NULL, "Et hemmeligt træk blev udført på brættet.",
					     "Et hemmelig trekk ble utført på brettet."},
};

static const struct entry remedies[] = {
	{"replace",
	 {"another move is to be made", "trækket skal erstattes", "trekket skal erstattes"}},
	{"replace-and-count",
	 {"another move is to be made, and it counts as an illegal one",
	  "trækket skal erstattes og tæller som et ulovligt træk",
	  "trekket skal erstattes og teller som et ulovlig trekk"}},
	{"loss", {"the game is lost", "partiet er tabt", "partiet er tapt"}},
	{"right-square",
	 {"to be put right on the player's own time",
	  "skal rettes i spillerens egen betænkningstid",
	  "skal rettes i spillerens egen betenkningstid"}},
	{"draw", {"the game is drawn", "partiet er remis", "partiet er remis"}},
	{"restart",
	 {"a new game is to be played", "et nyt parti skal spilles", "et nytt parti skal spilles"}},
	{"time",
	 {"the opponent gets extra time", "modstanderen får ekstra tid",
	  "motstanderen får tillegg i betenkningstiden"}},
	{NULL, {NULL}}};

static const struct entry reasons[] = {
	{"none", {"no reason given", "ingen begrundelse", "ingen begrunnelse"}},
	{"checkmate", {"checkmate", "skakmat", "matt"}},
	{"stalemate", {"stalemate", "pat", "patt"}},
	{"dead-position", {"dead position", "død stilling", "død stilling"}},
	{"fivefold",
	 {"fivefold repetition", "femte gentagelse af stillingen",
	  "femte gjentakelse av stillingen"}},
	{"seventyfive-moves", {"seventy-five-move rule", "75-træksregel", "75-trekksregelen"}},
	{"threefold",
	 {"threefold repetition", "tredje gentagelse af stillingen",
	  "tredje gjentakelse av stillingen"}},
	{"fifty-moves", {"fifty-move rule", "50-træksregel", "50-trekksregelen"}},
	{"agreement", {"agreement", "overenskomst", "overenskomst"}},
	{"resignation", {"resignation", "opgivet", "oppgitt"}},
	{"time", {"time", "tidsoverskridelse", "tidsoverskridelse"}},
	{"illegal-moves", {"illegal moves", "ulovlige træk", "ulovlige trekk"}},
	{"illegal-move", {"illegal move", "ulovligt træk", "ulovlig trekk"}},
	{"illegal-position", {"illegal position", "ulovlig stilling", "ulovlig stilling"}},
	{"arbiter",
	 {"the arbiter's decision", "dommerens afgørelse", "turneringslederens avgjørelse"}},
	{"penalty", {"penalty", "straf", "straff"}},
	{"forfeit", {"forfeit", "udeblivelse", "ikke møtt"}},
	{"adjudication", {"adjudication", "bedømmelse", "bedømmelse"}},
	{"withdrawn",
	 {"the result no longer holds", "resultatet gælder ikke længere",
	  "resultatet gjelder ikke lenger"}},
	{NULL, {NULL}}};

static const struct entry boards[] = {
	{"connected", {"the board is connected", "brættet er forbundet", "brettet er tilkoblet"}},
	{"lost",
	 {"the board is lost", "forbindelsen til brættet er tabt",
	  "forbindelsen til brettet er brutt"}},
	{"resynced",
	 {"the board is read anew", "brættet er læst på ny", "brettet er lest på nytt"}},
	{"rotated",
	 {"the board lies the other way round", "brættet ligger omvendt",
	  "brettet ligger omvendt"}},
	{"damaged",
	 {"the board sends damaged messages", "brættet sender ødelagte meddelelser",
	  "brettet sender ødelagte meldinger"}},
	{NULL, {NULL}}};

static const struct entry games[] = {
	{"ready", {"ready to start", "klar til start", "klar til start"}},
	{"started", {"the game has started", "partiet er begyndt", "partiet har begynt"}},
	{"position",
	 {"the game goes on from another position", "partiet fortsætter fra en anden stilling",
	  "partiet fortsetter fra en annen stilling"}},
	{"ended", {"the game is over", "partiet er slut", "partiet er slutt"}},
	{NULL, {NULL}}};

static const struct entry findings[] = {{"open", {"open", "åben", "åpen"}},
					{"claimed", {"claimed", "krævet", "krevd"}},
					{"upheld", {"upheld", "taget til følge", "tatt til følge"}},
					{"dismissed", {"dismissed", "afvist", "avvist"}},
					{"lapsed", {"lapsed", "bortfaldet", "bortfalt"}},
					{"put-right", {"put right", "rettet", "rettet"}},
					{"filed", {"filed", "noteret", "notert"}},
					{NULL, {NULL}}};

static const struct entry claims[] = {
	{"threefold",
	 {"a draw by threefold repetition", "remis ved tredje gentagelse af stillingen",
	  "remis ved tredje gjentakelse av stillingen"}},
	{"fifty",
	 {"a draw by the fifty-move rule", "remis efter 50-træksreglen",
	  "remis etter 50-trekksregelen"}},
	{NULL, {NULL}}};

static const struct entry rounds[] = {
	{"round", {"Round", "Runde", "Runde"}},
	{"planned", {"not begun", "ikke begyndt", "ikke begynt"}},
	{"playing", {"being played", "i gang", "i gang"}},
	{"ended", {"over", "slut", "slutt"}},
	{"tables", {"TABLE", "BORD", "BORD"}},
	{"white", {"WHITE", "HVID", "HVIT"}},
	{"black", {"BLACK", "SORT", "SVART"}},
	{"result", {"RESULT", "RESULTAT", "RESULTAT"}},
	{"game", {"GAME", "PARTI", "PARTI"}},
	{"none", {"not set up", "ikke stillet op", "ikke satt opp"}},
	{"moves", {"moves", "træk", "trekk"}},
	{"by-law", {"by the Laws", "efter reglerne", "etter reglene"}},
	{"by-arbiter", {"by the arbiter", "ved dommeren", "ved turneringslederen"}},
	{"by-kings",
	 {"by the kings on the board", "ved kongerne på brættet", "ved kongene på brettet"}},
	{"by-forfeit", {"by forfeit", "ved udeblivelse", "ved uteblivelse"}},
	{"by-file", {"by the pairing file", "ifølge rundelægningen", "ifølge rundeoppsettet"}},
	{"unconfirmed", {"not confirmed", "ikke bekræftet", "ikke bekreftet"}},
	{"unconfirmed-table",
	 {"the table follows from the usual order: boardctl round confirm",
	  "bordet følger af den sædvanlige rækkefølge: boardctl round confirm",
	  "bordet følger av den vanlige rekkefølgen: boardctl round confirm"}},
	{"unconfirmed-players",
	 {"the game has moves and keeps its players; by the pairings it is",
	  "partiet har træk og beholder sine spillere; efter rundelægningen er det",
	  "partiet har trekk og beholder spillerne sine; etter rundeoppsettet er det"}},
	{"unconfirmed-result",
	 {"the result is only that of the kings on the board",
	  "resultatet er kun kongernes på brættet", "resultatet er bare kongenes på brettet"}},
	{"conflict-kings",
	 {"the kings on the board showed", "kongerne på brættet viste",
	  "kongene på brettet viste"}},
	{"conflict-file", {"the pairing file has", "rundelægningen har", "rundeoppsettet har"}},
	{"conflict-file-reversed",
	 {"are the colours reversed? The pairing file has",
	  "er farverne omvendte? Rundelægningen har", "er fargene omvendte? Rundeoppsettet har"}},
	{"conflict-absent",
	 {"somebody is absent, but there are moves", "en spiller er udeblevet, men der er træk",
	  "en spiller har uteblitt, men det er trekk"}},
	{"conflict-colours-reversed",
	 {"the two sit the other way round than paired",
	  "de to sidder omvendt i forhold til rundelægningen",
	  "de to sitter omvendt i forhold til rundeoppsettet"}},
	{"unused-line", {"line not used", "linje ikke brugt", "linje ikke brukt"}},
	{"unfinished",
	 {"without a result when the next round began", "uden resultat, da næste runde begyndte",
	  "uten resultat da neste runde begynte"}},
	{"empty",
	 {"nobody is paired", "der er ingen rundelægning", "det finnes ikke noe rundeoppsett"}},
	{NULL, {NULL}}};

static const struct entry words[] = {
	{"white", {"White", "Hvid", "Hvit"}},
	{"black", {"Black", "Sort", "Svart"}},
	{"both", {"both", "begge", "begge"}},
	{"table", {"table", "bord", "bord"}},
	{"board", {"board", "bræt", "brett"}},
	{"article", {"Art.", "§", "§"}},
	{"illegal",
	 {"illegal move that stands", "ulovligt træk, der står ved magt",
	  "ulovlig trekk som blir stående"}},
	{"inferred",
	 {"not seen, but nothing else fits", "ikke set, men intet andet passer",
	  "ikke sett, men ikke noe annet passer"}},
	{"presumed", {"presumed", "formodet", "antatt"}},
	{"on-request",
	 {"only if the opponent claims", "kun hvis modstanderen kræver det",
	  "bare hvis motstanderen krever det"}},
	{"revised", {"corrected", "rettet", "rettet"}},
	{"cut", {"taken back", "taget tilbage", "tatt tilbake"}},
	{"unsure",
	 {"unsure what was played: the arbiter is asked",
	  "usikkert, hvad der blev spillet: dommeren spørges",
	  "usikkert hva som ble spilt: turneringslederen blir spurt"}},
	{"must", {"must play", "skal spille", "må spille"}},
	{"can-claim", {"can claim", "kan kræve", "kan kreve"}},
	{"flag", {"flag fall", "vingefald", "klaffen har falt"}},
	{"decision", {"decision", "afgørelse", "avgjørelse"}},
	{"undoes", {"takes back decision", "ophæver afgørelse", "opphever avgjørelse"}},
	{"irregularity", {"irregularity", "uregelmæssighed", "uregelmessighet"}},
	{NULL, {NULL}}};

static const struct entry *const sections[CATALOGUE_SECTIONS] = {
	[CATALOGUE_REMEDY] = remedies, [CATALOGUE_REASON] = reasons,   [CATALOGUE_BOARD] = boards,
	[CATALOGUE_GAME] = games,      [CATALOGUE_FINDING] = findings, [CATALOGUE_CLAIM] = claims,
	[CATALOGUE_ROUND] = rounds,    [CATALOGUE_WORD] = words,
};

const char *catalogue_word(enum catalogue_section section, size_t i)
{
	if (section == CATALOGUE_KIND)
		return i < TOUCH_KINDS ? touch_kind_name((enum touch_kind)i) : NULL;
	return sections[section][i].word;
}

static const char *text_at(enum catalogue_language language, enum catalogue_section section,
			   size_t i)
{
	if (section != CATALOGUE_KIND)
		return sections[section][i].text[language];
	return language == CATALOGUE_EN ? summary_of((enum touch_kind)i) : kinds[i][language];
}

const char *catalogue_text(enum catalogue_language language, enum catalogue_section section,
			   const char *word)
{
	const char *known;

	for (size_t i = 0; (known = catalogue_word(section, i)) != NULL; i++)
		if (strcmp(known, word) == 0)
			return text_at(language, section, i);
	return word;
}

/* --- languages --- */

/* "nb" and "nn" are how systems call the two written forms of Norwegian. */
static const struct {
	const char *code;
	enum catalogue_language language;
} codes[] = {{"en", CATALOGUE_EN}, {"C", CATALOGUE_EN},  {"POSIX", CATALOGUE_EN},
	     {"da", CATALOGUE_DA}, {"no", CATALOGUE_NO}, {"nb", CATALOGUE_NO},
	     {"nn", CATALOGUE_NO}};

bool catalogue_language_of(const char *name, enum catalogue_language *ret)
{
	size_t len = strcspn(name, "_.@");

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		if (strlen(codes[i].code) == len && strncmp(codes[i].code, name, len) == 0) {
			*ret = codes[i].language;
			return true;
		}
	}
	return false;
}

enum catalogue_language catalogue_language_here(void)
{
	static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
	enum catalogue_language language = CATALOGUE_EN;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		if (value && value[0] != '\0') {
			(void)catalogue_language_of(value, &language);
			return language;
		}
	}
	return language;
}

enum rules_language catalogue_letters(enum catalogue_language language)
{
	static const enum rules_language letters[] = {RULES_EN, RULES_DA, RULES_NO};

	return letters[language];
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Every word of the public page, in all its languages. {x} is filled in.

export const PUBLIC = {
	en: {
		title: 'Games', table: 'Table {n}', round: 'Round {n}', lost: 'Connection lost: trying again.', empty: 'No games yet.',
		delay: 'Shown {n} min late', 'delay-plies': 'Shown {n} half-moves late', claim: 'No claim can rest on this screen (Article 6.12).',
		'no-move': 'No move yet', find: 'Find a player or board', language: 'Language', all: 'All games', pgn: 'PGN', 'pgn-all': 'All games as PGN',
		embed: 'Code for another page', copy: 'Copy', moves: 'Moves', now: 'Back to now', first: 'To the start', previous: 'One back', next: 'One on',
		last: 'To now', flip: 'Turn the board', full: 'Full screen', label: 'Go through the game', missing: 'There is no game on table {n}.',
		white: 'White', black: 'Black', result: 'Result', matches: 'Match standings', left: '{n} to play',
		share: 'Link and embedding', link: 'Address', choose: 'Choose boards', show: 'Show {n} chosen',
	},
	da: {
		title: 'Partier', table: 'Bord {n}', round: 'Runde {n}', lost: 'Forbindelsen er afbrudt: prøver igen.', empty: 'Ingen partier endnu.',
		delay: 'Vises {n} min senere', 'delay-plies': 'Vises {n} halvtræk senere', claim: 'Intet krav kan støttes på denne skærm (artikel 6.12).',
		'no-move': 'Intet træk endnu', find: 'Find spiller eller bord', language: 'Sprog', all: 'Alle partier', pgn: 'PGN', 'pgn-all': 'Alle partier som PGN',
		embed: 'Kode til en anden side', copy: 'Kopiér', moves: 'Træk', now: 'Tilbage til nu', first: 'Til begyndelsen', previous: 'Et tilbage', next: 'Et frem',
		last: 'Til nu', flip: 'Vend brættet', full: 'Fuld skærm', label: 'Gå partiet igennem', missing: 'Der er intet parti på bord {n}.',
		white: 'Hvid', black: 'Sort', result: 'Resultat', matches: 'Stillingen i kampene', left: '{n} spilles endnu',
		share: 'Link og indlejring', link: 'Adresse', choose: 'Vælg brætter', show: 'Vis {n} valgte',
	},
	no: {
		title: 'Partier', table: 'Bord {n}', round: 'Runde {n}', lost: 'Forbindelsen er brutt: prøver igjen.', empty: 'Ingen partier ennå.',
		delay: 'Vises {n} min senere', 'delay-plies': 'Vises {n} halvtrekk senere', claim: 'Ingen krav kan bygge på denne skjermen (artikkel 6.12).',
		'no-move': 'Ingen trekk ennå', find: 'Finn spiller eller bord', language: 'Språk', all: 'Alle partier', pgn: 'PGN', 'pgn-all': 'Alle partier som PGN',
		embed: 'Kode til en annen side', copy: 'Kopier', moves: 'Trekk', now: 'Tilbake til nå', first: 'Til begynnelsen', previous: 'Ett tilbake', next: 'Ett fram',
		last: 'Til nå', flip: 'Snu brettet', full: 'Fullskjerm', label: 'Gå gjennom partiet', missing: 'Det er ikke noe parti på bord {n}.',
		white: 'Hvit', black: 'Svart', result: 'Resultat', matches: 'Stillingen i kampene', left: '{n} spilles ennå',
		share: 'Lenke og innbygging', link: 'Adresse', choose: 'Velg brett', show: 'Vis {n} valgte',
	},
	de: {
		title: 'Partien', table: 'Brett {n}', round: 'Runde {n}', lost: 'Verbindung unterbrochen: neuer Versuch.', empty: 'Noch keine Partien.',
		delay: '{n} min später gezeigt', 'delay-plies': '{n} Halbzüge später gezeigt', claim: 'Auf diesen Bildschirm kann sich kein Antrag stützen (Artikel 6.12).',
		'no-move': 'Noch kein Zug', find: 'Spieler oder Brett suchen', language: 'Sprache', all: 'Alle Partien', pgn: 'PGN', 'pgn-all': 'Alle Partien als PGN',
		embed: 'Code für eine andere Seite', copy: 'Kopieren', moves: 'Züge', now: 'Zurück zu jetzt', first: 'Zum Anfang', previous: 'Einen zurück', next: 'Einen weiter',
		last: 'Zu jetzt', flip: 'Brett drehen', full: 'Vollbild', label: 'Partie durchgehen', missing: 'An Brett {n} ist keine Partie.',
		white: 'Weiß', black: 'Schwarz', result: 'Ergebnis', matches: 'Stand der Wettkämpfe', left: '{n} noch offen',
		share: 'Adresse und Einbetten', link: 'Adresse', choose: 'Bretter wählen', show: '{n} gewählte zeigen',
	},
};

let chosen = 'en';

export function choosePublic(name) {
	const wanted = String(name || '').toLowerCase().replace(/^n[bn]\b/, 'no').slice(0, 2);

	chosen = wanted in PUBLIC ? wanted : 'en';
	return chosen;
}

export function word(key, given) {
	const text = PUBLIC[chosen][key] ?? key;

	return given ? text.replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all) : text;
}

/* Danish, Norwegian and German have the same letters. */
export function letters(san) {
	return chosen === 'en' ? san : san.replace(/[QRBN]/g, (letter) => ({Q: 'D', R: 'T', B: 'L', N: 'S'})[letter]).replace(/O/g, '0');
}

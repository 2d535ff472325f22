// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the hall: the state of every table as the daemon tells it, and as it changes.
// Nothing here touches the document, so that it runs in a test without a browser.

/* How much an irregularity wants a person: 3 may end a game, 0 is for the record. */
const GRAVITY = {
	'illegal-count': 3,
	'king-captured': 3,
	'both-kings-in-check': 3,
	'illegal-position-remains': 3,
	'colours-reversed-restart': 3,
	'illegal-move': 2,
	'castling-incomplete': 2,
	'capture-not-removed': 2,
	'promotion-wrong-piece': 2,
	'promotion-not-replaced': 2,
	'press-without-move': 2,
	'touch-move': 2,
	'must-castle': 2,
	'castling-rook-first': 2,
	'released-then-moved': 2,
	'promotion-changed': 2,
	'claim-wrong': 2,
	'out-of-turn': 2,
	'two-hands': 2,
	'unsure': 2,
	'right-lapsed': 0,
	'claim-right-lost': 0,
	'setup-claim-too-late': 0,
};

export function gravityOf(report) {
	return GRAVITY[report.kind] ?? 1;
}

export function isOpen(report) {
	return report.state === 'open' || report.state === 'claimed';
}

/* Newest and gravest first; what is decided comes after all that is not. */
export function byWeight(a, b) {
	return isOpen(b) - isOpen(a) || gravityOf(b) - gravityOf(a) || b.seq - a.seq;
}

export function readPlacement(placement) {
	const men = new Map();
	let rank = 8;
	let file = 0;

	for (const letter of placement.split(' ')[0]) {
		if (letter === '/') {
			rank--;
			file = 0;
		} else if (letter >= '1' && letter <= '8') {
			file += Number(letter);
		} else {
			men.set('abcdefgh'[file++] + rank, letter);
		}
	}
	return men;
}

export function writePlacement(men) {
	const ranks = [];

	for (let rank = 8; rank >= 1; rank--) {
		let text = '';
		let empty = 0;

		for (const file of 'abcdefgh') {
			const letter = men.get(file + rank);

			if (!letter) {
				empty++;
				continue;
			}
			text += (empty > 0 ? empty : '') + letter;
			empty = 0;
		}
		ranks.push(text + (empty > 0 ? empty : ''));
	}
	return ranks.join('/');
}

/* How the men come from where they are to where they should be, the nearest first. */
export function howToRestore(is, should) {
	const surplus = [...is].filter(([square, man]) => should.get(square) !== man);
	const steps = [];

	for (const [square, man] of should) {
		if (is.get(square) === man)
			continue;
		const away = surplus.filter((one) => one[1] === man)
			.sort((a, b) => distance(a[0], square) - distance(b[0], square))[0];

		if (away)
			surplus.splice(surplus.indexOf(away), 1);
		steps.push({man, from: away ? away[0] : null, to: square});
	}
	return [...surplus.map(([square, man]) => ({man, from: square, to: null})), ...steps];
}

function distance(a, b) {
	return Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a[1] - b[1]));
}

const SET_UP = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const SETTLE_MS = 3000; /* a man in a hand is no fault of the set-up */

/* Where the men differ from a position. */
export function differences(men, fen) {
	const should = readPlacement(fen);

	return [...new Set([...men.keys(), ...should.keys()])].filter((square) => men.get(square) !== should.get(square)).sort();
}

/* Before the first move: the squares that are not as they should be; none when it is set up, or played. */
export function notSetUp(entry, now = Infinity) {
	const game = entry.game;

	if (entry.state !== 'connected' || !entry.men || (game && game.state !== 'ready') || entry.clock?.running ||
		now - (entry.sensedMs ?? -Infinity) < SETTLE_MS)
		return [];
	return differences(entry.men, game?.fen || SET_UP);
}

/* One word for a table. */
export function stateOf(entry, now) {
	const game = entry.game;

	if (entry.state === null && !entry.device) /* it is paired, and has no board */
		return game?.state === 'ended' ? 'finished' : 'idle';
	if (entry.state !== 'connected' || (entry.health && entry.health !== 'alive'))
		return 'disconnected';
	if (notSetUp(entry, now).length > 0)
		return 'setup';
	if (!game)
		return 'idle';
	if (entry.open.some((one) => gravityOf(one) > 0))
		return 'irregular';
	if (game.unsure)
		return 'unsure';
	if (game.state === 'ended')
		return 'finished';
	if (game.state === 'ready')
		return 'ready';
	return entry.clock && entry.clock.running ? 'thinking' : 'stopped';
}

const NEED = {irregular: 3, unsure: 2, disconnected: 1, setup: 0.5};

export function needsPerson(entry) {
	return stateOf(entry) in NEED;
}

/* What a hall of many boards is looked through for. */
export const FILTERS = {
	all: () => true,
	need: needsPerson,
	setup: (entry) => stateOf(entry) === 'setup',
	'no-result': (entry) => Boolean(entry.game) && entry.game.result === '*',
	disconnected: (entry) => stateOf(entry) === 'disconnected',
	battery: (entry) => entry.battery !== null && entry.battery !== undefined && entry.battery < 20,
	short: (entry, hall) => entry.game?.state === 'started' && ['white', 'black'].some((color) => hall.left(entry, color) !== null &&
		hall.left(entry, color) < 300),
	'no-clock': (entry) => entry.state === 'connected' && (!entry.clock || entry.clock.white === null),
};

/* Those that need a person first, then by table. */
export function byNeed(a, b) {
	return (NEED[stateOf(b)] ?? 0) - (NEED[stateOf(a)] ?? 0) || a.table - b.table;
}

/* As tables stand in the hall; those that nobody has placed come last, by number. floor: their numbers, or null. */
export function byFloor(floor) {
	const places = new Map((floor || []).map((table, i) => [table, i]));

	return (a, b) => (places.get(a) ?? Infinity) - (places.get(b) ?? Infinity) || a - b;
}

/* The same numbers with one where the other stands, which gives way. */
export function moved(all, one, other) {
	const rest = all.filter((table) => table !== one);

	rest.splice(rest.indexOf(other) + (all.indexOf(one) < all.indexOf(other)), 0, one);
	return rest;
}

export function fromAndTo(uci) {
	return uci ? [uci.slice(0, 2), uci.slice(2, 4)] : null;
}

/* Plays a move on the men; castling may be told as king takes rook (Chess960). */
export function playUci(men, uci) {
	const [from, to] = fromAndTo(uci);
	const man = men.get(from);

	if (!man) /* it cannot be played from here */
		return;
	const rook = man === 'K' ? 'R' : 'r';
	const taken = men.get(to);
	const kind = man?.toLowerCase();
	const steps = Math.abs(from.charCodeAt(0) - to.charCodeAt(0));

	men.delete(from);
	if (kind === 'k' && (taken === rook || steps > 1)) {
		const isShort = to > from;

		men.delete(taken ? to : (isShort ? 'h' : 'a') + from[1]);
		men.set((isShort ? 'g' : 'c') + from[1], man);
		men.set((isShort ? 'f' : 'd') + from[1], rook);
		return;
	}
	if (kind === 'p' && steps > 0 && !taken)
		men.delete(to[0] + from[1]); /* en passant */
	men.set(to, uci[4] ? (man === 'P' ? uci[4].toUpperCase() : uci[4]) : man);
}

/* The position after a ply, from the record. */
export function fenAfter(game, ply) {
	return ply < 1 ? game.start : game.moves?.[ply - 1]?.fen;
}

/* What is not known, told like what was found: both wait for a person. */
function askOf({asks, table}) {
	return asks && {...asks, event: 'unsure', kind: 'unsure', state: 'open', table, args: {ply: asks.ply}};
}

/* A dead position that was proven when the game had gone on ends nothing by itself (5.2.2): the arbiter sees it. */
function deadOf({winnable, table, game}) {
	return winnable?.dead && winnable.late && game?.state !== 'ended' ? {...winnable, kind: 'dead', state: 'open', table,
		args: {ply: winnable.ply}} : null;
}

/* A game that is told by what has changed in it; one with its name is told wholly. */
function mergeGame(before, change) {
	if (!before || !change || change.game)
		return change;
	const {moves, ...rest} = change;

	return {...before, ...rest, ...(moves && {moves: [...before.moves.slice(0, moves.from), ...moves.rest]})};
}

/* A table as it is drawn: what is told of it, and of its game as much as is known. */
function entryOf(told) {
	const {game, whole} = told;
	const isKnown = game && whole && whole.game === game.game;

	return {...told, men: readPlacement(told.men), last: fromAndTo(told.last), mate: told.winnable, claims: told.claimable, asks: askOf(told), dead: deadOf(told),
		sensedMs: told.sensed ? Date.parse(told.sensed.time) : -Infinity,
		game: game && {...(isKnown && {...whole, found: whole.irregularities}), ...game, decisions: told.decisions}};
}

export class Hall {
	constructor() {
		this.tables = new Map(); /* number -> as it is drawn */
		this.told = new Map(); /* number -> as the daemon has told it */
		this.seq = 0;
		this.floor = null; /* numbers of tables as they stand */
		this.scale = 1;
		this.anchor = null;
	}

	/* A new connection: everything is told again. */
	begin() {
		this.told = new Map();
	}

	/* Takes what has changed at a table. Returns what waited there until now; undefined: the table is new. */
	apply(change) {
		const {table, game, whole, ...rest} = change;
		const before = this.told.get(table) ?? {game: null, whole: null};
		const told = {...before, table, ...rest, game: 'game' in change ? mergeGame(before.game, game) : before.game,
			whole: 'whole' in change ? mergeGame(before.whole, whole) : before.whole};
		const entry = this.tables.get(table);
		const was = entry && {open: entry.open, asks: entry.asks, mate: entry.mate};

		this.told.set(table, told);
		this.tables.set(table, Object.assign(entry ?? {}, entryOf(told))); /* it stays the same object: views keep it */
		if (told.time)
			this.hear(told.time);
		return was;
	}

	/* All is told: a table of which nothing was said is no longer there. */
	settle() {
		for (const table of this.tables.keys())
			if (!this.told.has(table))
				this.tables.delete(table);
	}

	/* The daemon's time moves on at its own pace between reports. */
	hear(time) {
		const server = Date.parse(time);

		if (!Number.isNaN(server) && (this.anchor === null || server > this.now()))
			this.anchor = {server, local: performance.now()};
	}

	now() {
		if (this.anchor === null)
			return Date.now();
		return this.anchor.server + (performance.now() - this.anchor.local) * this.scale;
	}

	/* Seconds left of a colour, as they run; null when nobody knows. */
	left(entry, color) {
		const clock = entry.clock;

		if (!clock || clock[color] === null || clock[color] === undefined)
			return null;
		if (clock.running !== color || entry.state !== 'connected')
			return clock[color];
		return Math.max(0, clock[color] - Math.max(0, this.now() - Date.parse(clock.time)) / 1000);
	}

	/* What waits for somebody to do something; the rest of what is open is for information. */
	waiting() {
		return this.open().filter((one) => gravityOf(one) > 0);
	}

	open() {
		return [...this.tables.values()].flatMap((entry) => [...entry.open, entry.asks, entry.dead].filter(Boolean)).sort(byWeight);
	}
}

/* Minutes that a ruling or a penalty gave and that nobody has put on the clock yet. */
export function owedMinutes({decisions = [], found, irregularities}) {
	const left = {white: 0, black: 0};
	const stands = decisions.filter((one) => !one.undone).map((one) => one.action);
	let claim = null; /* in a quickplay finish, that waits */

	for (const {state, args} of found || irregularities || [])
		if (state === 'upheld' && args?.minutes)
			left[args.to] += args.minutes;
	for (const action of stands) {
		const [, punished, more] = /^penalty (white|black) opponent-time (\d+)/.exec(action) || [];
		const [, by, what] = /^claim (white|black) (quickplay|increment)/.exec(action) || [];
		const [, color, minutes] = /^note given (white|black) (\d+)$/.exec(action) || [];

		if (action === 'postpone 2' || (action === 'uphold' && claim?.what === 'increment'))
			left[claim?.by === 'white' ? 'black' : 'white'] += 2;
		if (by || /^(uphold|dismiss|postpone)/.test(action))
			claim = by ? {by, what} : null;
		if (punished)
			left[punished === 'white' ? 'black' : 'white'] += Number(more);
		if (color)
			left[color] -= Number(minutes);
	}
	return {white: Math.max(0, left.white), black: Math.max(0, left.black)};
}

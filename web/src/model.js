// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the hall: the answer of /v1/boards, kept up by the reports of the stream.
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
	if (entry.open.length > 0 ? entry.open.some((one) => gravityOf(one) > 0) : game.irregularities > 0)
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

export function fromAndTo(uci) {
	return uci ? [uci.slice(0, 2), uci.slice(2, 4)] : null;
}

/* Plays a move on the men; castling may be told as king takes rook (Chess960). */
export function playUci(men, uci) {
	const [from, to] = fromAndTo(uci);
	const man = men.get(from);
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
function askOf(entry, {ply, candidates, fen}, {seq, time}) {
	return {event: 'unsure', kind: 'unsure', state: 'open', table: entry.table, seq, time, ply, fen, candidates, args: {ply}};
}

export class Hall {
	constructor() {
		this.tables = new Map();
		this.seq = 0;
		this.scale = 1;
		this.anchor = null;
		this.onstale = () => {}; /* a table must be asked for again */
	}

	/* The answer of /v1/boards. What is known beside it stays. */
	load(answer) {
		const before = this.tables;

		this.tables = new Map();
		this.seq = answer.seq;
		this.anchor = null;
		for (const one of answer.boards)
			this.put(one, before.get(one.table));
		for (const one of answer.boards)
			this.hear(one.time);
	}

	put(one, before) {
		const entry = {...one, open: [], touched: [], must: null, last: null, claims: [], asks: null, mate: null};

		if (before && before.game && one.game && before.game.game === one.game.game) {
			entry.open = before.open;
			entry.last = before.last;
			entry.claims = before.claims;
			entry.mate = before.mate;
			entry.asks = one.game.unsure ? before.asks : null;
		}
		entry.men = readPlacement(one.men || '8/8/8/8/8/8/8/8');
		this.tables.set(one.table, entry);
		return entry;
	}

	/* The answer of /v1/games/ID: what a board in short does not say. */
	detail(table, game) {
		const entry = this.tables.get(table);

		if (!entry || !entry.game || entry.game.game !== game.game)
			return;
		entry.open = game.irregularities.filter(isOpen);
		entry.game = {...game, irregularities: entry.open.length, unsure: Boolean(game.unsure), found: game.irregularities};
		entry.touched = game.touched;
		entry.must = game.must;
		entry.mate = game.winnable;
		entry.claims = game.claimable.map((claim) => ({...entry.claims.find((one) => one.what === claim.what &&
			one.article === claim.article), ...claim}));
		if (!game.unsure)
			entry.asks = null;
		else if (entry.asks?.ply !== game.unsure.ply)
			entry.asks = askOf(entry, {fen: fenAfter(game, game.unsure.ply - 1), ...game.unsure}, game);
		if (game.moves.length > 0)
			entry.last = fromAndTo(game.moves[game.moves.length - 1].uci);
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

	/* Takes a report. Returns the table it changed, or null. */
	apply(report) {
		if (report.seq <= this.seq)
			return null;
		this.seq = report.seq;
		this.hear(report.time);
		if (report.table === null) /* of a hub's machine */
			return null;
		let entry = this.tables.get(report.table);

		if (!entry) {
			entry = this.put({board: report.board, table: report.table, state: 'connected', game: null});
			this.onstale(report.table);
		}
		entry.board = report.board;
		entry.time = report.time;
		entry.seq = report.seq;
		const take = takes[report.event];

		if (take)
			take(entry, report, this);
		return report.table;
	}

	open() {
		return [...this.tables.values()].flatMap((entry) => entry.asks ? [...entry.open, entry.asks] : entry.open).sort(byWeight);
	}
}

function clearTurn(entry) {
	entry.touched = [];
	entry.must = null;
}

function setClock(entry, report, clock) {
	if (clock)
		entry.clock = {...(entry.clock || {running: null}), ...clock, time: report.time};
}

/* One for each kind of report; what must be asked for again is marked stale. */
const takes = {
	board(entry, report, hall) {
		if (report.state === 'resynced' || report.state === 'rotated')
			hall.onstale(entry.table);
		else if (!report.square) /* a man that comes and goes is no fault of the line */
			entry.state = report.state;
		entry.health = entry.state === 'connected' ? 'alive' : entry.health;
	},
	game(entry, report, hall) {
		const isNew = !entry.game || entry.game.game !== report.game;

		if (isNew) {
			entry.open = [];
			entry.claims = [];
			entry.mate = null;
			entry.last = null;
			entry.asks = null;
			clearTurn(entry);
			entry.game = {game: report.game, table: report.table, board: report.board, plies: 0,
				san: null, result: '*', irregularities: 0, unsure: false, white: null, black: null};
		}
		if (report.state !== 'position')
			entry.game.state = report.state;
		entry.game.fen = report.fen;
		for (const color of ['white', 'black'])
			entry.game[color] = report[color] ? {...entry.game[color], name: report[color]} : null;
		if (report.result)
			entry.game.result = report.result;
		hall.onstale(entry.table);
	},
	players: (entry, report, hall) => hall.onstale(entry.table),
	sensed(entry, report) {
		entry.sensedMs = Date.parse(report.time);
		if (report.piece)
			entry.men.set(report.square, report.piece);
		else
			entry.men.delete(report.square);
	},
	touch(entry, report) {
		if (!entry.touched.some((touch) => touch.seq === report.seq))
			entry.touched.push(report);
	},
	must(entry, report) {
		entry.must = report.moves ? {moves: report.moves, article: report.article} : null;
	},
	move(entry, report) {
		const game = entry.game;

		if (!game)
			return;
		Object.assign(game, {plies: report.ply, san: report.san, fen: report.fen, unsure: false,
			turn: report.fen.split(' ')[1] === 'w' ? 'white' : 'black'});
		if (game.state === 'ready')
			game.state = 'started';
		if (game.moves) {
			game.moves.length = Math.min(game.moves.length, report.ply - 1);
			game.moves.push({...report, completed: false, revised: false});
		}
		entry.last = fromAndTo(report.uci);
		entry.asks = null;
		clearTurn(entry);
		setClock(entry, report, report.clock);
	},
	completed(entry, report) {
		const move = entry.game?.moves?.[report.ply - 1];

		if (move)
			Object.assign(move, {completed: true, clock: report.clock ?? move.clock});
		clearTurn(entry);
		setClock(entry, report, report.clock);
	},
	revised(entry, report, hall) {
		clearTurn(entry);
		hall.onstale(entry.table);
	},
	unsure(entry, report) {
		if (entry.game)
			entry.game.unsure = true;
		entry.asks = askOf(entry, report, report);
	},
	irregularity(entry, report) {
		entry.open = entry.open.filter((one) => one.id !== report.id);
		entry.open.push({...report, state: 'open'});
		if (entry.game)
			entry.game.irregularities = entry.open.length;
	},
	finding(entry, report, hall) {
		hall.onstale(entry.table);
	},
	clock(entry, report) {
		entry.clock = {white: report.white, black: report.black, running: report.running,
			state: report.state, time: report.time};
	},
	claimable(entry, report) {
		entry.claims = entry.claims.filter((one) => one.what !== report.what);
		if (report.state === 'begins')
			entry.claims.push(report);
	},
	winnable(entry, report) {
		entry.mate = report;
	},
	result(entry, report, hall) {
		if (entry.game)
			Object.assign(entry.game, {result: report.result, reason: report.reason,
				state: report.result === '*' ? 'started' : 'ended'});
		hall.onstale(entry.table);
	},
	decision(entry, report, hall) {
		hall.onstale(entry.table);
	},
};

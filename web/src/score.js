// SPDX-License-Identifier: GPL-3.0-or-later
// Published games become positions again. What the daemon has published is legal: this only
// finds out which man a move means.
import { readPlacement } from './model.js';

const STEPS = {N: [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]],
	B: [[1, 1], [1, -1], [-1, -1], [-1, 1]], R: [[1, 0], [0, -1], [-1, 0], [0, 1]]};

STEPS.Q = [...STEPS.B, ...STEPS.R];
STEPS.K = STEPS.Q;

function at(square, [dx, dy]) {
	const file = square.charCodeAt(0) - 97 + dx;
	const rank = Number(square[1]) + dy;

	return file >= 0 && file < 8 && rank >= 1 && rank <= 8 ? 'abcdefgh'[file] + rank : null;
}

/* Where a man of this kind would have to stand to reach the square. */
function sources(men, kind, to) {
	const found = [];

	for (const step of STEPS[kind]) {
		let square = at(to, step);

		while (square && !men.has(square) && kind !== 'N' && kind !== 'K')
			square = at(square, step);
		if (square)
			found.push(square);
	}
	return found;
}

function isWhite(man) {
	return man === man.toUpperCase();
}

function isInCheck(men, white) {
	const king = [...men].find(([, man]) => man === (white ? 'K' : 'k'))?.[0];
	const enemy = (square, kind) => men.get(square) === (white ? kind.toLowerCase() : kind);

	return king && (['N', 'B', 'R', 'Q', 'K'].some((kind) => sources(men, kind, king).some((square) => enemy(square, kind))) ||
		[-1, 1].some((dx) => enemy(at(king, [dx, white ? 1 : -1]), 'P')));
}

function castle(men, white, isLong) {
	const rank = white ? 1 : 8;
	const king = [...men].find(([, man]) => man === (white ? 'K' : 'k'))[0];
	const rooks = [...men].filter(([square, man]) => man === (white ? 'R' : 'r') && Number(square[1]) === rank)
		.map(([square]) => square).sort();
	const rook = isLong ? rooks.find((square) => square < king) : rooks.reverse().find((square) => square > king);
	const to = (isLong ? 'c' : 'g') + rank;

	men.delete(king);
	men.delete(rook);
	men.set(to, white ? 'K' : 'k');
	men.set((isLong ? 'd' : 'f') + rank, white ? 'R' : 'r');
	return [king, to];
}

/* Plays a move in SAN on the men; returns from and to. */
export function play(men, san, white) {
	if (san.startsWith('O-O'))
		return castle(men, white, san.startsWith('O-O-O'));
	const [, kind = 'P', file = '', rank = '', takes, to, , promoted] =
		/^([KQRBN])?([a-h])?([1-8])?(x)?([a-h][1-8])(=([QRBN]))?/.exec(san);
	const man = white ? kind : kind.toLowerCase();
	const back = white ? -1 : 1;
	let from = null;

	if (kind === 'P') {
		from = takes ? file + (Number(to[1]) + back) : at(to, [0, back]);
		if (!takes && !men.has(from))
			from = at(to, [0, 2 * back]);
		if (takes && !men.has(to))
			men.delete(to[0] + from[1]); /* en passant */
	} else {
		from = sources(men, kind, to).filter((square) => men.get(square) === man && square.includes(file) && square.includes(rank))
			.find((square) => {
				const after = new Map(men);

				after.delete(square);
				after.set(to, man);
				return !isInCheck(after, white);
			});
	}
	men.delete(from);
	men.set(to, promoted ? (white ? promoted : promoted.toLowerCase()) : man);
	return [from, to];
}

/* Whether a man of this kind may come from a square: what is pinned may not. */
function mayCome(men, from, to, white) {
	const after = new Map(men);

	after.set(to, after.get(from));
	after.delete(from);
	return !isInCheck(after, white);
}

/*
 * A move of the daemon, "g1f3", as people write it: "Nf3". It need not be legal: then it is
 * written with both its squares, "Ke1–e3".
 */
export function sanOf(men, uci) {
	const from = uci.slice(0, 2);
	const to = uci.slice(2, 4);
	const man = men.get(from);

	if (!man)
		return `${from}–${to}`;
	const kind = man.toUpperCase();
	const white = isWhite(man);
	const taken = men.get(to);
	const isOwn = taken !== undefined && isWhite(taken) === white;

	if (kind === 'K' && (isOwn || Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) > 1) && from[1] === to[1])
		return to > from ? 'O-O' : 'O-O-O';
	const takes = taken ? 'x' : '';

	if (kind === 'P')
		return (from[0] === to[0] ? '' : from[0] + 'x') + to + (uci[4] ? '=' + uci[4].toUpperCase() : '');
	const all = sources(men, kind, to).filter((square) => men.get(square) === man);

	if (!all.includes(from))
		return `${kind}${from}${takes || '–'}${to}`;
	const others = all.filter((square) => square !== from && mayCome(men, square, to, white));
	let which = '';

	if (others.length > 0)
		which = !others.some((square) => square[0] === from[0]) ? from[0] :
			!others.some((square) => square[1] === from[1]) ? from[1] : from;
	return kind + which + takes + to;
}

const FIRST = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/* One game of a PGN text: its tags, its moves, and where they have led. */
function readGame(text) {
	const tags = Object.fromEntries([...text.matchAll(/^\[(\w+) "((?:[^"\\]|\\.)*)"\]/gm)]
		.map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]));
	const clocks = [...text.matchAll(/\[%clk ([\d:]+)/g)].map((hit) => hit[1]);
	const sans = text.replace(/^\[.*$/gm, '').replace(/\{[^}]*\}|\([^)]*\)|;.*$/gm, ' ').split(/\s+/)
		.filter((word) => /^([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/.test(word.replace(/^\d+\.+/, '')))
		.map((word) => word.replace(/^\d+\.+/, ''));
	const game = {text, tags, clocks, sans, table: Number(tags.Board) || 0, isBlackFirst: tags.FEN?.split(' ')[1] === 'b'};

	return {...game, ...positionAt(game, sans.length), san: sans[sans.length - 1] ?? null, ply: sans.length};
}

/* The men after so many moves, and the squares of the last of them. */
export function positionAt({tags, sans, isBlackFirst}, ply) {
	const men = readPlacement(tags.FEN || FIRST);
	let last = null;

	for (let i = 0; i < ply && i < sans.length; i++)
		last = play(men, sans[i], (i % 2 === 0) !== isBlackFirst);
	return {men, last};
}

const SLICE_MS = 2;

/* PGN as boardd writes it, a little at a time: what is drawn meanwhile does not wait. known: games by their text, as they were read before. */
export async function readGames(pgn, known = new Map()) {
	const games = [];
	let until = performance.now() + SLICE_MS;

	for (const text of pgn.split(/\n\s*\n(?=\[)/).filter((one) => one.includes('['))) {
		if (performance.now() > until) {
			await new Promise((done) => setTimeout(done));
			until = performance.now() + SLICE_MS;
		}
		games.push(known.get(text) ?? readGame(text));
	}
	return games;
}

const WORTH = {'1-0': [1, 0], '0-1': [0, 1], '1/2-1/2': [0.5, 0.5]};

/* Of a team event: how each match stands, in the order of its first board. */
export function matchesOf(list) {
	const all = new Map();

	for (const {tags} of list) {
		const teams = [tags.WhiteTeam, tags.BlackTeam];

		if (!teams[0] || !teams[1] || teams[0] === teams[1])
			continue;
		const key = [...teams].sort().join('\n');
		const match = all.get(key) ?? {teams, points: [0, 0], left: 0};
		const isSame = match.teams[0] === teams[0];
		const [white, black] = WORTH[tags.Result] ?? [0, 0];

		all.set(key, match);
		match.points[isSame ? 0 : 1] += white;
		match.points[isSame ? 1 : 0] += black;
		match.left += tags.Result === '*' ? 1 : 0;
	}
	return [...all.values()];
}

export function pointsText(points) {
	return points % 1 === 0 ? String(points) : `${Math.floor(points) || ''}½`;
}

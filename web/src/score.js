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

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/* PGN as boardd writes it: [{tags, men, last, san, ply, clocks}] */
export function readGames(pgn) {
	return pgn.split(/\n\s*\n(?=\[)/).filter((text) => text.includes('[')).map((text) => {
		const tags = Object.fromEntries([...text.matchAll(/^\[(\w+) "((?:[^"\\]|\\.)*)"\]/gm)]
			.map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]));
		const clocks = [...text.matchAll(/\[%clk ([\d:]+)/g)].map((hit) => hit[1]);
		const words = text.replace(/^\[.*$/gm, '').replace(/\{[^}]*\}|\([^)]*\)|;.*$/gm, ' ').split(/\s+/)
			.filter((word) => /^([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/.test(word.replace(/^\d+\.+/, '')))
			.map((word) => word.replace(/^\d+\.+/, ''));
		const fen = tags.FEN || START;
		const game = {tags, men: readPlacement(fen), last: null, san: null, ply: 0, clocks};
		let white = fen.split(' ')[1] !== 'b';

		for (const san of words) {
			game.last = play(game.men, san, white);
			game.san = san;
			game.ply++;
			white = !white;
		}
		return game;
	});
}

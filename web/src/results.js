// SPDX-License-Identifier: GPL-3.0-or-later
// Results for the pairing program: a line a game as CSV, or all rounds as TRF (FIDE's report file, 2016).
import { h } from './dom.js';

export function saveFile(name, text, type) {
	const link = h('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name});

	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/* In the columns that boardd reads itself. */
export function csvOf({round, tables}) {
	const cell = (text) => `"${String(text ?? '').replace(/"/g, '""')}"`;
	const about = ['title', 'elo', 'fide', 'team', 'federation'];
	const lines = tables.map((one) => [round, one.table, one.white?.name, one.black?.name, one.result,
		...['white', 'black'].flatMap((color) => about.map((key) => one[color]?.[key]))]);
	const heads = ['white', 'black'].flatMap((color) => ['title', 'elo', 'fide', 'team', 'fed'].map((key) => `${color}_${key}`));

	return [['round', 'board', 'white', 'black', 'result', ...heads], ...lines].map((line) => line.map(cell).join(',')).join('\r\n') + '\r\n';
}

const POINTS = {'1-0': [1, 0], '0-1': [0, 1], '1/2-1/2': [0.5, 0.5], '+--': [1, 0], '--+': [0, 1]};
const LETTERS = {'1-0': '10', '0-1': '01', '1/2-1/2': '==', '+--': '+-', '--+': '-+', '---': '--'};

/* Every player once, whatever the rounds; the same name with another number of FIDE is another player. */
function playersOf(rounds) {
	const all = new Map();

	for (const {round, tables} of rounds)
		for (const one of tables.filter(({white, black}) => white && black)) {
			const pair = ['white', 'black'].map((color) => {
				const key = `${one[color].name}/${one[color].fide ?? ''}`;

				if (!all.has(key))
					all.set(key, {...one[color], games: new Map(), points: 0, number: all.size + 1});
				return all.get(key);
			});

			pair.forEach((player, i) => {
				player.games.set(round, {rival: pair[1 - i].number, color: 'wb'[i], letter: LETTERS[one.result]?.[i] ?? ' '});
				player.points += POINTS[one.result]?.[i] ?? 0;
			});
		}
	return [...all.values()];
}

/* rounds: the answers of /v1/round/N, the first one first. */
export function trfOf(event, rounds) {
	const players = playersOf(rounds);
	const left = (text, width) => String(text ?? '').slice(0, width).padEnd(width);
	const right = (text, width) => String(text ?? '').slice(0, width).padStart(width);
	const lines = players.map((one) => `001 ${right(one.number, 4)} ${' '}${right(one.title, 3)} ${left(one.name, 33)} ${right(one.elo, 4)} ` +
		`${left(one.federation, 3)} ${right(one.fide, 11)} ${' '.repeat(10)} ${right(one.points.toFixed(1), 4)} ${right(one.number, 4)}` + rounds.map(({round}) => {
		const game = one.games.get(round);

		return game ? `  ${right(game.rival, 4)} ${game.color} ${game.letter}` : '  0000 -  ';
	}).join(''));

	return [`012 ${event}`, `062 ${players.length}`, `XXR ${rounds.length}`, ...lines].map((line) => line.trimEnd()).join('\r\n') + '\r\n';
}

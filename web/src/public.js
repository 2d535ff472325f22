// SPDX-License-Identifier: GPL-3.0-or-later
// The screen in the hall: the games as they are published, with their delay, and nothing else.
import { h, fill } from './dom.js';
import { Board, fit } from './boards.js';
import { readGames } from './score.js';
import { writePlacement } from './model.js';
import { sanText, setLanguage, t } from './words.js';

const cards = new Map();
const list = document.querySelector('.public');
const note = document.querySelector('#note');

function card(key) {
	const it = {board: new Board(), head: h('p.card-head'), black: h('p.player'), white: h('p.player'), move: h('p.latest')};

	it.element = h('li', null, h('div.card', null, it.head, it.black, it.board.element, it.white, it.move));
	list.append(it.element);
	cards.set(key, it);
	return it;
}

function draw(game, index) {
	const {tags, men, last, san, ply, clocks} = game;
	const key = tags.GameId || String(index);
	const it = cards.get(key) || card(key);
	const clock = (isWhite) => clocks.filter((_, i) => (i % 2 === 0) === isWhite).pop() || '';

	fill(it.head, h('span.number', null, tags.Board ? t('table.n', {n: tags.Board}) : ''), h('span.state', null, tags.Result === '*' ? '' : tags.Result));
	fill(it.white, h('span.white-man'), h('span.name', null, tags.White), h('span.time', null, clock(true)));
	fill(it.black, h('span.black-man'), h('span.name', null, tags.Black), h('span.time', null, clock(false)));
	fill(it.move, ply > 0 ? sanText(san) : t('move.none')); /* not its number: Art. 12.6 */
	it.board.show({fen: writePlacement(men), last});
	return key;
}

let shownPgn = null;

async function refresh() {
	try {
		const answer = await fetch('/pgn/games.pgn', {cache: 'no-cache'});
		const pgn = answer.ok ? await answer.text() : '';

		if (pgn !== shownPgn)
			show(readGames(shownPgn = pgn));
	} catch (error) {
		shownPgn = null;
		note.textContent = t('link.lost');
	}
	setTimeout(refresh, 5000);
}

function show(games) {
	const shown = new Set(games.map(draw));

	for (const [key, it] of cards) {
		if (!shown.has(key)) {
			cards.delete(key);
			it.board.destroy();
			it.element.remove();
		}
	}
	const best = fit(games.length, list.clientWidth, innerHeight - list.offsetTop - 20);

	list.style.gridTemplateColumns = best ? `repeat(${best.columns}, 1fr)` : '';
	list.style.setProperty('--board', best ? best.size - 22 + 'px' : 'none');
	note.textContent = games.length > 0 ? `${t('public.delayed')}. ${t('public.claim')}` : t('tables.empty');
}

addEventListener('resize', () => {
	shownPgn = null;
});
document.documentElement.lang = await setLanguage(new URLSearchParams(location.search).get('lang') ?? navigator.language);
document.title = t('public.title');
document.querySelector('h1').textContent = t('public.title');
refresh();

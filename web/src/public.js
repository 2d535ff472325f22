// SPDX-License-Identifier: GPL-3.0-or-later
// For those who watch: the games as they are published, with their delay, and nothing else. ?hall is the
// screen in the hall, which tells nobody how many moves were made; /public/overlay is for a stream.
import { h, fill, setClass, setText } from './dom.js';
import { Board, fit } from './boards.js';
import { writePlacement } from './model.js';
import { PUBLIC, choosePublic, letters, word } from './public-words.js';
import { LANGUAGES } from './words.js';
import { matchesOf, pointsText, positionAt, readGames } from './score.js';

const query = new URLSearchParams(location.search);
const isOverlay = location.pathname.endsWith('/overlay');
const isHall = query.has('hall');
const REFRESH_MS = 4000;
const main = document.querySelector('main');
let games = [];
let info = {tables: []};
let infoAt = 0;
let view = null;

/* --- clocks --- */

function seconds(text) {
	return text ? text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0) : null;
}

function leftText(left) {
	if (left === null || left === undefined)
		return '';
	const whole = Math.max(0, Math.ceil(left));
	const two = (n) => String(n).padStart(2, '0');

	return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/* What is left of a colour as it is shown now: clocks go on between two answers. */
function left(game, color) {
	const clock = info.tables.find((one) => one.table === game.table)?.clock;

	if (!clock || clock[color] === null)
		return seconds(game.clocks.filter((_, i) => (i % 2 === 0) === (color === 'white')).pop());
	if (clock.running !== color || game.tags.Result !== '*')
		return clock[color];
	return clock[color] - Math.max(0, info.shown_ms + performance.now() - infoAt - Date.parse(clock.time)) / 1000;
}

function running(game) {
	return game.tags.Result === '*' && game.ply > 0 ? info.tables.find((one) => one.table === game.table)?.clock?.running : null;
}

/* --- names --- */

function nameOf(tags, color) {
	const title = tags[color + 'Title'];

	return [title && h('span.title', null, title + ' '), tags[color] || '–'];
}

/* Rating, country and team; the country is not in PGN. */
function about({tags, table}, color) {
	const country = info.tables.find((one) => one.table === table)?.[color.toLowerCase()];

	return [tags[color + 'Elo'], country, tags[color + 'Team']].filter((text) => text && text !== '0').join(' · ');
}

/* A player with a clock, above or below a board. */
class Line {
	constructor(color) {
		this.color = color;
		this.name = h('span.name');
		this.more = h('small.more');
		this.time = h('span.time');
		this.element = h('p.player', null, h(`span.${color}-man`, {role: 'img', 'aria-label': word(color)}), this.name, this.more, this.time);
	}

	show(game, ply) {
		const color = this.color === 'white' ? 'White' : 'Black';
		const key = game.tags[color] + game.tags[color + 'Title'];

		if (this.key !== key) {
			this.key = key;
			fill(this.name, nameOf(game.tags, color));
		}
		setText(this.more, about(game, color));
		this.tick(game, ply);
	}

	/* ply: of the past; then the clock is what it was. */
	tick(game, ply = null) {
		const was = ply === null ? null : game.clocks.slice(0, ply).filter((_, i) => (i % 2 === 0) === (this.color === 'white')).pop();

		setText(this.time, leftText(ply === null ? left(game, this.color) : seconds(was)));
		setClass(this.element, 'running', ply === null && running(game) === this.color);
	}
}

/* --- all games --- */

class Card {
	constructor() {
		this.board = new Board();
		this.head = h('p.card-head');
		this.lines = {white: new Line('white'), black: new Line('black')};
		this.move = h('p.latest');
		const inner = [this.head, this.lines.black.element, this.board.element, this.lines.white.element, this.move];

		this.inner = isHall ? h('div.card', null, inner) : h('a.card', null, inner);
		this.element = h('li', null, this.inner);
	}

	show(game) {
		const {tags, men, last, san, ply} = game;

		this.game = game;
		if (!isHall)
			this.inner.href = '#/table/' + game.table;
		fill(this.head, h('span.number', null, game.table ? word('table', {n: game.table}) : ''), h('span.state', null, tags.Result === '*' ? '' : tags.Result));
		this.lines.white.show(game);
		this.lines.black.show(game);
		setText(this.move, ply > 0 ? (isHall ? '' : number(game, ply) + ' ') + letters(san) : word('no-move')); /* in the hall not its number: Art. 12.6 */
		this.board.show({fen: writePlacement(men), last});
	}

	tick() {
		for (const line of Object.values(this.lines))
			line.tick(this.game);
	}
}

function number(game, ply) {
	const at = ply + (game.isBlackFirst ? 1 : 0);

	return `${Math.ceil(at / 2)}${at % 2 === 1 ? '.' : '…'}`;
}

const PER_FRAME = 2; /* boards built or changed in one frame */

/* Only boards in sight are there, and a few change at a time: three hundred of them stay quick on a phone. */
class All {
	constructor() {
		this.cards = new Map();
		this.spare = [];
		this.due = new Set(); /* what is to be built, or shown anew */
		this.list = h('ul.public', {role: 'list'});
		this.find = h('input', {type: 'search', id: 'find', autocomplete: 'off', oninput: () => this.draw()});
		this.none = h('p.none');
		this.matches = h('ul.matches', {role: 'list', 'aria-label': word('matches')});
		this.element = h('div', null, this.matches, !isHall && h('div.tools', null, h('label.field', null, h('span', null, word('find')), this.find),
			h('a', {href: '/pgn/games.pgn'}, word('pgn-all'))), this.none, this.list);
		this.observer = new IntersectionObserver((seen) => {
			for (const {target, isIntersecting, boundingClientRect} of seen) {
				const one = this.cards.get(target.dataset.key);

				if (one && isIntersecting)
					this.ask(one);
				else if (one)
					this.drop(one, boundingClientRect.height);
			}
		}, {rootMargin: '400px'});
	}

	ask(one) {
		one.isSeen = true;
		this.due.add(one);
		this.frame ||= requestAnimationFrame(() => this.work());
	}

	work() {
		this.frame = 0;
		for (const one of [...this.due].slice(0, PER_FRAME)) {
			this.due.delete(one);
			this.build(one);
		}
		if (this.due.size > 0)
			this.frame = requestAnimationFrame(() => this.work());
	}

	build(one) {
		if (!one.card) {
			one.card = this.spare.pop() ?? new Card();
			fill(one.element, one.card.inner);
			one.element.style.minHeight = '';
		}
		one.card.show(one.game);
	}

	/* Out of sight: its place stays as high as it was. */
	drop(one, height) {
		one.isSeen = false;
		this.due.delete(one);
		if (!one.card)
			return;
		one.element.style.minHeight = height + 'px';
		fill(one.element);
		this.spare.push(one.card);
		one.card = null;
	}

	draw() {
		const wanted = this.find.value.trim().toLowerCase();
		const shown = games.filter(({table, tags}) => !wanted || String(table) === wanted ||
			[tags.White, tags.Black].some((name) => name?.toLowerCase().includes(wanted)));
		const keys = new Set();

		for (const game of shown) {
			const key = String(game.table || game.tags.GameId);
			let one = this.cards.get(key);

			keys.add(key);
			if (!one) {
				one = {element: h('li', {'data-key': key})};
				this.cards.set(key, one);
				this.list.append(one.element);
				this.observer.observe(one.element);
			}
			const isOther = one.game !== game;

			one.game = game;
			if (one.isSeen && isOther)
				this.ask(one);
		}
		for (const [key, one] of this.cards) {
			if (!keys.has(key)) {
				this.cards.delete(key);
				this.drop(one, 0);
				this.observer.unobserve(one.element);
				one.element.remove();
			}
		}
		this.drawMatches();
		setText(this.none, games.length > 0 ? '' : word('empty'));
		this.size(shown.length);
	}

	drawMatches() {
		const all = matchesOf(games);
		const key = JSON.stringify(all);

		if (key === this.matchesKey)
			return;
		this.matchesKey = key;
		this.matches.hidden = all.length === 0;
		fill(this.matches, all.map(({teams, points, left}) => h('li', null, h('span', null, teams[0]), h('b', null, `${pointsText(points[0])} – ${pointsText(points[1])}`),
			h('span', null, teams[1]), left > 0 && h('small', null, word('left', {n: left})))));
	}

	size(count) {
		const best = fit(count, this.list.clientWidth, innerHeight - this.list.offsetTop - 20);

		setClass(this.list, 'few', best);
		this.list.style.gridTemplateColumns = best ? `repeat(${best.columns}, minmax(0, 1fr))` : '';
		this.list.style.setProperty('--board', best ? best.size - 22 + 'px' : 'none');
	}

	/* Places that are kept were as high as their boards at another width. */
	resize() {
		for (const {element} of this.cards.values())
			element.style.minHeight = '';
		this.draw();
		return true;
	}

	tick() {
		for (const {card} of this.cards.values())
			card?.tick();
	}

	leave() {
		this.observer.disconnect();
		cancelAnimationFrame(this.frame);
		for (const card of [...this.spare, ...[...this.cards.values()].map((one) => one.card)])
			card?.board.destroy();
	}
}

/* --- one game --- */

const STEPS_OF = {first: '«', previous: '‹', next: '›', last: '»'};

class One {
	constructor(table) {
		this.table = table;
		this.at = null; /* a ply, while it is gone through */
		this.board = new Board({isLarge: true});
		this.lines = {white: new Line('white'), black: new Line('black')};
		this.head = h('h2', {tabIndex: -1});
		this.moves = h('ol.moves', {role: 'list'});
		this.none = h('p.none');
		const button = (key, text, onclick) => h('button', {type: 'button', 'data-do': key, title: word(key), 'aria-label': word(key), onclick}, text);
		const code = `<iframe src="${location.origin}/public?embed#/table/${table}" width="420" height="560" style="border:0"></iframe>`;
		const embed = h('input', {type: 'text', readOnly: true, value: code, 'aria-label': word('embed'), onfocus: () => embed.select()});

		this.panel = h('section.panel.on-board', null, this.head, this.lines.black.element, this.board.element, this.lines.white.element,
			h('div.rule.replay', {role: 'group', 'aria-label': word('label')}, Object.entries(STEPS_OF).map(([key, text]) =>
				button(key, text, () => this.step(key))), button('flip', '⇅', () => this.flip()),
			document.fullscreenEnabled && button('full', '⤢', () => document.fullscreenElement ? document.exitFullscreen() :
				this.panel.requestFullscreen())));
		this.side = h('section.panel', {'aria-labelledby': 'moves-title'}, h('h2', {id: 'moves-title'}, word('moves')), this.moves,
			h('p.row', null, h('a', {href: `/pgn/board-${table}.pgn`}, word('pgn')), h('a', {href: '#/'}, '← ' + word('all'))),
			h('details', null, h('summary', null, word('embed')), h('p.rule', null, embed, navigator.clipboard &&
				h('button', {type: 'button', onclick: () => navigator.clipboard.writeText(code)}, word('copy')))));
		this.element = h('div.one', null, this.none, this.panel, !isOverlay && this.side);
		this.onkey = (event) => this.key(event);
		addEventListener('keydown', this.onkey);
	}

	get game() {
		return games.find((one) => one.table === this.table);
	}

	step(key) {
		const count = this.game?.ply ?? 0;
		const at = this.at ?? count;

		this.go({first: 0, previous: Math.max(0, at - 1), next: at + 1, last: count}[key]);
	}

	go(ply) {
		this.at = ply >= this.game?.ply ? null : ply;
		this.draw();
	}

	key(event) {
		const step = {Home: 'first', ArrowLeft: 'previous', ArrowRight: 'next', End: 'last', Escape: 'last'}[event.key];

		if (!step || event.target.closest?.('input, select'))
			return;
		event.preventDefault();
		this.step(step);
	}

	flip() {
		this.isFlipped = !this.isFlipped;
		setClass(this.panel, 'flipped', this.isFlipped);
		this.draw();
	}

	draw() {
		const game = this.game;

		setText(this.none, game ? '' : word('missing', {n: this.table}));
		this.panel.hidden = this.side.hidden = !game;
		if (!game)
			return;
		const {tags} = game;
		const {men, last} = this.at === null ? game : positionAt(game, this.at);

		setText(this.head, [word('table', {n: this.table}), tags.Result === '*' ? null : tags.Result].filter(Boolean).join(' · '));
		this.lines.white.show(game, this.at);
		this.lines.black.show(game, this.at);
		this.board.show({fen: writePlacement(men), last, turned: this.isFlipped});
		setClass(this.panel, 'past', this.at !== null);
		this.drawMoves(game);
	}

	drawMoves(game) {
		const key = game.sans.join();

		if (key !== this.key_) {
			this.key_ = key;
			fill(this.moves, game.sans.map((san, i) => h('li', null, h('button', {type: 'button', 'data-ply': i + 1, onclick: () => this.go(i + 1)},
				h('span.ply', null, number(game, i + 1)), ' ', h('span.san', null, letters(san)), ' ', h('span.clock', null, game.clocks[i] || '')))));
			this.moves.scrollTop = this.moves.scrollHeight;
		}
		this.moves.querySelector('[aria-current]')?.removeAttribute('aria-current');
		this.moves.querySelector(`[data-ply="${this.at ?? game.ply}"]`)?.setAttribute('aria-current', 'step');
	}

	tick() {
		if (this.game)
			for (const line of Object.values(this.lines))
				line.tick(this.game, this.at);
	}

	leave() {
		removeEventListener('keydown', this.onkey);
		this.board.destroy();
	}
}

/* --- the page --- */

function tableOf() {
	return Number(/^#\/table\/(\d+)$/.exec(location.hash)?.[1] || (isOverlay && query.get('table')) || 0);
}

function route(event) {
	const table = tableOf();

	view?.leave();
	view = table > 0 && !isHall ? new One(table) : new All();
	fill(main, view.element);
	view.draw();
	document.body.dataset.view = table > 0 ? 'one' : 'all';
	if (event)
		main.querySelector('h2')?.focus({preventScroll: true});
}

function drawHead() {
	const round = games.find((one) => one.tags.Round)?.tags.Round?.split('.')[0];
	const event = info.event || games[0]?.tags.Event;
	const title = [event && event !== '?' ? event : word('title'), round && round !== '?' ? word('round', {n: round}) : null].filter(Boolean).join(' · ');
	const late = info.delay_s > 0 ? word('delay', {n: Math.round(info.delay_s / 6) / 10}) :
		info.delay_plies > 0 ? word('delay-plies', {n: info.delay_plies}) : '';

	setText(document.querySelector('h1'), title);
	document.title = title;
	setText(document.querySelector('#note'), [late, isHall ? word('claim') : info.site].filter((text) => text && text !== '?').join(' · '));
}

let shownPgn = null;

async function refresh() {
	try {
		const [told, answer] = await Promise.all([fetch('/public.json', {cache: 'no-cache'}), fetch('/pgn/games.pgn', {cache: 'no-cache'})]);
		const pgn = answer.ok ? await answer.text() : '';

		if (told.ok) {
			info = await told.json();
			infoAt = performance.now();
		}
		if (pgn !== shownPgn) {
			const before = new Map(games.map((game) => [game.text, game]));

			games = await readGames(shownPgn = pgn, before);
			view.draw();
		}
		drawHead();
		document.body.dataset.link = 'up';
	} catch (error) {
		document.body.dataset.link = 'down';
		setText(document.querySelector('#note'), word('lost'));
	}
	setTimeout(refresh, REFRESH_MS);
}

function start(name) {
	document.documentElement.lang = choosePublic(name);
	document.body.classList.toggle('overlay', isOverlay);
	document.body.classList.toggle('embed', query.has('embed'));
	const names = {...LANGUAGES, de: 'Deutsch'};

	fill(document.querySelector('#languages'), !isHall && !isOverlay && h('select', {'aria-label': word('language'), onchange: (event) => {
		start(event.target.value);
		route();
		drawHead();
	}}, Object.keys(PUBLIC).map((key) => h('option', {value: key, selected: key === document.documentElement.lang}, names[key]))));
}

addEventListener('resize', () => view.resize?.() ?? view.draw());
addEventListener('hashchange', route);
start(query.get('lang') ?? navigator.language);
route();
await refresh();
setInterval(() => view.tick(), 500);

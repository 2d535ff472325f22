// SPDX-License-Identifier: GPL-3.0-or-later
// For those who watch: the games as they are published, with their delay, and nothing else. ?hall is the
// screen in the hall, which tells nobody how many moves were made; /public/overlay is for a stream.
import { h, fill, setClass, setText } from './dom.js';
import { Board, GAP, around, fit } from './boards.js';
import { writePlacement } from './model.js';
import { flagOf } from './flags.js';
import { PUBLIC, choosePublic, letters, word } from './public-words.js';
import { LANGUAGES } from './words.js';
import { matchesOf, pointsText, positionAt, readGames } from './score.js';

const query = new URLSearchParams(location.search);
const isOverlay = location.pathname.endsWith('/overlay');
const isHall = query.has('hall');
const isAlone = isOverlay || query.has('embed'); /* without the head of the page: its heading is in it */
const REFRESH_MS = 4000;
const main = document.querySelector('main');
let games = []; /* by table */
let info = {};
let infoAt = 0;
const tables = new Map(); /* number -> its clock and its players' countries */
let lastChange = 0; /* the newest that is told here */
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
	const clock = tables.get(game.table)?.clock;

	if (!clock || clock[color] === null)
		return seconds(game.clocks.filter((_, i) => (i % 2 === 0) === (color === 'white')).pop());
	if (clock.running !== color || game.tags.Result !== '*')
		return clock[color];
	return clock[color] - Math.max(0, info.shown_ms + performance.now() - infoAt - Date.parse(clock.time)) / 1000;
}

function running(game) {
	return game.tags.Result === '*' && game.ply > 0 ? tables.get(game.table)?.clock?.running : null;
}

/* --- names --- */

function nameOf(tags, color) {
	const title = tags[color + 'Title'];

	return [title && h('span.title', null, title + ' '), tags[color] || '–'];
}

/* Flag and country, rating and team; the country is not in PGN. */
function about({tags, table}, color) {
	const country = tables.get(table)?.[color.toLowerCase()];

	return [country && [flagOf(country), country].filter(Boolean).join(' '), tags[color + 'Elo'], tags[color + 'Team']].filter((text) => text && text !== '0').join(' · ');
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

/* --- taken elsewhere --- */

/* A text that is copied: an address, or the code that puts it into another page. */
function copied(label, text) {
	const field = h('input', {type: 'text', readOnly: true, value: text, onfocus: () => field.select()});
	const button = navigator.clipboard && h('button', {type: 'button', onclick: async () => {
		await navigator.clipboard.writeText(text);
		setText(button, '✓');
	}}, word('copy'));

	return h('p.rule.copied', null, h('label.field', null, h('span', null, label), field), button);
}

function elsewhere(hash, width, height) {
	return h('details', null, h('summary', null, word('share')), copied(word('link'), `${location.origin}/public${hash}`),
		copied(word('embed'), `<iframe src="${location.origin}/public?embed${hash}" width="${width}" height="${height}" style="border:0"></iframe>`));
}

/* --- all games, or some --- */

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

const FRAME_MS = 3; /* of a frame, for boards that are built or changed */
const PER_FRAME = 2;
const FEW = 12; /* boards that fill the window */
const LEAST_PX = 208; /* of a column, where the window is wide */

/* Only boards in sight are there, and a few change at a time: three hundred of them stay quick on a phone. */
class All {
	/* some: numbers of tables that somebody has chosen; null: all. */
	constructor(some) {
		this.some = some;
		this.picked = new Set();
		this.cards = new Map();
		this.spare = [];
		this.left = new Set(); /* places out of sight that still have their cards */
		this.due = new Set(); /* what is to be built, or shown anew */
		this.list = h('ul.public', {role: 'list'});
		this.find = h('input', {type: 'search', id: 'find', autocomplete: 'off', oninput: () => this.draw()});
		this.none = h('p.none');
		this.matches = h('ul.matches', {role: 'list', 'aria-label': word('matches')});
		this.element = h('div', null, isAlone && h('h1.hidden', null, word('all')), this.matches, !isHall && this.tools(), this.none, this.list);
		this.observer = new IntersectionObserver((seen) => {
			for (const {target, isIntersecting} of seen) {
				const one = this.cards.get(target.dataset.key);

				if (one && isIntersecting)
					this.ask(one);
				else if (one)
					this.drop(one);
			}
		}, {rootMargin: '400px'});
	}

	tools() {
		this.choose = h('button', {type: 'button', 'data-do': 'choose', 'aria-pressed': 'false', onclick: () => this.pick(!this.isPicking)}, word('choose'));
		this.go = h('a', {hidden: true});
		return h('div.tools', null, this.some ? h('a', {href: '#/'}, '← ' + word('all')) : h('label.field', null, h('span', null, word('find')), this.find),
			!this.some && [this.choose, this.go], h('a', {href: '/pgn/games.pgn'}, word('pgn-all')),
			this.some && elsewhere('#/tables/' + this.some.join(), 840, 640));
	}

	/* Boards are chosen by a box each, or by a click on them; then they are shown alone. */
	pick(isPicking) {
		this.isPicking = isPicking;
		this.picked.clear();
		this.choose.setAttribute('aria-pressed', isPicking);
		this.go.hidden = true;
		for (const one of this.cards.values())
			if (one.card)
				this.show(one);
	}

	toggle(table) {
		if (!this.picked.delete(table))
			this.picked.add(table);
		const all = [...this.picked].sort((a, b) => a - b);

		this.go.hidden = all.length === 0;
		this.go.href = '#/tables/' + all.join();
		setText(this.go, word('show', {n: all.length}));
		for (const one of this.cards.values())
			if (one.box)
				one.box.checked = this.picked.has(one.game.table);
	}

	/* The card in its place, with its box while boards are chosen. */
	show(one) {
		const {table} = one.game;

		one.box = this.isPicking ? h('input.pick', {type: 'checkbox', checked: this.picked.has(table), 'aria-label': word('table', {n: table}), onchange: () => this.toggle(table)}) : null;
		fill(one.element, one.card.inner, one.box);
	}

	ask(one) {
		one.isSeen = true;
		this.left.delete(one);
		this.due.add(one);
		this.frame ||= requestAnimationFrame(() => this.work());
	}

	work() {
		this.frame = 0;
		const until = performance.now() + FRAME_MS;

		for (const one of [...this.due].slice(0, PER_FRAME)) {
			this.due.delete(one);
			this.build(one);
			if (performance.now() > until)
				break;
		}
		if (this.due.size > 0)
			this.frame = requestAnimationFrame(() => this.work());
	}

	build(one) {
		if (!one.card) {
			one.card = this.takeCard();
			this.show(one);
		}
		one.card.show(one.game);
	}

	/* That of a place out of sight, as it is: a board that is taken out and put back has to be measured again. */
	takeCard() {
		const [other] = this.left;

		if (!other)
			return this.spare.pop() ?? new Card();
		const {card} = other;

		this.left.delete(other);
		other.card = other.box = null;
		return card;
	}

	/* Out of sight: its card stays until another place needs one. */
	drop(one) {
		one.isSeen = false;
		this.due.delete(one);
		if (one.card)
			this.left.add(one);
	}

	remove(one) {
		this.drop(one);
		if (this.left.delete(one))
			this.spare.push(one.card);
		this.observer.unobserve(one.element);
		one.element.remove();
	}

	draw() {
		const wanted = this.find.value.trim().toLowerCase();
		const shown = games.filter(({table, tags}) => (!this.some || this.some.includes(table)) && (!wanted || String(table) === wanted ||
			[tags.White, tags.Black].some((name) => name?.toLowerCase().includes(wanted))));
		const keys = new Set();

		for (const game of shown) {
			const key = String(game.table || game.tags.GameId);
			let one = this.cards.get(key);

			keys.add(key);
			if (!one) {
				one = {element: h('li', {'data-key': key, onclick: (event) => {
					if (!this.isPicking || event.target.closest('.pick'))
						return;
					event.preventDefault();
					this.toggle(one.game.table);
				}})};
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
				this.remove(one);
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

	/* A few fill the window; of many each has as high a place as a board of its column needs, before it is built, too. */
	size(count) {
		const isFew = count <= FEW;

		if (!isFew && this.measured === innerWidth) /* nothing need be measured */
			return;
		const width = this.list.clientWidth;
		const best = isFew ? fit(count, width, innerHeight - this.list.offsetTop - 20) : null;
		const columns = best?.columns ?? Math.max(1, Math.floor((width + GAP) / (Math.min(LEAST_PX, width * 0.46) + GAP)));

		this.measured = best ? null : innerWidth;
		setClass(this.list, 'few', best);
		setClass(this.list, 'many', !best);
		this.list.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
		this.list.style.gridAutoRows = best ? '' : Math.floor((width - GAP * (columns - 1)) / columns) + around(false) + 'px';
		this.list.style.setProperty('--board', best ? best.size - 22 + 'px' : 'none');
	}

	resize() {
		this.measured = null;
		this.draw();
		return true;
	}

	/* Of many every other at a time: what their clocks show changes once a second. */
	tick() {
		this.ticks = (this.ticks || 0) + 1;
		for (const {card, isSeen, game} of this.cards.values())
			if (card && isSeen && (!this.measured || (game.table + this.ticks) % 2 === 0))
				card.tick();
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
		this.head = h(isAlone ? 'h1' : 'h2', {tabIndex: -1});
		this.moves = h('ol.moves', {role: 'list'});
		this.none = h('p.none');
		const button = (key, text, onclick) => h('button', {type: 'button', 'data-do': key, title: word(key), 'aria-label': word(key), onclick}, text);

		this.back = h('button', {type: 'button', 'data-do': 'now', hidden: true, onclick: () => this.go(Infinity)}, word('now'));
		this.panel = h('section.panel.on-board', null, h('div.row.one-head', null, this.head, this.back), this.lines.black.element, this.board.element, this.lines.white.element,
			h('div.rule.replay', {role: 'group', 'aria-label': word('label')}, Object.entries(STEPS_OF).map(([key, text]) =>
				button(key, text, () => this.step(key))), button('flip', '⇅', () => this.flip()),
			document.fullscreenEnabled && button('full', '⤢', () => document.fullscreenElement ? document.exitFullscreen() :
				this.panel.requestFullscreen())));
		this.side = h('section.panel', {'aria-labelledby': 'moves-title'}, h('h2', {id: 'moves-title'}, word('moves')), this.moves,
			h('p.row', null, h('a', {href: `/pgn/board-${table}.pgn`}, word('pgn')), h('a', {href: '#/'}, '← ' + word('all'))),
			elsewhere('#/table/' + table, 420, 560));
		this.element = h('div.one', null, isOverlay && h('h1.hidden', null, word('table', {n: table})), this.none, this.panel, !isOverlay && this.side);
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
		this.back.hidden = this.at === null;
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

/* "#/tables/1,4,7"; null: all of them. */
function someTables() {
	return /^#\/tables\/([\d,]+)$/.exec(location.hash)?.[1].split(',').map(Number).filter((one) => one > 0) ?? null;
}

function route(event) {
	const table = tableOf();

	view?.leave();
	view = table > 0 && !isHall ? new One(table) : new All(someTables());
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

/* What has changed since the last time: all of it at first, later the tables where something happened. */
async function take(told) {
	if (told.whole)
		tables.clear();
	for (const one of told.tables)
		tables.set(one.table, one);
	info = told;
	infoAt = performance.now();
	const read = await readGames(told.tables.map(({pgn}) => pgn ?? '').join('\n'), new Map(games.map((game) => [game.text, game])));
	const others = told.whole ? [] : games.filter((game) => !told.tables.some((one) => one.table === game.table));

	games = [...others, ...read].sort((a, b) => a.table - b.table);
	lastChange = told.change;
	if (told.whole || read.length > 0)
		view.draw();
}

async function refresh() {
	try {
		const answer = await fetch('/public.json?since=' + lastChange, {cache: 'no-store'});

		if (!answer.ok)
			throw new Error(answer.statusText);
		await take(await answer.json());
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

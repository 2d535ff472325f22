// SPDX-License-Identifier: GPL-3.0-or-later
// All tables at a glance. However many there are, only those in sight are in the document.
import { h, fill, say, setClass, setText } from './dom.js';
import { Board, GAP, around, fit } from './boards.js';
import { FILTERS, byFloor, byNeed, moved, needsPerson, notSetUp, stateOf } from './model.js';
import { clockText, nameText, plyText, sanText, t } from './words.js';

const BOARDS_MAX = 40;
const LINES_MAX = 150;
const LINE_PX = 38; /* one in the list; two lines where the window is narrow */
const EMPTY = '8/8/8/8/8/8/8/8';
const LINES_PER_FRAME = 12;
const NEW_PER_FRAME = 1; /* one board is built at a time: a frame stays short */

/* Who sits there, and how it stands. */
function showWords(card, entry, hall, isDiscreet) {
	const game = entry.game;
	const state = stateOf(entry, hall.now());
	const word = isDiscreet && state === 'irregular' ? t('state.attend') : t('state.' + state);

	card.entry = entry;
	if (card.link.dataset.table !== String(entry.table)) {
		card.link.dataset.table = entry.table;
		card.link.href = '#/table/' + entry.table;
	}
	card.link.dataset.state = state;
	setText(card.number, t('table.n', {n: entry.table}));
	setText(card.state, state === 'finished' && game.result ? game.result : word);
	for (const color of ['white', 'black']) {
		setText(card.names[color], game ? nameText(game[color]) : '–');
		setClass(card.lines[color], 'running', entry.clock?.running === color && state !== 'finished');
	}
	setText(card.move, state === 'setup' ? setUpText(entry) : lastMoveText(game));
}

class Card {
	constructor() {
		this.board = new Board();
		this.clocks = {white: h('span.time'), black: h('span.time')};
		this.names = {white: h('span.name'), black: h('span.name')};
		this.number = h('span.number');
		this.state = h('span.state');
		this.move = h('span.latest');
		const line = (color) => h('span.player', null, h('span.' + color + '-man', {'aria-hidden': 'true'}),
			this.names[color], this.clocks[color]);

		this.lines = {white: line('white'), black: line('black')};
		this.link = h('a.card', null, h('span.card-head', null, this.number, this.state),
			this.lines.black, this.board.element, this.lines.white, this.move);
		this.element = h('li', null, this.link);
	}

	show(entry, hall, isDiscreet) {
		showWords(this, entry, hall, isDiscreet);
		this.board.show({fen: entry.game ? entry.game.fen : EMPTY, last: entry.last});
		this.tick(hall);
	}

	tick(hall) {
		for (const color of ['white', 'black']) {
			const left = hall.left(this.entry, color);

			setText(this.clocks[color], clockText(left));
			setClass(this.lines[color], 'short', left !== null && left < 60);
		}
	}
}

/* A table in the list, without its board. */
class Line {
	constructor() {
		this.board = {destroy() {}};
		this.number = h('span.number');
		this.names = {white: h('span.name'), black: h('span.name')};
		this.clocks = {white: h('span.time'), black: h('span.time')};
		this.lines = {};
		for (const color of ['white', 'black'])
			this.lines[color] = h('span.player', null, h('span.' + color + '-man', {'aria-hidden': 'true'}), this.names[color], this.clocks[color]);
		this.move = h('span.latest');
		this.state = h('span.state');
		this.link = h('a.card.line', null, this.number, this.lines.white, this.lines.black, this.move, h('span.card-head', null, this.state));
		this.element = h('li', null, this.link);
	}

	tick(hall) {
		for (const color of ['white', 'black']) {
			const left = hall.left(this.entry, color);

			setText(this.clocks[color], clockText(left));
			setClass(this.lines[color], 'short', left !== null && left < 60);
		}
	}

	/* The same words as on a card. */
	show(entry, hall, isDiscreet) {
		showWords(this, entry, hall, isDiscreet);
		this.tick(hall);
	}
}

/* The squares that differ; of an empty board there is no need to name them. */
function setUpText(entry) {
	const squares = notSetUp(entry);

	return squares.length > 8 ? t('setup.many', {n: squares.length}) : t('setup.squares', {squares: squares.join(' ')});
}

function lastMoveText(game) {
	if (!game || !game.plies)
		return t('move.none');
	return `${plyText(game.plies)} ${game.san ? sanText(game.san) : t('move.illegal')}`;
}

export class HallView {
	/* saveFloor(tables) keeps how they stand, for everybody; true: it is kept. */
	constructor(hall, settings, saveFloor) {
		Object.assign(this, {hall, settings, saveFloor});
		this.cards = new Map(); /* table -> card, those in the document */
		this.spare = [];
		this.dirty = new Set();
		this.list = h('ul.cards', {role: 'list'});
		this.summary = h('p.summary', {id: 'hall-summary'});
		this.none = h('p.none', {hidden: true});
		this.find = h('input', {type: 'search', id: 'find', autocomplete: 'off', oninput: () => this.arrange()});
		this.order = h('select', {id: 'order', onchange: () => {
			settings.set('order', this.order.value);
			this.lay(false);
			this.arrange();
		}}, ['need', 'table', 'floor'].map((key) => h('option', {value: key}, t('order.' + key))));
		this.order.value = settings.get('order') || 'need';
		this.filter = h('select', {id: 'filter', onchange: () => this.arrange()}, Object.keys(FILTERS).map((key) =>
			h('option', {value: key}, t('filter.' + key))));
		this.shape = h('select', {id: 'shape', onchange: () => {
			settings.set('shape', this.shape.value);
			this.reshape();
		}}, ['boards', 'list'].map((key) => h('option', {value: key}, t('shape.' + key))));
		this.shape.value = settings.get('shape') || 'boards';
		this.laying = h('button', {type: 'button', 'data-do': 'lay', 'aria-pressed': 'false', onclick: () => this.lay(!this.isLaying)}, t('floor.lay'));
		this.how = h('p.none', {hidden: true, role: 'status'}, t('floor.how'));
		this.element = h('section.hall', {'aria-labelledby': 'hall-title'},
			h('div.hall-head', null, h('h1', {id: 'hall-title', tabIndex: -1}, t('nav.hall')), this.summary,
				h('div.finders', null, h('label.field', null, h('span', null, t('tables.find')), this.find),
				h('label.field', null, h('span', null, t('tables.filter')), this.filter),
				h('label.field', null, h('span', null, t('tables.shape')), this.shape),
				h('label.field', null, h('span', null, t('tables.order')), this.order), this.laying)),
			this.how, this.none, this.list);
		this.listenToHands();
		this.list.addEventListener('pointerenter', () => this.hold(true));
		this.list.addEventListener('pointerleave', () => this.hold(false));
		this.onscroll = () => {
			this.scroll = scrollY; /* now, when all is laid out: later it would have to be done again */
			this.ask();
		};
		this.onresize = () => {
			this.size = null;
			this.ask();
		};
		this.scroll = 0;
		this.observer = new ResizeObserver(([{contentRect: {width}}]) => {
			if (width === this.width && innerHeight === this.window)
				return;
			this.width = width;
			this.size = null;
			this.ask();
		});
	}

	enter() {
		addEventListener('scroll', this.onscroll, {passive: true});
		addEventListener('resize', this.onresize);
		this.observer.observe(this.element);
		this.timer = setInterval(() => this.tick(), 250);
		this.arrange();
	}

	leave() {
		removeEventListener('scroll', this.onscroll);
		removeEventListener('resize', this.onresize);
		this.observer.disconnect();
		clearInterval(this.timer);
		cancelAnimationFrame(this.frame);
		for (const card of [...this.cards.values(), ...this.spare])
			card.board.destroy();
	}

	/* --- the floor: tables stand as they do in the hall --- */

	lay(isLaying) {
		this.isLaying = isLaying;
		this.pick(null);
		this.how.hidden = !isLaying;
		this.laying.setAttribute('aria-pressed', isLaying);
		setClass(this.list, 'laying', isLaying);
	}

	/* Drawn there, or picked and then the place pointed at: the same is done by mouse, finger and keys. */
	listenToHands() {
		const at = (event) => this.isLaying && Number(event.target.closest?.('.card')?.dataset.table);

		this.list.addEventListener('click', (event) => {
			const table = at(event);

			if (!table)
				return;
			event.preventDefault();
			this.pick(this.picked ? this.put(table) : table);
		});
		this.list.addEventListener('dragstart', (event) => {
			const table = at(event);

			if (table) {
				this.pick(table);
				event.dataTransfer.effectAllowed = 'move';
			} else {
				event.preventDefault();
			}
		});
		this.list.addEventListener('dragover', (event) => at(event) && event.preventDefault());
		this.list.addEventListener('drop', (event) => {
			const table = at(event);

			event.preventDefault();
			if (table && this.picked)
				this.pick(this.put(table));
		});
	}

	pick(table) {
		this.picked = table;
		for (const card of this.cards.values())
			setClass(card.link, 'picked', card.entry?.table === table);
	}

	/* The picked one goes where that table stands. Returns null: nothing is picked any more. */
	put(table) {
		const {floor} = this.hall;
		const all = [...this.hall.tables.keys()].sort(byFloor(floor));

		if (table !== this.picked) {
			this.stand(moved(all, this.picked, table));
			say(t('floor.moved', {n: this.picked, to: table}));
			this.saveFloor(this.hall.floor).then((isKept) => isKept || this.stand(floor));
		}
		return null;
	}

	/* As they stand now: somebody has laid them out, here or elsewhere. */
	stand(floor) {
		this.hall.floor = floor;
		this.isHeld = false;
		this.arrange();
	}

	/* Boards or lines: what was built is of the other kind. */
	reshape() {
		for (const card of [...this.cards.values(), ...this.spare]) {
			card.board.destroy();
			card.element.remove();
		}
		this.cards.clear();
		this.spare = [];
		this.size = this.range = null;
		this.arrange();
	}

	get isList() {
		return this.shape.value === 'list';
	}

	/* Nothing changes its place while somebody points at it. */
	hold(isHeld) {
		clearTimeout(this.holding);
		this.isHeld = isHeld;
		if (isHeld) /* a finger that was lifted says so; a mouse that rests lets go in the end */
			this.holding = setTimeout(() => this.hold(false), 10000);
		else
			this.arrange();
	}

	/* A table has changed: its card, and perhaps the order. */
	touch(table, change) {
		this.dirty.add(table);
		if (!this.arranging) {
			this.arranging = setTimeout(() => {
				this.arranging = 0;
				this.arrange();
			}, 200);
		}
		this.ask();
	}

	ask() {
		if (!this.frame)
			this.frame = requestAnimationFrame(() => {
				this.frame = 0;
				this.draw();
			});
	}

	/* Which tables, in which order. */
	arrange() {
		const wanted = this.find.value.trim().toLowerCase();
		const all = [...this.hall.tables.values()];
		const fits = (entry) => FILTERS[this.filter.value](entry, this.hall) && (!wanted || String(entry.table) === wanted ||
			['white', 'black'].some((color) => entry.game?.[color]?.name?.toLowerCase().includes(wanted)));
		const need = all.filter(needsPerson);
		const was = this.isHeld && new Map(this.tables?.map((entry, i) => [entry.table, i]));
		const byPlace = byFloor(this.order.value === 'floor' ? this.hall.floor : null);
		const order = this.order.value === 'need' ? byNeed : (a, b) => byPlace(a.table, b.table);

		this.laying.hidden = this.order.value !== 'floor';

		this.tables = all.filter(fits).sort(was ? (a, b) =>
			(was.get(a.table) ?? Infinity) - (was.get(b.table) ?? Infinity) || order(a, b) : order);
		setText(this.summary, t(all.length === 1 ? 'tables.one' : 'tables.count', {n: all.length}) +
			(need.length > 0 ? ' · ' + t(need.length === 1 ? 'tables.needs' : 'tables.need', {n: need.length}) : ''));
		const isEmpty = !all.some((entry) => entry.board);

		this.none.hidden = this.tables.length > 0 && !isEmpty;
		if (this.noneOf !== isEmpty) {
			this.noneOf = isEmpty;
			fill(this.none, t(isEmpty ? 'tables.empty' : 'tables.none'), isEmpty && [' ', h('a', {href: '#/setup'}, t('nav.setup'))]);
		}
		this.ask();
	}

	/* Columns and height of a row, measured when the window has changed and at no other time. */
	measure() {
		const width = this.element.clientWidth;
		const few = this.tables.length;

		this.top = this.list.getBoundingClientRect().top + scrollY;
		this.window = innerHeight;
		const best = this.isList ? null : fit(few, width, innerHeight - this.top - GAP);

		setClass(this.list, 'lines', this.isList);
		this.size = this.isList ? {columns: width > 1500 ? 2 : 1, height: (width < 640 ? 2 : 1) * LINE_PX, count: few} : best ? {columns: best.columns, height: best.size + around(true) + GAP, count: few} : this.columns(width, few);
		setClass(this.list, 'few', best);
		this.list.style.setProperty('--columns', this.size.columns);
		this.list.style.setProperty('--board', best ? best.size - 22 + 'px' : 'none');
		this.list.style.setProperty('--row', this.size.height - (this.isList ? 0 : GAP) + 'px');
	}

	/* Many are scrolled through; a projector shows larger boards rather than too many. */
	columns(width, count) {
		let least = width < 480 ? 165 : count <= 12 ? 230 : 180;

		for (;; least += 20) {
			const columns = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
			const height = Math.floor((width - GAP * (columns - 1)) / columns) + around(false) + GAP;
			const rows = Math.ceil(innerHeight / height) + 1;

			if (columns * (rows + 1) <= BOARDS_MAX || columns === 1)
				return {columns, height, count};
		}
	}

	draw() {
		if (!this.tables)
			return;
		if (!this.size || bucket(this.size.count) !== bucket(this.tables.length))
			this.measure();
		const {columns, height} = this.size;
		const rows = Math.ceil(this.tables.length / columns);
		const above = Math.max(0, Math.min(rows - 1, Math.floor((this.scroll - this.top) / height)));
		const below = Math.min(rows, Math.ceil((this.scroll + this.window - this.top) / height) + 1);
		const shown = this.tables.slice(above * columns, Math.min(below * columns, above * columns + (this.isList ? LINES_MAX : BOARDS_MAX)));

		const range = [above, below, rows, height].join();

		if (this.range !== range) {
			this.range = range;
			/* As high as all of it, before its cards are there, too: neither the list nor what stays in sight shifts. */
			this.list.style.padding = `${above * height}px 0 ${Math.max(0, rows - below) * height}px`;
			this.list.style.height = (below - above) * height + 'px';
		}
		this.place(shown, above * columns);
	}

	place(shown, from) {
		const wanted = new Set(shown.map((entry) => entry.table));
		let made = 0;

		/* Those that leave go first: a card that stays must not be moved, it would be styled anew. */
		for (const [table, card] of this.cards) {
			if (wanted.has(table))
				continue;
			this.cards.delete(table);
			this.spare.push(card);
			card.element.remove();
		}
		let at = this.list.firstChild;

		for (const [i, entry] of shown.entries()) {
			let card = this.cards.get(entry.table);
			const isNew = !card;

			if (isNew) {
				if (made === (this.isList ? LINES_PER_FRAME : NEW_PER_FRAME)) {
					this.ask();
					break;
				}
				card = this.spare.pop() || (this.isList ? new Line() : new Card());
				made++;
				this.cards.set(entry.table, card);
			}
			if (card.element !== at)
				this.list.insertBefore(card.element, at);
			else
				at = at.nextSibling;
			setPlace(card, from + i + 1, this.tables.length);
			if (isNew || card.entry !== entry || this.dirty.delete(entry.table))
				card.show(entry, this.hall, this.settings.get('discreet'));
			setClass(card.link, 'picked', this.picked === entry.table);
		}
	}

	/* Whether a table is set up is judged when the hand is gone, and nobody tells of that. */
	tick() {
		this.ticks = (this.ticks || 0) + 1;
		for (const card of this.cards.values()) {
			card.tick(this.hall);
			if (this.ticks % 4 === 0 && card.link.dataset.state !== stateOf(card.entry, this.hall.now()))
				this.touch(card.entry.table);
		}
	}

	redraw() {
		for (const table of this.hall.tables.keys())
			this.dirty.add(table);
		this.arrange();
	}
}

function setPlace(card, at, count) {
	if (card.at === at && card.count === count)
		return;
	card.at = at;
	card.count = count;
	card.element.setAttribute('aria-posinset', at);
	card.element.setAttribute('aria-setsize', count);
}

/* A dozen and fewer are sized by how many they are. */
function bucket(count) {
	return Math.min(count, 13);
}

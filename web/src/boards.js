// SPDX-License-Identifier: GPL-3.0-or-later
// Boards on the page are chessground's; what is drawn on them is ours.
import { Chessground } from './chessground.js';
import { h } from './dom.js';
import { manText, t } from './words.js';
import { howToRestore, readPlacement } from './model.js';

export const GAP = 14;
const NAMED_PX = 250; /* of a card: a name beside its clock */

/* What stands above and below the board of a card: of few boards names and clocks are read from afar; on a phone a clock is under its name. */
export function around(isFew) {
	return 58 + 2 * (isFew ? Math.max(20, Math.round(innerHeight * 0.036)) : innerWidth <= 480 ? 40 : 20);
}

/* A dozen boards or fewer fill the window, each as large as it can be; null: they would be too small. */
export function fit(count, width, height) {
	let best = null;

	for (let columns = 1; columns <= Math.min(count, 12); columns++) {
		const rows = Math.ceil(count / columns);
		const wide = (width - GAP * (columns - 1)) / columns;
		const size = Math.floor(Math.min(wide, height / rows - GAP - around(true)));

		if (wide < NAMED_PX && columns > 1) /* a name would have no room beside its clock */
			break;
		if (size > (best?.size ?? 149))
			best = {columns, size};
	}
	return count <= 12 ? best : null;
}

export class Board {
	/* A board for looking, or, with onpick, one whose squares can be chosen. */
	constructor({isLarge, onpick} = {}) {
		this.inner = h('div');
		this.element = h('div.board', {'aria-hidden': 'true'}, this.inner);
		this.onpick = onpick;
		this.shown = '';
		this.isLarge = Boolean(isLarge);
		this.ground = null;
	}

	/* Chessground measures where it is put, so it comes to life in the document. */
	show({fen, last, shapes, turned, highlight}) {
		const placement = fen.split(' ')[0];
		const key = [placement, last, JSON.stringify(shapes), turned, JSON.stringify(highlight)].join();

		if (key === this.shown)
			return;
		this.shown = key;
		const config = {fen: placement, lastMove: last || []};

		if (this.isLarge)
			Object.assign(config, {orientation: turned ? 'black' : 'white',
				highlight: {custom: new Map(Object.entries(highlight || {}))}});

		if (this.ground) {
			this.ground.set(config);
		} else {
			this.ground = Chessground(this.inner, {...config, coordinates: this.isLarge,
				viewOnly: !this.onpick, animation: {enabled: false}, disableContextMenu: true,
				selectable: {enabled: false}, movable: {free: false}, draggable: {enabled: false},
				drawable: {enabled: false, visible: this.isLarge},
				events: {select: (square) => this.onpick?.(square)}});
		}
		if (this.isLarge)
			this.ground.setAutoShapes(shapes || []);
	}

	destroy() {
		this.ground?.destroy();
		this.element.remove();
	}
}

/* The board for those who do not see it: its ranks, from White's side. */
export function boardAsText(fen) {
	const men = readPlacement(fen);
	const rows = [];

	for (let rank = 8; rank >= 1; rank--) {
		const cells = [...'abcdefgh'].map((file) => {
			const man = men.get(file + rank);

			return h('td', {'aria-label': man ? `${file}${rank} ${manText(man)}` : `${file}${rank}`},
				man ? figure(man) : '·');
		});

		rows.push(h('tr', null, h('th', {scope: 'row'}, String(rank)), cells));
	}
	return h('table.as-text', null, h('caption.hidden', null, t('table.text')),
		h('thead', null, h('tr', null, h('td'), [...'abcdefgh'].map((file) =>
			h('th', {scope: 'col'}, file)))),
		h('tbody', null, rows));
}

export function figure(man) {
	return '♚♛♜♝♞♟♔♕♖♗♘♙'['kqrbnpKQRBNP'.indexOf(man)] + '\uFE0E';
}

const NAMES = {k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn'};

export function manElement(man) {
	return h(`piece.${man === man.toUpperCase() ? 'white' : 'black'}.${NAMES[man.toLowerCase()]}`);
}

/* A small board that only stands there: it needs no chessground. */
export function diagram(men, marked) {
	const at = (element, square) => {
		element.style.left = (square.charCodeAt(0) - 97) * 12.5 + '%';
		element.style.top = (8 - square[1]) * 12.5 + '%';
		return element;
	};

	return h('div.diagram.cg-wrap', {'aria-hidden': 'true'}, (marked || []).map((square) => at(h('square.last-move'), square)),
		[...men].map(([square, man]) => at(manElement(man), square)));
}

/* Which man goes where, so that the board is as it should be. */
export function restoreList(is, should) {
	return h('ul.restore', null, howToRestore(is, should).map(({man, from, to}) => h('li', null, figure(man), ' ',
		t(from && to ? 'restore.move' : to ? 'restore.add' : 'restore.remove', {man: manText(man), from, to}))));
}

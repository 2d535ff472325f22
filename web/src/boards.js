// SPDX-License-Identifier: GPL-3.0-or-later
// Boards on the page are chessground's; what is drawn on them is ours.
import { Chessground } from './chessground.js';
import { h } from './dom.js';
import { manText, t } from './words.js';
import { readPlacement } from './model.js';

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

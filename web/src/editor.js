// SPDX-License-Identifier: GPL-3.0-or-later
// A position put together by hand: by clicks, or by keys alone. Whether it is one is the daemon's to say.
import { h, fill } from './dom.js';
import { manElement, restoreList } from './boards.js';
import { readPlacement, writePlacement } from './model.js';
import { manText, sanText, t } from './words.js';

const MEN = 'KQRBNPkqrbnp';
const FILES = 'abcdefgh';
const RIGHTS = 'KQkq';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export class Editor {
	/* sensed() gives the men as the board has them now. */
	constructor({fen, sensed}) {
		this.sensed = sensed;
		this.hand = null; /* a man of the box, '' to take off, null: men are moved */
		this.from = null;
		this.cells = new Map();
		this.grid = h('div.squares.cg-wrap', {role: 'grid', 'aria-label': t('table.board'), onkeydown: (event) => this.key(event)},
			[8, 7, 6, 5, 4, 3, 2, 1].map((rank) => h('div', {role: 'row'}, [...FILES].map((file) => this.cell(file + rank)))));
		this.box = h('div.box.cg-wrap', {role: 'group', 'aria-label': t('edit.box')}, ['', ...MEN].map((man) =>
			h('button', {type: 'button', 'data-man': man, 'aria-pressed': 'false', 'aria-label': man ? manText(man) : t('edit.off'),
				onclick: () => this.take(man)}, man ? manElement(man) : '✕')));
		this.makeFields();
		const put = (key, value) => h('button', {type: 'button', onclick: () => this.load(value())}, t('edit.' + key));

		this.element = h('div.editor', null, this.grid, this.box, h('p.none', null, t('edit.how')),
			h('p.rule', null, put('game', () => fen), put('sensed', () => `${writePlacement(sensed())} ${this.value.split(' ').slice(1).join(' ')}`),
				put('start', () => START), put('clear', () => '8/8/8/8/8/8/8/8 w - - 0 1')),
			h('div.pair', null, this.label('turn'), this.label('ep'), this.label('half'), this.label('number')),
			h('fieldset', null, h('legend', null, t('edit.castling')), this.rights), this.label('fen'),
			this.restore);
		this.load(fen || START);
	}

	makeFields() {
		const number = (min) => h('input', {type: 'number', min, max: 9999, required: true, onchange: () => this.write()});

		this.fields = {
			turn: h('select', {onchange: () => this.turn()}, ['w', 'b'].map((value) =>
				h('option', {value}, t(value === 'w' ? 'white' : 'black')))),
			ep: h('select', {onchange: () => this.write()}, ['-', ...FILES].map((value) => h('option', {value}, value))),
			half: number(0),
			number: number(1),
			fen: h('input', {type: 'text', required: true, autocomplete: 'off', spellcheck: false, onchange: () => this.load(this.fields.fen.value)}),
		};
		this.rights = [...RIGHTS].map((right) => h('label.toggle', null, h('input', {type: 'checkbox', name: right, onchange: () => this.write()}),
			`${t(right < 'a' ? 'white' : 'black')} ${sanText(right.toLowerCase() === 'k' ? 'O-O' : 'O-O-O')}`));
		this.restore = h('div', {'aria-live': 'polite'});
	}

	label(name) {
		return h('label.field', null, h('span', null, t(name === 'fen' ? 'field.fen' : 'edit.' + name)), this.fields[name]);
	}

	cell(square) {
		const cell = h('button', {type: 'button', role: 'gridcell', tabIndex: square === 'e1' ? 0 : -1, 'data-square': square,
			onclick: () => this.click(square)});

		this.cells.set(square, cell);
		return cell;
	}

	get value() {
		return this.fields.fen.value.trim();
	}

	load(fen) {
		const [placement, turn = 'w', castling = '-', ep = '-', half = '0', number = '1'] = fen.trim().split(/\s+/);

		this.men = readPlacement(placement);
		this.other = castling.replace(/[KQkq-]/g, ''); /* rights in the letters of files, of Chess960 */
		Object.assign(this.fields.turn, {value: turn});
		this.fields.ep.value = ep[0];
		this.fields.half.value = half;
		this.fields.number.value = number;
		for (const {firstChild: box} of this.rights)
			box.checked = castling.includes(box.name);
		this.write();
	}

	/* The fields become a FEN again, and all is drawn. */
	write() {
		const {turn, ep, half, number, fen} = this.fields;
		const castling = this.rights.map(({firstChild: box}) => box.checked ? box.name : '').join('') + this.other;

		fen.value = [writePlacement(this.men), turn.value, castling || '-',
			ep.value === '-' ? '-' : ep.value + (turn.value === 'w' ? 6 : 3), half.value || 0, number.value || 1].join(' ');
		for (const [square, cell] of this.cells) {
			const man = this.men.get(square) || '';

			cell.setAttribute('aria-label', man ? `${square} ${manText(man)}` : square);
			cell.classList.toggle('from', square === this.from);
			if (cell.dataset.man !== man) {
				cell.dataset.man = man;
				fill(cell, man && manElement(man));
			}
		}
		const list = restoreList(this.sensed(), this.men);

		fill(this.restore, list.childElementCount > 0 && [h('p', null, h('b', null, t('table.restore'))), list]);
	}

	/* A pawn that just moved two squares is the other's: with the turn it is gone. */
	turn() {
		this.fields.ep.value = '-';
		this.write();
	}

	take(man) {
		this.hand = this.hand === man ? null : man;
		this.from = null;
		for (const button of this.box.children)
			button.setAttribute('aria-pressed', button.dataset.man === this.hand);
		this.write();
	}

	click(square) {
		if (this.hand !== null) {
			this.put(square, this.men.get(square) === this.hand ? '' : this.hand);
		} else if (this.from === null) {
			this.from = this.men.has(square) ? square : null;
			this.write();
		} else {
			const man = this.men.get(this.from);

			this.men.delete(this.from);
			this.from = null;
			this.put(square, man);
		}
		this.go(square);
	}

	put(square, man) {
		if (man)
			this.men.set(square, man);
		else
			this.men.delete(square);
		this.write();
	}

	go(square) {
		for (const [name, cell] of this.cells)
			cell.tabIndex = name === square ? 0 : -1;
		this.cells.get(square).focus();
	}

	/* Arrows go; a letter puts that man, large for White; Delete takes off. Enter and space are clicks. */
	key(event) {
		const square = event.target.dataset.square;
		const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[event.key];

		if (!square || event.ctrlKey || event.altKey || event.metaKey)
			return;
		if (step) {
			const to = FILES[FILES.indexOf(square[0]) + step[0]] + (Number(square[1]) + step[1]);

			if (this.cells.has(to))
				this.go(to);
		} else if (event.key.length === 1 && MEN.includes(event.key)) {
			this.put(square, event.key);
		} else if (event.key === 'Delete' || event.key === 'Backspace') {
			this.put(square, '');
		} else {
			return;
		}
		event.preventDefault();
	}
}

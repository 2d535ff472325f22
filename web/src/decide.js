// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter can do, as one form: a row for each action, its fields, and the words it becomes.
import { h, fill } from './dom.js';
import { kindText, t } from './words.js';
import { PENALTIES } from './laws.js';
import { Editor } from './editor.js';
import { limitOfAction, recordText } from './limits.js';

const COLORS = ['white', 'black'];
const REASONS = ['', 'agreement', 'resignation', 'time', 'threefold', 'fifty-moves', 'dead-position', 'checkmate',
	'stalemate', 'illegal-moves', 'forfeit', 'penalty', 'quickplay', 'adjudication', 'arbiter'];

/* A field is its name; the form below knows how each is asked. */
const ACTIONS = {
	moves: {'set-move': ['ply', 'uci'], 'takeback': ['number'], 'set-position': ['fen'], 'accidental': [],
		'attribute': ['color'], 'adjust': ['color']},
	end: {'result': ['result', 'reason'], 'penalty': ['color', 'item', 'minutes'], 'resign': ['color'],
		'flag': ['color-both'], 'count': ['color', 'number']},
	claims: {'claim': ['color', 'claim', 'san'], 'offer': ['color'], 'accept': ['color'], 'decline': ['color'], 'record': ['color'], 'announce': ['color', 'san'], 'other-board': ['ply', 'san']},
	game: {'chess960': ['number-960'], 'start': [], 'arrived': ['color'], 'pause': [], 'resume': [], 'seal': ['color', 'early'], 'sealed': ['color', 'san'], 'second-board': ['color', 'other-table'], 'reconstruct': [], 'new-game': []},
	rule: {'note': ['text'], 'report': ['seen', 'color-both'], 'uphold': [], 'dismiss': [],
		'postpone': ['extra']},
};

export class DecideForm {
	/*
	 * entry() gives the table as it is known; act(text) does it; onply(ply, moves) shows the position before a ply, and
	 * what is played from there; manAt(square) says what stands in it. Who is not logged in sees what there is, and why not.
	 */
	constructor({entry, act, onply, manAt}) {
		Object.assign(this, {entry, act, onply, manAt});
		this.fields = h('div.fields');
		this.why = h('p.why', {role: 'alert'});
		this.what = h('select', {id: 'decide-what', onchange: () => this.ask()},
			Object.entries(ACTIONS).map(([group, actions]) => h('optgroup', {label: t('group.' + group)},
				Object.keys(actions).map((name) => h('option', {value: name}, t('act.' + name))))));
		this.element = h('form.decide', {onsubmit: (event) => this.submit(event)},
			h('label.field', null, h('span', null, t('decide.what')), this.what), this.fields,
			this.why, h('button.primary', {type: 'submit', 'data-do': 'act'}, t('do.it')),
			h('p.none.strangers', null, t('do.login'), ' ', t('who.how')));
		this.ask();
	}

	names() {
		return Object.values(ACTIONS).find((group) => this.what.value in group)[this.what.value];
	}

	ask() {
		this.inputs = {};
		this.why.textContent = '';
		const limit = limitOfAction(this.entry().game, this.what.value);

		const shown = this.what.value === 'record' && recordText(this.entry().game);

		fill(this.fields, this.names().map((name) => this.field(name)), limit && h('p.limit', null, limit), shown && h('p.none', null, shown));
	}

	/* Chosen elsewhere: a move in the list of moves, squares on the board. */
	correct(ply) {
		this.what.value = 'set-move';
		this.ask();
		this.inputs.ply.value = ply;
		this.inputs.uci.focus({preventScroll: true});
		this.showMoves();
	}

	moves() {
		return this.inputs.uci.value.trim().split(/\s+/).filter(Boolean);
	}

	showMoves() {
		this.onply?.(Number(this.inputs.ply.value), this.moves());
	}

	/* A man and where it goes: so the game is played on from where it went wrong, move by move. */
	pick(square) {
		if (!this.inputs.uci)
			return;
		const moves = this.moves();
		const from = moves.at(-1);

		if (from?.length !== 2)
			moves.push(square);
		else if (from === square)
			moves.pop();
		else
			moves[moves.length - 1] = from + square + (/^P.8|^p.1/.test(this.manAt(from) + square) ? 'q' : '');
		this.inputs.uci.value = moves.join(' ');
		this.showMoves();
	}

	field(name) {
		if (name === 'fen') {
			this.inputs.fen = new Editor({fen: this.entry().game?.fen, sensed: () => this.entry().men});
			return this.inputs.fen.element;
		}
		const {input, after} = this.input(name);
		const label = name === 'color-both' ? 'color' : name;

		this.inputs[name] = input;
		return h('label.field', null, h('span', null, t('field.' + label)), input, after);
	}

	input(name) {
		const pick = (values, word) => ({input: h('select', null, values.map((value) =>
			h('option', {value}, word(value))))});
		const number = (value, max) => ({input: h('input', {type: 'number', min: 1, max, value, required: true})});
		const game = this.entry().game;

		switch (name) {
		case 'color': return pick(COLORS, t);
		case 'color-both': return pick([...COLORS, 'both'], t);
		case 'ply': return {input: h('input', {type: 'number', min: 1, max: 20000, value: Math.max(1, game?.plies || 1),
			required: true, onchange: () => this.showMoves()})};
		case 'number': return number(1, 999);
		case 'number-960': return {input: h('input', {type: 'number', min: 0, max: 959})};
		case 'other-table': return {input: h('input', {type: 'number', min: 1, max: 9999})};
		case 'early': return {input: h('input', {type: 'number', min: 1, max: 600})};
		case 'minutes': return number(2, 600);
		case 'extra': return pick(['', '2'], (value) => value || '0');
		case 'result': return pick(['1-0', '0-1', '1/2-1/2', '0-0', '*'], (value) => value);
		case 'reason': return pick(REASONS, (value) => t('reason.' + (value || 'none')));
		case 'item': return this.penalties(game, pick);
		case 'claim': return pick(['threefold', 'fifty', 'quickplay', 'quickplay absent', 'increment', 'touch-move', 'illegal-move', 'flag'],
			(value) => value.split(' ').map((word) => t('claim.' + word)).join(', '));
		case 'seen': return pick(['two-hands', 'colours-reversed', 'wrong-start-position', 'wrong-orientation', 'position-lost'], kindText);
		case 'uci': return {input: h('input', {type: 'text', required: true, pattern: '( *[a-h][1-8][a-h][1-8][qrbn]?)+ *',
			autocomplete: 'off', maxLength: 600, oninput: () => this.showMoves()}), after: h('small', null, t('field.on-board'))};
		default: return {input: h('input', {type: 'text', maxLength: 400, required: name === 'text', autocomplete: 'off'})};
		}
	}

	/* Those of the edition in force, with their articles: 12.9 of 2023, 13.4 before. */
	penalties(game, pick) {
		const articles = PENALTIES[game?.laws] || PENALTIES[2023];

		return pick(Object.keys(articles), (value) => `${articles[value]} ${t('penalty.' + value)}`);
	}

	/* Minutes belong to the two penalties on the clock, a move to the two claims of a draw. */
	words() {
		const value = (name) => this.inputs[name].value.trim();
		let names = this.names();

		if (this.inputs['other-table'] && !value('other-table'))
			return 'second-board none';
		if (this.inputs.item && !value('item').endsWith('-time'))
			names = names.filter((name) => name !== 'minutes');
		if (this.inputs.claim && !['threefold', 'fifty'].includes(value('claim')))
			names = names.filter((name) => name !== 'san');
		if (this.inputs.result && value('result') === '*')
			names = names.filter((name) => name !== 'reason');
		return [this.what.value, ...names.map(value)].filter(Boolean).join(' ');
	}

	async submit(event) {
		event.preventDefault();
		this.why.textContent = '';
		const isDone = this.inputs.uci ? await this.setMoves() : await this.do(this.words());

		if (isDone)
			this.ask();
	}

	do(words, isAsked) {
		return this.act(words, (...why) => fill(this.why, why), isAsked);
	}

	/* One after the other; what is refused stays in the form, with what comes after it. */
	async setMoves() {
		const {ply, uci} = this.inputs;
		let isDone = true;

		for (const [i, move] of this.moves().entries()) {
			isDone &&= await this.do(`set-move ${ply.value} ${move}`, i > 0);
			if (!isDone)
				break;
			ply.value = Number(ply.value) + 1;
			uci.value = this.moves().slice(1).join(' ');
		}
		return isDone;
	}
}

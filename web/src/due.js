// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be done at a table before its game begins or goes on, as the daemon tells it.
import { h, fill } from './dom.js';
import { clockText, colorText, manText, t, timeText } from './words.js';

function detailOf(due) {
	const man = (letter) => letter ? manText(letter) : '–';

	if (due.square)
		return `${due.square} ${man(due.is)} (${man(due.should_be)})`;
	if (due.should_be_s !== undefined)
		return `${clockText(due.is_s)} (${clockText(due.should_be_s)})`;
	if (due.claim)
		return t('claim.' + due.claim);
	if (due.mode)
		return t('mode.' + due.mode);
	return due.until ? timeText(due.until) : due.count !== undefined ? String(due.count) : '';
}

export function dueText(due) {
	return [due.article, due.color && colorText(due.color), t('due.' + due.what), detailOf(due)].filter(Boolean).join(' ');
}

/* One list: of a table, or of all tables of a round, each line with its table. */
export class DueList {
	/* at: the beginning of a line for its table, or nothing. act(table, words): who has come is said here. */
	constructor(id, act, at = () => null) {
		Object.assign(this, {act, at});
		this.list = h('ul.due', {role: 'list'});
		this.element = h('section.panel', {hidden: true, 'aria-labelledby': id}, h('h2', {id}, t('due.title')), this.list);
	}

	/* rows: [{table, due}] */
	draw(rows) {
		const key = JSON.stringify(rows.map(({table, due}) => [table, due]));

		if (key === this.key)
			return;
		this.key = key;
		this.element.hidden = !rows.some(({due}) => due.length > 0);
		fill(this.list, rows.flatMap(({table, due}) => due.map((one) => h('li', {'data-due': one.what}, this.at(table), dueText(one), one.what === 'absent' && this.arrivedButton(table, one)))));
	}

	arrivedButton(table, {color}) {
		return [' ', h('button', {type: 'button', 'data-do': 'arrived', 'aria-label': `${t('table.n', {n: table})}: ${t('act.arrived')}, ${colorText(color)}`,
			onclick: () => this.act(table, 'arrived ' + color)}, t('act.arrived'))];
	}
}

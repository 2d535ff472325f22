// SPDX-License-Identifier: GPL-3.0-or-later
// A round: who plays whom, who came, what is not confirmed, its beginning and its end.
import { h, fill } from './dom.js';
import { Refused, ask } from './link.js';
import { nameText, t } from './words.js';

export class RoundView {
	constructor({round, notify, changed}) {
		Object.assign(this, {notify, changed});
		this.head = h('p.meta', {role: 'status'});
		this.number = h('input', {type: 'number', min: 1, max: 999, required: true, value: (round || 0) + 1});
		this.file = h('input', {type: 'file', accept: '.txt,.trf,.trfx,.csv,.pgn,.json,text/*'});
		this.body = h('div.panel.wide');
		this.element = h('div.rounds', null, h('h1', {tabIndex: -1}, t('round.title')), this.head,
			h('form.panel.round', {onsubmit: (event) => {
				event.preventDefault();
				this.start();
			}}, h('label.field', null, h('span', null, t('round.number')), this.number),
			h('label.field', null, h('span', null, t('round.file')), this.file),
			h('button.primary', {type: 'submit', 'data-do': 'round'}, t('round.start')),
			h('button', {type: 'button', 'data-do': 'end', onclick: () => this.post({end: true})}, t('round.end'))), this.body);
	}

	async enter() {
		try {
			this.draw(await ask('/v1/round'));
			this.number.value = this.round.round + (this.round.state === 'planned' ? 0 : 1);
		} catch (error) {
			this.notify(error instanceof Refused ? t('do.refused') : t('do.failed'), 'bad', error.message);
		}
	}

	async start() {
		const file = this.file.files[0];

		await this.post({start: Number(this.number.value), ...(file && {pairings: await file.text(), name: file.name})});
	}

	/* Games that are under way are named; then it is asked once more. */
	async post(body) {
		try {
			this.draw(await ask('/v1/round', body));
			this.changed(this.round.round);
			const {restart, imported, unfinished, unused} = this.round;

			if (body.start) {
				this.number.value = body.start + 1;
				this.file.value = '';
			}
			this.notify([restart ? t('round.restart') : t('round.n', {n: this.round.round}), imported && t('round.imported', {n: imported}),
				unfinished?.length > 0 && t('round.unfinished', {tables: unfinished.join(' ')})].filter(Boolean).join('. '),
			restart || unused?.length > 0 ? 'bad' : 'good', unused?.map(({line, why}) => `${line ?? ''}: ${why}`).join('; '));
		} catch (error) {
			if (error.status === 409 && !body.force && confirm(`${error.message}\n\n${t('round.force')}`))
				return this.post({...body, force: true});
			this.notify(error.status === 401 ? t('do.login') : t('do.refused'), 'bad', error.message);
		}
	}

	draw(round) {
		this.round = round;
		fill(this.head, `${t('round.n', {n: round.round})} · ${t('round.' + round.state)}`);
		fill(this.body, h('table', null, h('thead', null, h('tr', null, [t('table.n', {n: ''}), t('white'), t('black'), t('table.result'),
			t('round.check'), t('decide.title')].map((text) => h('th', {scope: 'col'}, text)))),
		h('tbody', null, round.tables.map((table) => this.row(table)))));
	}

	row(one) {
		const name = (color) => [nameText(one[color]), one.absent.includes(color) && h('span.tag.inferred', null, t('round.absent')),
			one.paired && nameText(one.paired[color]) !== nameText(one[color]) && h('small', null, t('round.paired', {name: nameText(one.paired[color])}))];
		const button = (key, body) => h('button', {type: 'button', 'data-do': key, 'aria-label': `${t('round.' + key)}: ${t('table.n', {n: one.table})}`,
			onclick: () => this.post(body)}, t('round.' + key));
		const away = h('select', {'aria-label': `${t('round.absent')}: ${t('table.n', {n: one.table})}`, onchange: () =>
			this.post(away.value ? {absent: one.table, color: away.value} : {present: one.table})},
		['', 'white', 'black', 'both'].map((color) => h('option', {value: color, selected: color ===
			(one.absent.length === 2 ? 'both' : one.absent[0] || '')}, color ? `${t('round.absent')}: ${t(color)}` : t('round.present'))));

		return h('tr', null, h('th', {scope: 'row'}, h('a', {href: '#/table/' + one.table}, String(one.table))), h('td', null, name('white')),
			h('td', null, name('black')), h('td', null, one.result === '*' ? '–' : one.result),
			h('td', null, one.unconfirmed.map((what) => h('span.tag.presumed', null, t('round.of.' + what))),
				one.conflicts.map(({what, result}) => h('span.tag.state-upheld', null, `${t('round.conflict.' + what)} ${result || ''}`))),
			h('td', null, h('div.rule', null, away, button('swap', {swap: one.table}),
				one.unconfirmed.length > 0 && button('confirm', {confirm: one.table}))));
	}
}

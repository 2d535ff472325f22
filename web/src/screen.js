// SPDX-License-Identifier: GPL-3.0-or-later
// The screen of the broadcast: each output, when something last arrived there, what is wrong and what to do; the machines.
import { groundRows, outputRows } from './broadcast.js';
import { h, fill } from './dom.js';
import { ask } from './link.js';
import { machineRows } from './machines.js';
import { dateText, t, timeText } from './words.js';

function leaderText(hub) {
	return hub.leads ? t('machines.leads') : hub.leader && hub.leader !== hub.name ? t('machines.follows', {name: hub.leader}) : t('machines.nobody');
}

class Machines {
	constructor() {
		this.list = h('tbody');
		this.says = h('p');
		this.element = h('section.panel.wide', {hidden: true, 'aria-labelledby': 'machines-title'}, h('h2', {id: 'machines-title'}, t('machines.title')),
			this.says, h('table.cast.machines', null, h('thead', null, h('tr', null, ['name', 'state', 'tables', 'missing', 'lag', 'off', 'disk', 'journal']
				.map((key) => h('th', {scope: 'col'}, t('machines.' + key))))), this.list));
	}

	show({hub}) {
		this.element.hidden = !hub;
		if (!hub)
			return;
		this.says.textContent = leaderText(hub);
		fill(this.list, machineRows(hub).map((row) => h('tr', {'data-state': row.state, 'data-key': row.name}, h('th', {scope: 'row'}, row.name),
			h('td', null, h('span.tag.cast-' + row.state, null, t('machines.is.' + row.is)),
				row.refused.length > 0 && ' ' + t('machines.refused', {tables: row.refused.join(' ')})),
			[row.tables, row.missing, row.lag_s.toFixed(1), row.off_s === null ? '' : row.off_s.toFixed(1), row.disk === null ? '' : t('cast.free', {n: row.disk}),
				row.journal === null ? '' : t('cast.is.' + (row.journal ? 'good' : 'bad'))].map((text) => h('td', null, text)))));
	}
}

/* When something last arrived: the time of day, and the day where it is another. */
function lastText(last) {
	return !last ? '' : new Date(last).toDateString() === new Date().toDateString() ? timeText(last) : dateText(last);
}

function rowElement({key, state, text, why, last}) {
	return h('tr', {'data-state': state, 'data-key': key}, h('th', {scope: 'row'}, t('cast.of.' + key)),
		h('td', null, h('span.tag.cast-' + state, null, t('cast.is.' + (state === 'off' && text ? 'idle' : state)))), h('td.said', null, text, why && h('span', {lang: 'en'}, ' ' + why)),
		h('td', null, last && h('time', {dateTime: last}, lastText(last))), h('td', null, state === 'good' ? '' : t(`cast.fix.${key}`)));
}

function panel(key, list, heads) {
	return h('section.panel.wide', {'aria-labelledby': 'cast-' + key}, h('h2', {id: 'cast-' + key}, t('cast.title.' + key)), h('table.cast', null,
		h('thead', null, h('tr', null, heads.map((head) => head ? h('th', {scope: 'col'}, t('cast.' + head)) : h('td')))), list));
}

export class BroadcastView {
	constructor(hall) {
		this.hall = hall;
		this.outputs = h('tbody');
		this.ground = h('tbody');
		this.machines = new Machines();
		this.element = h('div.rounds', null, h('h1', {tabIndex: -1}, t('nav.broadcast')), panel('outputs', this.outputs, ['what', 'state', 'said', 'last', 'do']), panel('ground', this.ground, ['part', 'state', 'said', '', 'do']), this.machines.element);
	}

	async enter() {
		this.timer = setInterval(() => this.refresh(), 5000);
		this.element.hidden = true; /* until all of it is there: nothing moves then */
		await this.refresh();
		this.element.hidden = false;
	}

	leave() {
		clearInterval(this.timer);
	}

	async refresh() {
		const status = await ask('/v1/status').catch(() => null);

		if (!status)
			return;
		this.machines.show(status);
		fill(this.outputs, outputRows(status).map(rowElement));
		fill(this.ground, groundRows(status, [...this.hall.tables.values()]).map(rowElement));
	}
}

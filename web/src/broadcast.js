// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what is played reaches those who watch: each output, what is wrong with it, and what to do.
import { h, fill } from './dom.js';
import { ask } from './link.js';
import { Machines, machinesOf } from './machines.js';
import { t } from './words.js';

const LOW_BATTERY = 20;

function tableList(tables) {
	return tables.map((one) => one.table).join(' ');
}

function lichessOf({lichess}) {
	if (!lichess)
		return {state: 'off'};
	const wrong = lichess.games.filter((one) => one.problem);

	if (lichess.why || wrong.length > 0)
		return {state: 'bad', text: wrong.length > 0 ? t('cast.tables', {tables: tableList(wrong)}) : '', why: lichess.why || wrong[0].problem};
	return {state: 'good', text: t('cast.pushes', {n: lichess.pushes})};
}

function uploadOf({upload}) {
	return !upload ? {state: 'off'} : upload.why ? {state: 'bad', why: upload.why} : {state: 'good', text: t('cast.files', {n: upload.stored})};
}

/* A hub has a connection of its own. */
function mqttOf({mqtt, hub}) {
	const link = mqtt || hub;

	return !link ? {state: 'off'} : link.ready ? {state: 'good'} : {state: 'bad', why: link.why || ''};
}

/* One row for each output and each thing they rest on: {key, state, text, why}. why is the daemon's, in English. */
export function castRows(status, entries) {
	const {outputs, halts} = status;
	const low = entries.filter((one) => one.battery !== null && one.battery !== undefined && one.battery < LOW_BATTERY);
	const row = (key, of) => ({key, ...of});
	const given = (value, text) => value ? {state: 'good', text} : {state: 'off'};
	const machines = machinesOf(status);

	return [row('public', given(outputs.public, outputs.public)), row('folder', given(outputs.folder, outputs.folder)), row('lichess', lichessOf(status)),
		row('upload', uploadOf(status)), row('mqtt', mqttOf(status)), ...machines ? [row('machines', machines)] : [], row('notices', given(outputs.notices, '')),
		row('delay', {state: 'good', text: outputs.delay_s > 0 ? t('cast.minutes', {n: Math.round(outputs.delay_s / 6) / 10}) :
			outputs.delay_plies > 0 ? t('cast.plies', {n: outputs.delay_plies}) : t('cast.none')}),
		row('halts', halts.length > 0 ? {state: 'bad', text: t('cast.tables', {tables: tableList(halts)})} : {state: 'good', text: t('cast.all')}),
		row('journal', status.journal_failing ? {state: 'bad'} : {state: 'good'}),
		row('disk', {state: status.disk_free_percent < 10 ? 'bad' : 'good', text: t('cast.free', {n: status.disk_free_percent})}),
		row('clock', status.clock_synced ? {state: 'good'} : {state: 'warn'}),
		row('battery', low.length > 0 ? {state: 'warn', text: t('cast.tables', {tables: tableList(low)})} : {state: 'good'})];
}

/* All of it in a word, for the head of every page. */
export function castWord(rows) {
	const outputs = rows.filter((one) => ['public', 'folder', 'lichess', 'upload', 'mqtt'].includes(one.key));

	if (rows.some((one) => one.state === 'bad'))
		return 'bad';
	return outputs.every((one) => one.state === 'off') ? 'off' : 'good';
}

export class BroadcastView {
	constructor(hall) {
		this.hall = hall;
		this.list = h('tbody');
		this.machines = new Machines();
		this.element = h('div.rounds', null, h('h1', {tabIndex: -1}, t('nav.broadcast')), h('div.panel.wide', null, h('table.cast', null,
			h('thead', null, h('tr', null, [t('cast.what'), t('cast.state'), t('cast.do')].map((text) => h('th', {scope: 'col'}, text)))), this.list)),
			this.machines.element);
	}

	enter() {
		this.timer = setInterval(() => this.refresh(), 5000);
		return this.refresh();
	}

	leave() {
		clearInterval(this.timer);
	}

	async refresh() {
		const status = await ask('/v1/status').catch(() => null);

		if (!status)
			return;
		this.machines.show(status);
		fill(this.list, castRows(status, [...this.hall.tables.values()]).map(({key, state, text, why}) => h('tr', {'data-state': state, 'data-key': key},
			h('th', {scope: 'row'}, t('cast.of.' + key)), h('td', null, h('span.tag.cast-' + state, null, t('cast.is.' + state)), ' ', text,
				why && h('span', {lang: 'en'}, ' ' + why)), h('td', null, state === 'good' ? '' : t(`cast.fix.${key}`)))));
	}
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what is played reaches those who watch: each output, and what is wrong with it; all of it in a word.
import { machinesOf } from './machines.js';
import { t } from './words.js';

const LOW_BATTERY = 20;

function tableList(tables) {
	return tables.map((one) => one.table).join(' ');
}

/* Tables where Lichess has fewer half-moves than it was sent. */
function behindText(games) {
	const behind = games.filter((one) => one.understood !== null && one.understood < one.plies);

	return behind.length > 0 ? ' · ' + t('cast.behind', {tables: tableList(behind)}) : '';
}

function lichessOf({lichess}) {
	if (!lichess)
		return {state: 'off'};
	const wrong = lichess.games.filter((one) => one.problem);

	if (lichess.why || wrong.length > 0)
		return {state: 'bad', text: wrong.length > 0 ? t('cast.tables', {tables: tableList(wrong)}) : '', why: lichess.why || wrong[0].problem, last: lichess.last};
	return {state: 'good', text: t('cast.pushes', {n: lichess.pushes}) + behindText(lichess.games), last: lichess.last};
}

/* An output that tells when something last arrived, and why nothing does; null: it is not used. */
function outputOf(output, text) {
	return !output ? {state: 'off'} : output.why ? {state: 'bad', why: output.why, last: output.last} : {state: 'good', text: text(output), last: output.last};
}

/* A hub has a connection of its own. */
function mqttOf({mqtt, hub}) {
	const link = mqtt || hub;

	return !link ? {state: 'off'} : {state: link.ready ? 'good' : 'bad', why: link.ready ? '' : link.why || '', last: link.last};
}

function clientsOf({livechess}) {
	return livechess.clients > 0 ? {state: 'good', text: t(livechess.clients === 1 ? 'cast.client' : 'cast.clients', {n: livechess.clients})} : {state: 'off', text: t('cast.no-client')};
}

const fact = (key, of) => ({key, ...of});

/* Where games go: {key, state, text, why, last}. why is the daemon's, in English; last: when something last arrived. */
export function outputRows(status) {
	const {outputs, halts} = status;
	const machines = machinesOf(status);

	return [fact('public', outputs.public ? {state: 'good', text: outputs.public} : {state: 'off'}),
		fact('folder', outputOf(status.folder, ({path}) => path)), fact('lichess', lichessOf(status)),
		fact('upload', outputOf(status.upload, ({stored}) => t('cast.files', {n: stored}))), fact('mqtt', mqttOf(status)),
		...machines ? [fact('machines', machines)] : [], fact('livechess', clientsOf(status)),
		fact('notices', outputOf(status.notices, ({sent}) => t('cast.sent', {n: sent}))),
		fact('delay', {state: 'good', text: outputs.delay_s > 0 ? t('cast.minutes', {n: Math.round(outputs.delay_s / 6) / 10}) :
			outputs.delay_plies > 0 ? t('cast.plies', {n: outputs.delay_plies}) : t('cast.none')}),
		fact('halts', halts.length > 0 ? {state: 'bad', text: t('cast.tables', {tables: tableList(halts)})} : {state: 'good', text: t('cast.all')})];
}

/* What it rests on: the machine, and the boards. */
export function groundRows(status, entries) {
	const low = entries.filter((one) => one.battery !== null && one.battery !== undefined && one.battery < LOW_BATTERY);

	return [fact('journal', status.journal_failing ? {state: 'bad'} : {state: 'good'}),
		fact('disk', {state: status.disk_free_percent < 10 ? 'bad' : 'good', text: t('cast.free', {n: status.disk_free_percent})}),
		fact('clock', status.clock_synced ? {state: 'good'} : {state: 'warn'}),
		fact('battery', low.length > 0 ? {state: 'warn', text: t('cast.tables', {tables: tableList(low)})} : {state: 'good'})];
}

export function castRows(status, entries) {
	return [...outputRows(status), ...groundRows(status, entries)];
}

/* All of it in a word, for the head of every page. */
export function castWord(rows) {
	return rows.some((one) => one.state === 'bad') ? 'bad' : isSent(rows) ? 'good' : 'off';
}

/* Do games go anywhere? */
export function isSent(rows) {
	return rows.some((one) => ['public', 'folder', 'lichess', 'upload', 'mqtt'].includes(one.key) && one.state !== 'off');
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The machines of an event, as its hub knows them.
import { h, fill } from './dom.js';
import { t } from './words.js';

const LOW_DISK = 10;
const CLOCK_MS = 2000;

function machineState(node) {
	const {health} = node;

	if (node.state !== 'ready' || health?.journal_failing || health?.disk_free_percent < LOW_DISK || Object.keys(node.refused).length > 0)
		return 'bad';
	return node.missing > 0 || Math.abs(node.off_ms) > CLOCK_MS ? 'warn' : 'good';
}

/* One row for each machine but hubs: {name, state, is, tables, ...}; what is not known is null. */
export function machineRows(hub) {
	return (hub?.nodes ?? []).filter((node) => !node.hub).map((node) => ({
		name: node.name, state: machineState(node), is: node.state || 'unheard', tables: node.tables, missing: node.missing,
		lag_s: node.behind_ms / 1000, off_s: node.health ? node.off_ms / 1000 : null, disk: node.health?.disk_free_percent ?? null,
		journal: node.health ? !node.health.journal_failing : null, refused: Object.keys(node.refused)}));
}

/* For the list of what the broadcast rests on; null: this is no hub. */
export function machinesOf({hub}) {
	if (!hub)
		return null;
	const rows = machineRows(hub);
	const worst = ['bad', 'warn'].find((state) => rows.some((row) => row.state === state)) ?? 'good';

	return {state: rows.length > 0 ? worst : 'bad', text: t('machines.here', {n: rows.filter((row) => row.is === 'ready').length, all: rows.length})};
}

function leaderText(hub) {
	return hub.leads ? t('machines.leads') : hub.leader && hub.leader !== hub.name ? t('machines.follows', {name: hub.leader}) : t('machines.nobody');
}

export class Machines {
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

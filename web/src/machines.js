// SPDX-License-Identifier: GPL-3.0-or-later
// The machines of an event, as its hub knows them.
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

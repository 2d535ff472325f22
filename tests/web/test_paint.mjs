// SPDX-License-Identifier: GPL-3.0-or-later
// On a slow line: how soon something is seen, and whether it stays where it was.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PATIENCE, boards, daemon, end, open, until } from './support.mjs';

const FIRST_MS = 1500;
const SHIFT = 0.05;
const LATENCY_MS = 150;
const BYTES_PER_S = 1.6e6 / 8;
let it;

before(async () => {
	it = await daemon('paint', ['--demo']);
	await until(async () => (await boards(it)).some((one) => one.game?.plies > 1));
}, {timeout: 4 * PATIENCE});
after(end);

/* The greatest sum of shifts within five seconds, none a second after the one before: as browsers count it. */
function shiftOf(all) {
	let most = 0;
	let sum = 0;
	let [first, last] = [-Infinity, -Infinity];

	for (const [value, at] of all) {
		if (at - last > 1000 || at - first > 5000)
			[sum, first] = [0, at];
		last = at;
		sum += value;
		most = Math.max(most, sum);
	}
	return most;
}

async function seen(path, width) {
	const page = await open(null, {viewport: {width, height: 844}});
	const client = await page.context().newCDPSession(page);

	await client.send('Network.enable');
	await client.send('Network.emulateNetworkConditions', {offline: false, latency: LATENCY_MS, downloadThroughput: BYTES_PER_S, uploadThroughput: BYTES_PER_S});
	await page.addInitScript(() => {
		window.shifts = [];
		new PerformanceObserver((list) => list.getEntries().filter((one) => !one.hadRecentInput)
			.forEach((one) => window.shifts.push([one.value, one.startTime]))).observe({type: 'layout-shift', buffered: true});
	});
	await page.goto(it.url + path);
	await page.waitForSelector(path === 'public' ? 'main .tools' : 'body[data-link=up] main h1');
	await page.waitForTimeout(2500); /* what moves later was loaded later */
	const [first, shifts] = await page.evaluate(() => [performance.getEntriesByName('first-contentful-paint')[0].startTime, window.shifts]);

	await page.context().close();
	return {first, shift: shiftOf(shifts)};
}

for (const [path, width] of [['', 1440], ['', 390], ['#/table/1', 390], ['#/pairings', 1440], ['#/setup', 390], ['#/broadcast', 1440], ['public', 390], ['public', 1440]])
	test(`/${path} at ${width}: seen soon, and steady`, async () => {
		const tries = [];

		/* Where others use the machine it is tried again: the line is what is judged, not the processor. */
		while (tries.length < 6 && !tries.some((one) => one.first <= FIRST_MS && one.shift < SHIFT))
			tries.push(await seen(path, width));
		console.log(tries.map(({first, shift}) => `first paint after ${Math.round(first)} ms, shift ${shift.toFixed(4)}`).join('; '));
		assert.ok(tries.some((one) => one.first <= FIRST_MS && one.shift < SHIFT));
	});

// SPDX-License-Identifier: GPL-3.0-or-later
// A hall of many tables: as a list, laid out as it stands, and what is only told.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { FENS, TABLES, framesOf, manyBoards, most, watchShifts } from './many.mjs';
import { PATIENCE, boards, daemon, end, entered, open, overflow, shot, until, wrongs } from './support.mjs';

const {messages} = await import(join(process.env.SOURCE, 'web/src/en.js'));
let it;

before(async () => {
	it = await daemon('hall', ['--demo']);
	await until(async () => (await boards(it)).every((one) => one.game?.plies > 1));
}, {timeout: 4 * PATIENCE});
after(end);

/* The page with three hundred tables; tell(i) lets the i-th move. */
async function many(options, given = {}, change = () => {}) {
	const page = await open(null, options);
	let stream = null;
	let seq = 1;
	const tables = manyBoards();

	change(tables);
	await page.addInitScript((settings) => Object.entries(settings).forEach(([key, value]) => localStorage.setItem('boardd.' + key, JSON.stringify(value))), given);
	await page.routeWebSocket('**/v1/tables', (socket) => {
		stream = socket;
		socket.send(JSON.stringify({event: 'hello', stream: 1, journal: 'j', last: 1}));
		socket.send(JSON.stringify({seq: 1, complete: true, tables}));
	});
	await page.goto(it.url);
	await page.locator('.card').first().waitFor();
	return {page, send: (change) => stream.send(JSON.stringify({seq: ++seq, complete: true, tables: [change]})), tell: (i) => stream.send(JSON.stringify({seq: ++seq, complete: true, tables: [{table: i % TABLES + 1, time: '2026-01-31T12:00:01.000Z',
		last: 'b8c6', game: {plies: 4, san: 'Nc6', fen: FENS[i % 2]}}]}))};
}

test('three hundred tables as a list: short frames, and nothing shifts', async () => {
	const {page, tell} = await many({}, {shape: 'list'});

	await watchShifts(page);
	const tries = await framesOf(page, 60, async (i) => {
		tell(i);
		tell(i * 7);
		await page.mouse.wheel(0, i < 40 ? 240 : -240);
		await page.waitForTimeout(40);
	});
	const shift = await page.evaluate(() => window.shift);

	console.log(`${tries.map((frames) => `${frames.length} frames, 99 % under ${most(frames).toFixed(2)} ms`).join('; ')}; shift ${shift.toFixed(4)}`);
	assert.ok(tries[0].length > 40);
	assert.ok(tries.some((frames) => most(frames) < 8));
	assert.ok(shift < 0.05, String(shift));
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
	await page.locator(`.card[data-table="${TABLES}"]`).waitFor();
	assert.equal(await page.locator('cg-board').count(), 0);
	await page.locator('#shape').selectOption('boards');
	await page.locator('.card cg-board').first().waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

for (const [name, width, height] of [['desktop', 1440, 900], ['phone', 390, 844], ['projector', 1920, 1080]])
	for (const colorScheme of ['light', 'dark'])
		test(`the list, ${name}, ${colorScheme}`, async () => {
			const {page} = await many({viewport: {width, height}, colorScheme, bypassCSP: true}, {shape: 'list'});

			assert.deepEqual(await overflow(page), []);
			assert.deepEqual(await wrongs(page), []);
			await shot(page, `list-${name}-${colorScheme}`);
			await page.context().close();
		});

test('the round of three hundred tables: short frames while all of them play', async () => {
	const {page, send} = await many({});
	const person = (color, i) => ({name: `Player, ${color} ${i}`, title: null, elo: null, team: null});
	const tables = Array.from({length: TABLES}, (_, i) => ({table: i + 1, board: 'b' + i, game: 'g' + i, state: 'started', result: '*', plies: 3,
		white: person('White', i), black: person('Black', i), paired: null, absent: [], unconfirmed: [], conflicts: [], due: []}));
	let asked = 0;

	await page.route('**/v1/round', (route) => {
		asked++;
		return route.fulfill({json: {round: 1, state: 'playing', before: 0, tables}});
	});
	await page.goto(it.url + '#/pairings');
	await until(async () => await page.locator('.rounds tbody tr').count() === TABLES);
	const tries = await framesOf(page, 60, async (i) => {
		for (const at of [i % TABLES, i * 7 % TABLES]) {
			tables[at].plies++;
			if (i % 20 === 0)
				tables[at].result = '1-0';
			send({table: at + 1, game: {plies: tables[at].plies, san: 'Nc6', result: tables[at].result}});
		}
		await page.mouse.wheel(0, i < 40 ? 240 : -240);
		await page.waitForTimeout(40);
	});

	console.log(`asked ${asked} times; ${tries.map((frames) => `${frames.length} frames, 99 % under ${most(frames).toFixed(2)} ms, longest ${frames.at(-1).toFixed(2)} ms`).join('; ')}`);
	assert.ok(asked > 3 && tries[0].length > 40);
	assert.ok(tries.some((frames) => most(frames) < 8));
	await page.locator('.rounds tbody tr', {hasText: 'Player, White 0'}).locator('b', {hasText: '1-0'}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('names have room beside their clocks, however low the window is', async () => {
	const page = await entered(it, 'Anna', {viewport: {width: 1440, height: 900}});

	for (const height of [900, 700, 620, 500]) {
		await page.setViewportSize({width: 1440, height});
		await page.locator('.card piece').first().waitFor();
		await until(() => page.evaluate(() => [...document.querySelectorAll('.card')].length === 6 && [...document.querySelectorAll('.card')].every((card) =>
			[...card.querySelectorAll('.name')].every((name) => name.clientWidth >= 60) &&
			[...card.querySelectorAll('.time')].every((time) => time.getBoundingClientRect().right <= card.getBoundingClientRect().right))));
	}
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('tables are laid out as they stand in the hall, by mouse and without', async () => {
	const page = await entered(it, 'Anna', {bypassCSP: true});
	const order = (page) => page.evaluate(() => [...document.querySelectorAll('.card')].map((one) => one.dataset.table).join());
	const card = (table) => page.locator(`.card[data-table="${table}"]`);

	await page.locator('#order').selectOption('floor');
	await until(async () => await order(page) === '1,2,3,4,5,6');
	await page.locator('[data-do=lay]').click();
	await card(5).click();
	await page.locator('.card.picked[data-table="5"]').waitFor();
	await card(2).focus();
	await page.keyboard.press('Enter');
	await until(async () => await order(page) === '1,5,2,3,4,6');
	await card(6).dragTo(card(1));
	await until(async () => await order(page) === '6,1,5,2,3,4');
	assert.deepEqual(await wrongs(page), []);
	await page.locator('[data-do=lay]').click();
	const other = await open(it.url, {bypassCSP: true}); /* somebody else sees the same, and what comes */

	await other.locator('#order').selectOption('floor');
	await until(async () => await order(other) === '6,1,5,2,3,4');
	await page.locator('[data-do=lay]').click();
	await card(4).click();
	await card(6).click();
	await until(async () => await order(other) === '4,6,1,5,2,3');
	await other.locator('[data-do=lay]').click(); /* who is not logged in lays out nothing */
	await other.locator('.card[data-table="3"]').click();
	await other.locator('.card[data-table="4"]').click();
	await other.locator('#notice[data-kind=bad]').waitFor();
	await until(async () => await order(other) === '4,6,1,5,2,3');
	await other.context().close();
	await page.locator('[data-do=lay]').click();
	await page.reload();
	await until(async () => await order(page) === '4,6,1,5,2,3');
	await card(5).click();
	await page.locator('h1', {hasText: 'Table 5'}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

const FOUND = {event: 'irregularity', seq: 8, id: 1, table: 12, kind: 'touch-move', article: '4.3.1', edition: '2023', color: 'white', certainty: 'observed',
	state: 'open', args: {ply: 3}, evidence: [], must: null, remedy: 'play', time: '2026-01-31T12:00:00.000Z'};

test('nothing changes its place under the pointer, and who needs a person comes first when it has gone', async () => {
	const {page, send} = await many({}, {}, (tables) => tables.splice(15));
	const order = () => page.evaluate(() => [...document.querySelectorAll('.card')].map((one) => one.dataset.table).join());
	const kinds = () => page.evaluate(() => [...document.querySelectorAll('.inbox > .findings > li')].map((one) => one.dataset.seq).join());

	await until(async () => (await order()).startsWith('1,2,3,4'));
	await page.locator('.card[data-table="2"]').hover();
	send({table: 12, open: [FOUND]});
	await page.locator('.card[data-table="12"][data-state=irregular]').waitFor();
	await page.waitForTimeout(600); /* as long as an order takes to be made twice */
	assert.ok((await order()).startsWith('1,2,3,4'), await order());
	await page.locator('h1').hover();
	await until(async () => (await order()).startsWith('12,1,2,3'));
	/* The list of what waits, too: what comes stands below while somebody points there. */
	await page.locator('.inbox summary').first().hover();
	send({table: 3, open: [{...FOUND, seq: 9, table: 3}]});
	await until(async () => await kinds() === '8,9');
	await page.locator('h1').hover();
	await until(async () => await kinds() === '9,8');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('what is only told waits for nobody', async () => {
	const told = {event: 'irregularity', seq: 9, id: 1, table: 3, kind: 'right-lapsed', article: '4.8', edition: '2023', color: 'white', certainty: 'presumed',
		state: 'open', args: {ply: 3}, evidence: [], must: null, remedy: 'none', time: '2026-01-31T12:00:00.000Z',
		did: {men: [{man: 'B', from: 'c4', to: null}]}};
	const {page} = await many({bypassCSP: true}, {}, (tables) => tables[2].open.push(told));

	await page.locator('.inbox .none', {hasText: messages['inbox.none']}).waitFor();
	await page.locator('.info > summary', {hasText: '1'}).click();
	await page.locator('.info li summary', {hasText: 'Table 3'}).click();
	await page.locator('.info [data-do=dismiss]', {hasText: messages['do.seen']}).waitFor();
	assert.equal(await page.locator('.info .did').count(), 0, 'a right has ended: no man was taken off');
	assert.equal(await page.locator('.inbox [data-do=uphold]').count(), 0);
	assert.equal(await page.locator('.count').innerText(), '', 'it is no task');
	assert.equal(await page.locator('.card[data-state=irregular]').count(), 0);
	assert.doesNotMatch(await page.title(), /\(/);
	assert.deepEqual(await wrongs(page), []);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('pairings are loaded, looked at and put right before the round', async () => {
	const page = await entered(it, 'Anna', {bypassCSP: true});

	await page.goto(it.url + '#/pairings');
	await page.locator('input[type=file]').setInputFiles({name: 'next.csv', mimeType: 'text/csv',
		buffer: Buffer.from('round,board,white,black,white_elo,white_title\n2,1,"Ane, A","Bo, B",2100,WFM\n2,2,"Clara, C","Dan, D",,\nx,y\n')});
	await page.locator('[data-do=load]').click();
	await page.locator('#notice', {hasText: 'Round 2'}).waitFor();
	await page.getByLabel('Table 2: Black').fill('Dora, D');
	await page.locator('.rounds tbody tr', {hasText: 'Andersen'}).waitFor(); /* what is played stays in sight */
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'pairings-loaded', {fullPage: true});
	await page.locator('[data-do=hand-save]').click();
	await until(async () => JSON.stringify(await (await fetch(it.url + 'v1/round/2')).json()).includes('Dora, D'));
	const {state, tables} = await (await fetch(it.url + 'v1/round/2')).json();

	assert.equal(state, 'planned');
	assert.deepEqual(tables.map((one) => [one.white.name, one.white.title, one.white.elo, one.black.name]),
		[['Ane, A', 'WFM', 2100, 'Bo, B'], ['Clara, C', null, null, 'Dora, D']]);
	assert.equal((await (await fetch(it.url + 'v1/round')).json()).round, 1, 'nothing was started');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('boards by radio are looked for, paired with a PIN and forgotten', async () => {
	const page = await entered(it, 'Anna', {bypassCSP: true});
	const asked = [];
	const one = {address: '11:22:33:44:55:66', name: 'DGT_BT_123', make: 'dgt', state: 'new', pin: true, connected: false, open: false, signal_dbm: -60};

	await page.route('**/v1/bluetooth', async (route) => {
		const body = route.request().postDataJSON();

		if (body) {
			asked.push(body);
			one.state = {pair: 'paired', forget: 'new'}[body.do] ?? one.state;
		}
		await route.fulfill({json: {bluetooth: 'on', scanning: false, boards: [one]}});
	});
	await page.goto(it.url + '#/setup');
	await page.locator('.radio li', {hasText: 'DGT_BT_123'}).waitFor();
	await page.locator('[data-do=scan]').click();
	await page.locator('.radio input').fill('1234');
	assert.deepEqual(await wrongs(page), []);
	await page.locator('[data-do=pair]').click();
	await page.locator('[data-do=forget-radio]').click();
	await page.locator('dialog [data-do=yes]').click();
	await page.locator('[data-do=pair]').waitFor();
	assert.deepEqual(asked, [{do: 'scan'}, {do: 'pair', address: one.address, pin: '1234'}, {do: 'forget', address: one.address}]);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

// SPDX-License-Identifier: GPL-3.0-or-later
// The public page, on the public listener: what those who watch see, and nothing else.
import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { framesOf, most, watchShifts } from './many.mjs';
import { PATIENCE, boards, end, open, overflow, shot, staged, until, wrongs } from './support.mjs';

const SCRIPT = 'lift e2; place e4 P; press white; wait 1; lift e7; place e5 p; press black; wait 1; lift f1; place c4 B; press white; wait 2\n';
const conf = join(tmpdir(), `boardd-watch-${process.pid}.conf`);
let desk = null;
let url = null;

/* A port that nobody has, for a moment at least. */
function freePort() {
	return new Promise((done) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const {port} = server.address();

			server.close(() => done(port));
		});
	});
}

function answers(port) {
	return new Promise((done) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.end();
			done(true);
		});

		socket.on('error', () => done(false));
	});
}

before(async () => {
	const port = await freePort();

	writeFileSync(conf, `[http]\npublic = 127.0.0.1:${port}\n[broadcast]\nevent = Harbour Open\nsite = Aarhus DEN\n` +
		'[players]\n1.white = Berg, Ane\n1.black = Vik, Mia\n');
	desk = await staged('watch', SCRIPT, async (it) => (await boards(it))[0]?.game?.completed === 3, ['-c', conf]);
	url = `http://127.0.0.1:${port}/`;
	await until(() => answers(port));
}, {timeout: 4 * PATIENCE});
after(end);

test('the public listener leads to the games, and they are light', async () => {
	const page = await open(null, {bypassCSP: true});
	const seen = [];

	page.on('request', (request) => seen.push(new URL(request.url()).pathname));
	await page.goto(url);
	await page.waitForSelector('.public piece');
	assert.ok(seen.length <= 10, seen.join());
	const bytes = ['public.html', 'page.css', 'public.js'].reduce((sum, name) => sum + statSync(join(process.env.PAGE, name)).size, 0);

	console.log(`${seen.length} requests, ${bytes} bytes`);
	assert.ok(bytes <= 120000, String(bytes));
	assert.equal(await page.locator('h1').innerText(), 'Harbour Open · Round 1');
	assert.equal(await page.locator('#note').innerText(), 'Aarhus DEN', 'no delay is said where there is none');
	assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('.few .name')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)), [],
		'a name has room');
	assert.match(await page.locator('.public .card').innerText(), /Table 1[^]*Vik, Mia[^]*Berg, Ane[^]*2\. Bc4/);
	await page.locator('.running .time').waitFor();
	const time = () => page.locator('.running .time').innerText();
	const first = await time();

	await until(async () => await time() !== first); /* it ticks */
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'public');
	for (const path of ['v1/boards', 'page.js', 'index.html', 'v1/stream'])
		assert.equal((await fetch(url + path)).status, 404, path);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a board is opened, gone through, and taken elsewhere', async () => {
	const page = await open(url, {bypassCSP: true});

	await page.locator('.public .card').click();
	await page.locator('.one .moves li').nth(2).waitFor();
	assert.equal(await page.locator('.one piece').count(), 32);
	await page.keyboard.press('ArrowLeft');
	await page.locator('.one .past').waitFor();
	await page.locator('.moves [data-ply="2"][aria-current]').waitFor();
	await page.locator('[data-do=now]').click(); /* the past is left by a button, too */
	await page.locator('.one .on-board:not(.past)').waitFor();
	await page.keyboard.press('ArrowLeft');
	await page.locator('.moves [data-ply="2"][aria-current]').waitFor();
	await page.locator('.moves [data-ply="1"]').click();
	await page.locator('.moves [data-ply="1"][aria-current]').waitFor();
	await page.keyboard.press('Home');
	await page.keyboard.press('End');
	await page.locator('.one .on-board:not(.past)').waitFor();
	await page.locator('[data-do=flip]').click();
	await page.locator('.on-board.flipped').waitFor();
	assert.deepEqual(await wrongs(page), []);
	assert.match(await (await fetch(url + 'pgn/board-1.pgn')).text(), /2\. Bc4/);
	await shot(page, 'public-board');
	await page.locator('.one summary').click();
	await shot(page, 'public-board-elsewhere');
	assert.deepEqual(await wrongs(page), []);
	assert.equal(await page.getByLabel('Address').inputValue(), url + 'public#/table/1');
	const code = await page.getByLabel('Code for another page').inputValue();
	/* Another site puts it into a frame. */
	const site = createServer((request, answer) => answer.setHeader('content-type', 'text/html').end('<title>elsewhere</title>' + code));

	await new Promise((done) => site.listen(0, '127.0.0.1', done));
	await page.goto(`http://127.0.0.1:${site.address().port}/`);
	await page.frameLocator('iframe').locator('.one piece').first().waitFor();
	site.close();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('each reads it in a language, finds a player, and a stream has the board alone', async () => {
	const page = await open(url + '?lang=de');

	await page.locator('.public .card', {hasText: '2. Lc4'}).waitFor();
	assert.match(await page.locator('.public').innerText(), /Brett 1/);
	await page.locator('#languages select').selectOption('da');
	await page.locator('.public .card', {hasText: 'Bord 1'}).waitFor();
	await page.locator('#find').fill('nobody');
	await until(async () => await page.locator('.public li').count() === 0);
	await page.locator('#find').fill('berg');
	await page.locator('.public .card').waitFor();
	await page.goto(url + 'public/overlay?table=1');
	await page.waitForSelector('.one piece');
	assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgba(0, 0, 0, 0)');
	assert.equal(await page.locator('header, button').filter({visible: true}).count(), 0);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

const NOON = '2026-01-31T12:00:00.000Z';

/* What the daemon tells of these games: [table, PGN]; all of them, or those that have changed. */
function told(games, change = 1, whole = true) {
	return {event: 'Big Open', site: 'Aarhus', delay_s: 0, delay_plies: 0, shown_ms: Date.parse(NOON), change, whole, tables: games.map(([table, pgn]) =>
		({table, pgn, clock: {white: 5000, black: 5000, running: 'white', time: NOON}, white: 'DEN', black: null}))};
}

/* Three hundred games, each with its moves. */
function manyGames(count = 300, white = 'White ') {
	return told(Array.from({length: count}, (_, i) => [i + 1, `[Event "Big Open"]\n[Round "1.${i + 1}"]\n[White "${white}${i}"]\n[Black "Black ${i}"]\n[Result "*"]\n` +
		`[Board "${i + 1}"]\n[GameId "g${i}"]\n\n1. e4 {[%clk 1:30:00]} e5 {[%clk 1:30:00]} 2. Nf3 Nc6 3. Bb5 *\n`]));
}

test('some boards are chosen, shown alone, and taken elsewhere', async () => {
	const page = await open(null, {viewport: {width: 1440, height: 900}, bypassCSP: true});

	await page.route('**/public.json?*', (route) => route.fulfill({json: manyGames(20)}));
	await page.goto(url);
	await page.locator('[data-do=choose]').click();
	await page.getByLabel('Table 2', {exact: true}).check();
	await page.locator('.public .card', {hasText: 'White 4'}).click(); /* anywhere on the board, too */
	await page.getByLabel('Table 9', {exact: true}).focus();
	await page.keyboard.press('Space');
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'public-choose');
	await page.getByRole('link', {name: 'Show 3 chosen'}).click();
	await until(async () => await page.locator('.public.few li').count() === 3);
	assert.equal(await page.evaluate(() => location.hash), '#/tables/2,5,9');
	await page.reload(); /* the address alone is enough */
	await until(async () => await page.locator('.public.few li piece').count() > 60);
	await page.locator('.tools summary').click();
	assert.deepEqual(await wrongs(page), []);
	assert.match(await page.getByLabel('Code for another page').inputValue(), /^<iframe src="[^"]+\/public\?embed#\/tables\/2,5,9" /);
	await shot(page, 'public-chosen');
	await page.goto(url + 'public?embed#/tables/2,5,9');
	await until(async () => await page.locator('.public li').count() === 3);
	assert.equal(await page.locator('header, .tools').filter({visible: true}).count(), 0);
	await page.goto(url + 'public#/tables/2,5,9');
	await page.getByRole('link', {name: 'All games', exact: false}).first().click();
	await until(async () => await page.locator('.public li').count() === 20);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('who watches is told what has changed, and not every game each time', async () => {
	const page = await open(url);
	const answers = [];

	page.on('response', async (answer) => answer.url().includes('public.json') && answers.push(await answer.json().catch(() => null)));
	await page.locator('.public .card', {hasText: '2. Bc4'}).waitFor();
	await until(() => answers.filter(Boolean).length > 1);
	assert.deepEqual(answers.at(-1).tables, [], 'nothing has happened');
	assert.equal(answers.at(-1).whole, false);
	/* Of three hundred games a few have a half-move more: the rest stays as it was. */
	const many = await open();
	let looks = 0;
	let bytes = 0;

	await many.route('**/public.json?*', async (route) => {
		const all = manyGames();
		const body = JSON.stringify(looks++ === 0 ? all : {...all, whole: false, change: looks, tables: all.tables.slice(6, 9).map((one) =>
			({...one, pgn: one.pgn.replace(' *', ' a6 *')}))});

		bytes = body.length;
		await route.fulfill({contentType: 'application/json', body});
	});
	await many.goto(url);
	await many.locator('.public .card', {hasText: 'White 7'}).filter({hasText: '3… a6'}).waitFor();
	assert.equal(await many.locator('.public li').count(), 300);
	await many.locator('.public .card', {hasText: 'White 3'}).filter({hasText: '3. Bb5'}).waitFor();
	assert.ok(bytes < 3000, String(bytes));
	for (const one of [page, many]) {
		assert.deepEqual(one.faults, []);
		await one.context().close();
	}
});

test('a few boards fill the window, and none stands outside it', async () => {
	const page = await open(null, {viewport: {width: 1440, height: 800}});

	await page.route('**/public.json?*', (route) => route.fulfill({json: manyGames(6, 'A rather long name, White ')}));
	await page.goto(url);
	await page.locator('.public li').nth(5).locator('piece').first().waitFor();
	for (const width of [1440, 1024, 768, 375]) {
		await page.setViewportSize({width, height: 800});
		assert.deepEqual(await overflow(page), [], String(width));
	}
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

for (const [width, height] of [[390, 844], [1920, 1080]]) {
	test(`three hundred boards on a window ${width} wide: only those in sight are built`, async () => {
		const page = await open(null, {viewport: {width, height}});

		await page.route('**/public.json?*', (route) => route.fulfill({json: manyGames()}));
		await page.goto(url);
		await until(async () => await page.locator('.public li').count() === 300);
		await page.waitForSelector('.public piece');
		assert.ok(await page.locator('cg-board').count() <= 60);
		assert.deepEqual(await overflow(page), []);
		await page.locator('.public li').last().scrollIntoViewIfNeeded();
		await page.locator('.public li').last().locator('piece').first().waitFor();
		await shot(page, `public-many-${width}`);
		assert.deepEqual(page.faults, []);
		await page.context().close();
	});
}

const LINE = 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7 Bg5 b4 Nb1 h6 Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6 Nc4 Nxc4 Bxc4 Nb6'.split(' ');

/* Three hundred games that go on: at the n-th look a third of them have a half-move more; those are told. */
function goingOn(n) {
	return told(Array.from({length: 300}, (_, i) => {
		const plies = Math.min(LINE.length, 12 + i % 20 + Math.floor((n + i) / 3));
		const moves = LINE.slice(0, plies).map((san, at) => `${at % 2 === 0 ? at / 2 + 1 + '. ' : ''}${san} {[%clk 1:${String(40 - (at >> 1)).padStart(2, '0')}:00]}`).join(' ');

		return [i + 1, `[Event "Big Open"]\n[Round "1.${i + 1}"]\n[White "White ${i}"]\n[Black "Black ${i}"]\n[Result "*"]\n[Board "${i + 1}"]\n[GameId "g${i}"]\n\n${moves} *\n`];
	}).filter((_, i) => n === 0 || (n + i) % 3 === 0), n + 1, n === 0);
}

for (const [width, height] of [[390, 844], [1440, 900]]) {
	test(`three hundred boards that go on, on a window ${width} wide: short frames, and nothing shifts`, async () => {
		const page = await open(null, {viewport: {width, height}});
		let looks = 0;

		await page.route('**/public.json?*', (route) => route.fulfill({json: goingOn(looks++)}));
		await page.goto(url);
		await page.waitForSelector('.public piece');
		await watchShifts(page);
		const before = looks;
		const tries = await framesOf(page, 90, async (i) => {
			await page.mouse.wheel(0, i < 60 ? 160 : -160);
			await page.waitForTimeout(40);
		});
		const shift = await page.evaluate(() => window.shift);

		console.log(`${looks - before} looks; ${tries.map((frames) => `${frames.length} frames, 99 % under ${most(frames).toFixed(2)} ms, longest ${frames.at(-1).toFixed(2)} ms`).join('; ')}; shift ${shift.toFixed(4)}`);
		assert.ok(looks > before && tries[0].length > 60);
		assert.ok(tries.some((frames) => most(frames) < 8));
		assert.ok(shift < 0.05, String(shift));
		assert.deepEqual(page.faults, []);
		await page.context().close();
	});
}

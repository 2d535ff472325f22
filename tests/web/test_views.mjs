// SPDX-License-Identifier: GPL-3.0-or-later
// Every view at every size and in both themes: nothing sticks out, axe finds nothing, and there is a picture of it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PATIENCE, boards, daemon, end, entered, overflow, shot, until, wrongs } from './support.mjs';

const SIZES = {desktop: [1440, 900], phone: [390, 844], projector: [1920, 1080]};
const VIEWS = {hall: ['#/', '.card piece'], table: ['#/table/5', '.timeline li'], round: ['#/pairings', '.rounds tbody tr'], report: ['#/round', '.report table'],
	setup: ['#/setup', '.sections form'], broadcast: ['#/broadcast', '.cast tbody tr'], people: ['#/people', '.people li'], archive: ['#/archive', '.archived li'],
	archived: ['#/game/GAME', '.moves button'], 'game-report': ['#/report/GAME', '.report .score'], nowhere: ['#/nonsense', '.nowhere']};
const PUBLIC = {public: ['', '.public piece'], watched: ['#/table/1', '.one .moves li'], 'hall-screen': ['?hall', '.public piece'], chosen: ['#/tables/1,2', '.public piece'],
	embedded: ['?embed#/table/1', '.one piece'], overlay: ['/overlay?table=1', '.one piece']};
const folder = mkdtempSync(join(tmpdir(), 'boardd-views-'));
let it = null;
let shown = null;

/* A port that nobody has, for a moment at least. */
function freePort() {
	return new Promise((done) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const {port} = server.address();

			server.close(() => done(port));
		});
	});
}

before(async () => {
	const port = await freePort();

	writeFileSync(join(folder, 'conf'), `[http]\npublic = 127.0.0.1:${port}\n[broadcast]\nsite = Aarhus DEN\n`);
	shown = `http://127.0.0.1:${port}/public`;
	it = await daemon('views', ['--demo', '--time-scale', '8', '-c', join(folder, 'conf')]);
	await until(async () => (await boards(it)).every((one) => one.game?.plies > 3) && (await boards(it)).some((one) => one.game.irregularities > 0));
}, {timeout: 4 * PATIENCE});
after(async () => {
	await end();
	rmSync(folder, {recursive: true});
});

for (const [size, [width, height]] of Object.entries(SIZES))
	for (const colorScheme of ['light', 'dark'])
		test(`every view, ${size}, ${colorScheme}`, async () => {
			const page = await entered(it, 'Anna', {viewport: {width, height}, colorScheme, bypassCSP: true});
			const all = [...Object.entries(VIEWS).map(([name, [path, ready]]) => [name, it.url + path, ready]),
				...Object.entries(PUBLIC).map(([name, [path, ready]]) => [name, shown + path, ready])];

			const [{game: {game}}] = await boards(it);

			await page.locator('#notice:empty').waitFor({state: 'attached'}); /* who is here is said for a while, and would lie over the picture */
			for (const [name, url, ready] of all) {
				await page.goto('about:blank'); /* else it is the page that is there already, and another place in it */
				await page.goto(url.replace('GAME', game));
				await page.locator(ready).first().waitFor();
				assert.deepEqual(await overflow(page), [], name);
				assert.deepEqual(await wrongs(page), [], name);
				await shot(page, `view-${name}-${size}-${colorScheme}`);
			}
			/* What opens over a view, and what is asked in it. */
			await page.goto(it.url + '#/table/5');
			await page.locator('.timeline li').first().waitFor();
			for (const [name, open, ready] of [['editor', () => page.locator('#decide-what').selectOption('set-position'), '.squares button'],
				['menu', () => page.locator('.settings summary').click(), '.menu .toggle'], ['keys', () => page.keyboard.press('?'), 'dialog[open]']]) {
				await open();
				await page.locator(ready).first().waitFor();
				if (name === 'menu')
					await page.locator('h1').focus();
				assert.deepEqual(await overflow(page), [], name);
				assert.deepEqual(await wrongs(page), [], name);
				await shot(page, `view-${name}-${size}-${colorScheme}`);
			}
			assert.deepEqual(page.faults, []);
			await page.context().close();
		});

test('a phone shows names whole in two columns, each beside its board', async () => {
	const page = await entered(it, 'Anna', {viewport: {width: 390, height: 844}});

	for (const [url, list] of [[it.url + '#/', '.cards'], [shown, '.public']]) {
		await page.goto(url);
		await page.locator(list + ' .card piece, ' + list + ' piece').first().waitFor();
		const cut = await page.evaluate((list) => [...document.querySelectorAll(list + ' .name')]
			.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent), list);

		assert.deepEqual(cut, [], url);
		const out = await page.evaluate((list) => [...document.querySelectorAll(list + ' > li')] /* nothing below the edge of its card */
			.filter((one) => one.querySelector('piece') && one.lastElementChild.scrollHeight > one.clientHeight + 1).map((one) => one.textContent), list);

		assert.deepEqual(out, [], url);
	}
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* How large names and clocks are, as a share of the window's height. */
async function shares(page, within) {
	return page.evaluate((within) => ['.name', '.time'].map((one) => Math.min(...[...document.querySelectorAll(within + one)].map((element) =>
		parseFloat(getComputedStyle(element).fontSize) / innerHeight))), within);
}

test('names and clocks stand beside their board, however wide the window is', async () => {
	const page = await entered(it, 'Anna', {viewport: {width: 1440, height: 800}});
	const [{game: {game}}] = await boards(it);

	for (const url of [shown + '#/table/1', shown + '?embed#/table/1', shown + '/overlay?table=1', it.url + '#/game/' + game]) {
		await page.goto('about:blank');
		await page.goto(url);
		await page.locator('.one piece').first().waitFor();
		const away = await page.evaluate(() => {
			const [board, ...lines] = ['.on-board .board', '.on-board .player:has(.black-man)', '.on-board .player:has(.white-man)']
				.map((one) => document.querySelector(one).getBoundingClientRect());

			return Math.max(...lines.flatMap((one) => [Math.abs(one.left - board.left), Math.abs(one.right - board.right)]));
		});

		assert.ok(away < 24, `${url}: ${away}`);
	}
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('names and clocks are read from afar', async () => {
	const page = await entered(it, 'Anna', {viewport: {width: 1920, height: 1080}});

	for (const [url, ready, within] of [[it.url + '#/', '.few .card piece', '.few .card '], [shown, '.few .card piece', '.few .card ']]) {
		await page.goto(url);
		await page.locator(ready).first().waitFor();
		const [name, time] = await shares(page, within);

		assert.ok(name >= 0.02 && time >= 0.03, `${url}: ${name} ${time}`);
	}
	for (const url of [it.url + '#/table/5', shown + '#/table/1']) {
		await page.goto(url);
		await page.locator('.on-board piece').first().waitFor();
		await page.locator('[data-do=full]').click();
		await page.waitForFunction(() => document.fullscreenElement);
		const [name, time] = await shares(page, '.on-board .player ');

		assert.ok(name >= 0.035 && time >= 0.08, `${url}: ${name} ${time}`);
		await page.evaluate(() => document.exitFullscreen());
	}
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

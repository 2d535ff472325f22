// SPDX-License-Identifier: GPL-3.0-or-later
// Coming in without a terminal: the first takes a name, others come by PIN or code, anybody can be sent away.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { daemon, end, open, overflow, shot, until, wrongs } from './support.mjs';

let it = null;
let ane = null;

before(async () => {
	it = await daemon('people', ['--demo']);
});
after(end);

/* What a camera would read from the code on the page. */
async function scanned(page) {
	const text = await page.evaluate(async () => {
		const svg = document.querySelector('.code');
		const box = svg.viewBox.baseVal;
		const cells = new Set([...svg.querySelector('path').getAttribute('d').matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => x + ',' + y));

		return {size: box.width - 8, dark: [...cells]};
	});

	return text;
}

test('while nobody has ever logged in, the first takes a name', async () => {
	ane = await open(it.url, {bypassCSP: true});
	await ane.getByRole('heading', {name: 'Nobody has logged in here yet'}).waitFor();
	await shot(ane, 'people-first');
	assert.deepEqual(await wrongs(ane), []);
	const late = await open(it.url);

	await late.getByLabel('Your name').waitFor();
	await ane.getByLabel('Your name').fill('Ane Berg');
	await ane.getByRole('button', {name: 'Begin'}).click();
	await ane.locator('.settings summary', {hasText: 'Ane Berg'}).waitFor();
	await until(async () => await ane.locator('.welcome').count() === 0);
	/* Who comes a moment later is told, and the name is not given twice. */
	await late.getByLabel('Your name').fill('Eve');
	await late.getByRole('button', {name: 'Begin'}).click();
	await late.locator('#notice', {hasText: 'Somebody was first'}).waitFor();
	await until(async () => await late.locator('.welcome').count() === 0);
	assert.equal((await (await fetch(it.url + 'v1/me')).json()).claim, undefined);
	assert.deepEqual([...ane.faults, ...late.faults], []);
	await late.context().close();
});

test('another comes by PIN, is seen, and is sent away', async () => {
	await ane.locator('.settings summary').click();
	await ane.getByRole('link', {name: 'Who is logged in'}).click();
	await ane.locator('.people li', {hasText: 'Ane Berg'}).waitFor();
	await ane.locator('.settings summary').click();
	await ane.getByLabel('Name of who comes').fill('Bo Vik');
	await ane.getByRole('button', {name: 'Make a code'}).click();
	const pin = (await ane.locator('.pin').innerText()).replace(/\s/g, '');

	assert.match(pin, /^\d{6}$/);
	await shot(ane, 'people');
	assert.deepEqual(await wrongs(ane), []);
	const bo = await open(it.url);

	await bo.waitForSelector('body[data-link=up]');
	await bo.locator('.settings summary').click();
	const wrong = String((Number(pin) + 1) % 1000000).padStart(6, '0');

	for (const [typed, says] of [[wrong, 'This PIN is wrong'], [pin, 'Logged in as Bo Vik']]) {
		await bo.getByLabel('PIN, six digits').fill(typed);
		await bo.locator('[data-do=pin]').click();
		await bo.locator('#notice', {hasText: says}).waitFor();
	}
	await ane.locator('.people li', {hasText: 'Bo Vik'}).waitFor();
	await ane.locator('.lent', {hasText: 'Bo Vik is in.'}).waitFor();
	await ane.locator('.people li', {hasText: 'Bo Vik'}).locator('button').click();
	await ane.locator('[data-do=yes]').click();
	await until(async () => await ane.locator('.people li').count() === 1);
	await until(async () => await bo.locator('.settings summary', {hasText: 'Bo Vik'}).count() === 0);
	assert.deepEqual([...ane.faults, ...bo.faults], []);
	await bo.context().close();
});

test('the code is the link, drawn as a code of this size', async () => {
	const asked = ane.waitForResponse((answer) => answer.url().endsWith('/v1/invite'));

	await ane.getByLabel('Name of who comes').fill('Cis Dal');
	await ane.getByRole('button', {name: 'Make a code'}).click();
	const {invitation} = await (await asked).json();

	await ane.locator('.code').waitFor();
	const {size, dark} = await scanned(ane);
	const at = (x, y) => dark.includes(x + ',' + y);

	assert.ok(size >= 37 && size % 4 === 1, String(size)); /* 90 bytes and more do not fit a smaller one */
	for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]]) /* the three eyes, by which a camera finds it */
		assert.ok(at(x, y) && at(x + 3, y + 3) && !at(x + 1, y + 1) && at(x + 6, y + 6));
	const cis = await open(`${it.url}#login=${invitation}`);

	await cis.locator('.settings summary', {hasText: 'Cis Dal'}).waitFor();
	await cis.context().close();
});

for (const width of [320, 768])
	test(`a window ${width} wide shows who is logged in without scrolling sideways`, async () => {
		await ane.setViewportSize({width, height: 740});
		await ane.getByLabel('Name of who comes').fill('Dan Eng');
		await ane.getByRole('button', {name: 'Make a code'}).click();
		await ane.locator('.code').waitFor();
		assert.deepEqual(await overflow(ane), []);
		await shot(ane, `${width}-people`, {fullPage: true});
	});

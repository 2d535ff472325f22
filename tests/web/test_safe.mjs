// SPDX-License-Identifier: GPL-3.0-or-later
// Names are other people's text. Nothing of it is ever more than text.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { boards, daemon, end, entered, open, scripted, staged } from './support.mjs';

const NAME = '<img src=x onerror=alert(1)>, Bobby <b>';
const folder = mkdtempSync(join(tmpdir(), 'boardd-safe-'));

after(async () => {
	await end();
	rmSync(folder, {recursive: true});
});

test('a name that is HTML stays a name, everywhere', async () => {
	const conf = join(folder, 'boardd.conf');

	writeFileSync(conf, `[players]\n1.white = ${NAME}\n1.black = javascript:alert(2)\n`);
	const it = await staged('safe', 'wait 1; lift e2; place e4 P; press white; wait 1\n',
		async (one) => (await boards(one))[0]?.game?.plies === 1, ['-c', conf]);
	const page = await entered(it, '<i>Anna</i>');
	const dialogs = [];
	const [{game}] = await boards(it);

	page.on('dialog', (dialog) => dialogs.push(dialog.message()));
	await page.evaluate(() => {
		window.broken = [];
		document.addEventListener('securitypolicyviolation', (event) => window.broken.push(event.violatedDirective));
	});
	await page.goto(it.url + '#/table/1');
	await page.locator('#decide-what').selectOption('note');
	await page.locator('.fields input').fill(NAME);
	await page.locator('[data-do=act]').click();
	await page.locator('.log li', {hasText: NAME}).filter({hasText: '<i>Anna</i>'}).waitFor();
	for (const [path, shown] of [['#/', '.card'], ['#/table/1', '.player'], ['#/report/' + game.game, '.report'], ['#/round', '.report'],
		['public', '.public .name']]) {
		await page.goto(it.url + path);
		await page.locator(shown, {hasText: NAME}).first().waitFor();
		assert.equal(await page.locator('img, b b, i, main script').count(), 0, path);
		assert.equal(await page.locator('a[href^=javascript]').count(), 0, path);
	}
	assert.deepEqual(dialogs, []);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('the page brings no script but its own files, and may run no other', async () => {
	const it = await daemon('policy', ['--device', await scripted('wait 1\n', 'policy')]);

	for (const name of ['', 'public']) {
		const answer = await fetch(it.url + name);
		const policy = Object.fromEntries(answer.headers.get('content-security-policy').split('; ').map((part) => {
			const [key, ...rest] = part.split(' ');

			return [key, rest.join(' ')];
		}));

		assert.equal(policy['default-src'], "'none'");
		for (const key of ['script-src', 'style-src', 'connect-src'])
			assert.equal(policy[key], "'self'");
		assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
		const html = await answer.text();

		assert.doesNotMatch(html, /<script(?![^>]* src=)|\son\w+=|\sstyle=|javascript:/);
	}
	/* Ours; chessground's shapes, which take HTML, are given squares and colours only. */
	const scripts = readdirSync(join(process.env.SOURCE, 'web/src')).map((name) => readFileSync(join(process.env.SOURCE, 'web/src', name), 'utf8'));

	assert.ok(scripts.length > 15);
	assert.doesNotMatch(scripts.join('\n'), /\beval\(|new Function\(|document\.write|insertAdjacentHTML|(inner|outer)HTML|customSvg|srcdoc/);
	const page = await open(it.url);

	await page.waitForSelector('body[data-link=up]');
	assert.equal(await page.evaluate(async () => {
		const script = document.createElement('script');
		const refused = new Promise((done) => document.addEventListener('securitypolicyviolation', () => done('refused')));

		script.textContent = 'window.ran = true';
		document.head.append(script);
		return window.ran ? 'ran' : refused;
	}), 'refused');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

// SPDX-License-Identifier: GPL-3.0-or-later
// Can they still mate? Being examined, then answered, with the helpmate to be gone through.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PATIENCE, boards, end, invite, open, shot, staged, until, wrongs } from './support.mjs';

const {messages} = await import(join(process.env.SOURCE, 'web/src/en.js'));

/* A pawn on the last rank is none of chess: the try leaves it open, and so does the longer look. */
const STRANGE = 'P3k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 40';
/* What a try leaves open today; should it learn more, there may be none of them left. */
const SHUT_IN = ['8/8/1p6/1P6/1P6/KP6/PP6/4k3 b - - 0 40', '8/6p1/6P1/6P1/3k2PK/6PP/8/8 w - - 0 40'];
const WON = ['5k2/6p1/6p1/6Pp/6P1/6K1/n5P1/8 b - - 0 40', '8/p7/P1p5/P1P5/P1P3k1/2K5/8/2n5 b - - 0 40',
	'8/8/p7/p7/P7/PP3r2/K3k3/8 b - - 0 40'];

/* The first of which nobody knows within a try whether White can mate; after a longer look it is known. */
function leftOpen(fens, answer) {
	const whiteOf = (...more) => /^white (\w+)/.exec(execFileSync(process.env.BOARDCTL, [...more], {encoding: 'utf8'}))[1];

	return fens.find((fen) => whiteOf('winnable', fen, '--nodes', '800') === 'unknown' && whiteOf('winnable', fen) === answer);
}

let it;

before(async () => {
	it = await staged('mate', 'events: wait 1\n', async (one) => (await boards(one))[0]?.game?.state === 'ready');
}, {timeout: 4 * PATIENCE});
after(end);

/*
 * A page at the table whose answers can be held back: what is examined takes a blink, and is told as
 * it was a moment before, when it was being examined.
 */
async function atTable() {
	const page = await open(null, {bypassCSP: true});
	const waiting = [];
	let isHeld = false;

	await page.routeWebSocket('**/v1/tables', (socket) => {
		const server = socket.connectToServer();

		page.release = () => {
			isHeld = false;
			waiting.splice(0).forEach((one) => socket.send(one));
		};
		server.onMessage((message) => {
			const said = JSON.parse(message);
			const answers = isHeld ? (said.tables || []).filter((one) => one.winnable?.state === 'answered') : [];

			if (waiting.length > 0 || answers.length > 0)
				waiting.push(message);
			if (waiting.length > 1 || (waiting.length === 1 && answers.length === 0))
				return;
			for (const one of answers)
				Object.assign(one.winnable, {state: 'asked', dead: null, line: null});
			socket.send(JSON.stringify(said));
		});
	});
	page.leave = async () => {
		await page.unrouteAll({behavior: 'ignoreErrors'});
		await page.context().close();
	};
	page.hold = () => {
		isHeld = true;
	};
	page.act = (action) => page.evaluate(async (words) => {
		const {boards: [{board}]} = await (await fetch('/v1/boards')).json();
		const answer = await fetch(`/v1/boards/${board}/actions`, {method: 'POST', headers: {'content-type': 'application/json'},
			body: JSON.stringify({action: words})});

		return answer.status;
	}, action);
	await page.goto(await invite(it, 'Anna'));
	await page.waitForSelector('body[data-link=up]');
	await page.goto(it.url + '#/table/1');
	await page.waitForSelector('.table .board');
	return page;
}

async function gameOf() {
	return (await fetch(it.url + 'v1/games/' + (await boards(it))[0].game.game)).json();
}

test('it is being examined, and then not known', async () => {
	const page = await atTable();

	page.hold();
	assert.equal(await page.act('set-position ' + STRANGE), 200);
	await page.locator('.mate[data-state=asked]', {hasText: messages['mate.asked-both']}).waitFor();
	assert.match(await page.locator('.mate').innerText(), /5\.2\.2/);
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'examined');
	page.release();
	await page.locator('.mate[data-state=answered]', {hasText: messages['mate.unknown']}).waitFor();
	assert.equal((await gameOf()).result, '*');
	await page.reload();
	await page.locator('.mate[data-state=answered]', {hasText: messages['mate.unknown']}).waitFor();
	await page.locator('.timeline li', {hasText: messages['mate.unknown']}).first().waitFor({state: 'attached'});
	assert.deepEqual(page.faults, []);
	await page.leave();
});

test('a flag waits for the answer', async () => {
	const page = await atTable();
	const white = messages['mate.asked'].replace('{color}', messages.white);

	page.hold();
	assert.equal(await page.act('flag black'), 200);
	await page.locator('.mate[data-state=asked]', {hasText: white}).waitFor();
	page.release();
	await until(async () => (await gameOf()).result === '1-0');
	await page.locator('.mate[data-state=answered]', {hasText: messages['mate.unknown']}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.leave();
});

test('dead: the game has ended', async (context) => {
	const fen = leftOpen(SHUT_IN, 'no');

	if (!fen)
		return context.skip('a try answers all of them');
	const page = await atTable();

	assert.equal(await page.act('new-game'), 200);
	assert.equal(await page.act('set-position ' + fen), 200);
	await page.locator('.mate[data-state=answered]', {hasText: messages['mate.dead']}).waitFor();
	await until(async () => (await gameOf()).reason === 'dead-position');
	await page.locator('.now .facts', {hasText: messages['reason.dead-position']}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.leave();
});

test('the helpmate is gone through on the board', async (context) => {
	const fen = leftOpen(WON, 'yes');

	if (!fen)
		return context.skip('a try answers all of them');
	const page = await atTable();
	const step = (key) => page.locator(`.mate [data-do=mate-${key}]`).click();
	const said = (n, all) => messages['mate.line'].replace('{n}', n).replace('{all}', all);
	const shows = (text) => page.locator('.when', {hasText: text}).waitFor();

	assert.equal(await page.act('new-game'), 200);
	assert.equal(await page.act('set-position ' + fen), 200);
	assert.equal(await page.act('flag black'), 200);
	await until(async () => (await gameOf()).result === '1-0');
	await page.locator('.mate b', {hasText: messages['mate.yes'].replace('{color}', messages.white)}).waitFor();
	const {line} = (await gameOf()).winnable;

	await step('next');
	await shows(said(1, line.length));
	await step('next');
	await shows(said(2, line.length));
	await step('previous');
	await shows(said(1, line.length));
	await step('last');
	await shows(said(line.length, line.length));
	await shot(page, 'helpmate');
	await page.keyboard.press('Escape');
	await shows(messages['past.now']);
	assert.deepEqual(await wrongs(page), []);
	assert.deepEqual(page.faults, []);
	await page.leave();
});

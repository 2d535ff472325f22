// SPDX-License-Identifier: GPL-3.0-or-later
// What makes the page safe to run a round from: nothing is lost by a click, the past looks like the
// past, two arbiters see each other, and nothing moves under the finger.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PATIENCE, boards, end, entered, invite, open, overflow, shot, staged, until, wrongs } from './support.mjs';

const {messages} = await import(join(process.env.SOURCE, 'web/src/en.js'));

/* 1. e4 e5 2. Bc4, after the knight was touched. */
const SCRIPT = 'lift e2; place e4 P; press white; wait 1; lift e7; place e5 p; press black; wait 1; ' +
	'lift g1; wait 3; place g1 N; wait 1; lift f1; place c4 B; press white; wait 2\n';
let desk = null;

before(async () => {
	desk = await staged('run', SCRIPT, async (it) => {
		const game = (await boards(it))[0]?.game;

		return game?.completed === 3 && game.irregularities > 0;
	});
}, {timeout: 4 * PATIENCE});
after(end);

async function gameOf(it) {
	const [{game}] = await boards(it);

	return (await fetch(it.url + 'v1/games/' + game.game)).json();
}

/* A configuration by which games go to a folder. */
function published(folder) {
	const path = folder + '.conf';

	mkdirSync(folder, {recursive: true});
	writeFileSync(path, `[broadcast]\nfolder = ${folder}\n`);
	return path;
}

async function atTable(name, options) {
	const page = await entered(desk, name, options);

	await page.goto(desk.url + '#/table/1');
	await page.waitForSelector('.timeline li');
	return page;
}

test('a round does not begin over a game that is played, unless it is named, and its start is taken back', async () => {
	const page = await entered(desk, 'Anna', {bypassCSP: true});
	const round = async () => (await fetch(desk.url + 'v1/round')).json();
	const {game} = await gameOf(desk);

	await page.goto(desk.url + '#/pairings');
	await page.waitForSelector('.rounds tbody tr');
	assert.equal(await page.evaluate(async () => (await fetch('/v1/round', {method: 'POST', headers: {'content-type': 'application/json'},
		body: '{"start":2}'})).status), 409, 'the daemon refuses it by itself');
	await page.locator('[data-do=round]').click();
	await page.locator('dialog[open] li', {hasText: 'Table 1'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'abandon');
	assert.equal(await page.evaluate(() => document.activeElement.dataset.do), 'no', 'the key that is pressed by mistake');
	await page.keyboard.press('Escape');
	await page.locator('dialog').waitFor({state: 'detached'});
	assert.equal((await round()).round, 1);
	await page.locator('[data-do=round]').click();
	await page.locator('dialog [data-do=yes]').click();
	await page.locator('.rounds .meta', {hasText: 'Round 2'}).waitFor();
	assert.equal((await round()).before, 1);
	await page.locator('[data-do=back]').click();
	await page.locator('dialog [data-do=yes]').click();
	await page.locator('.rounds .meta', {hasText: 'Round 1'}).waitFor();
	const after = await gameOf(desk);

	assert.deepEqual([after.game, after.plies, after.state], [game, 3, 'started'], 'the game goes on as if nothing had been');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('the past looks like the past, and is left by a key and by a decision', async () => {
	const page = await atTable('Anna', {bypassCSP: true});

	await page.locator('.moves [data-ply="1"]').click();
	await page.locator('.past .when', {hasText: 'Position after 1. e4'}).waitFor();
	assert.equal(await page.locator('.now').evaluate((one) => getComputedStyle(one).visibility), 'hidden', 'no fact of now beside it');
	assert.equal(await page.locator('.on-board svg.cg-shapes line').count(), 0);
	assert.equal(await page.locator('.player.running').count(), 0);
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'past');
	await page.keyboard.press('ArrowRight');
	await page.locator('.when', {hasText: 'after 1… e5'}).waitFor();
	await page.keyboard.press('Home');
	await page.locator('.when', {hasText: messages['past.start']}).waitFor();
	await page.keyboard.press('End');
	await page.locator('.on-board:not(.past)').waitFor();
	await page.keyboard.press('ArrowLeft');
	await page.locator('.when', {hasText: 'after 1… e5'}).waitFor();
	await page.keyboard.press('Escape');
	await page.locator('.on-board:not(.past)').waitFor();
	await page.locator('.moves [data-ply="1"]').click();
	await page.locator('.past').waitFor();
	await page.locator('#decide-what').selectOption('note');
	await page.locator('.fields input').fill('seen');
	await page.locator('[data-do=act]').click();
	await page.locator('.on-board:not(.past)').waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('going through the evidence moves the board and not the page', async () => {
	const page = await atTable('Anna', {viewport: {width: 390, height: 844}});

	await page.locator('#scrub').scrollIntoViewIfNeeded();
	const at = await page.evaluate(() => scrollY);

	await page.locator('#scrub').focus();
	for (let i = 0; i < 4; i++)
		await page.keyboard.press('ArrowLeft');
	await page.locator('.past .when').waitFor();
	assert.equal(await page.evaluate(() => scrollY), at);
	const box = await page.locator('.on-board .board').boundingBox();

	assert.ok(box.y + box.height > 100, 'the board is in sight beside what moves it');
	assert.deepEqual(await overflow(page), []);
	await page.context().close();
});

test('a touch comes and goes, and no button changes its place', async () => {
	const it = await staged('touches', 'lift e2; place e4 P; press white; wait 1\n', async (one) => (await boards(one))[0]?.game?.plies === 1);
	const page = await entered(it, 'Anna', {viewport: {width: 390, height: 844}});
	let stream = null;

	await page.routeWebSocket('**/v1/tables', (socket) => {
		const server = socket.connectToServer();

		stream = socket;
		server.onMessage((message) => socket.send(message));
	});
	await page.goto('about:blank');
	await page.goto(it.url + '#/table/1');
	await page.waitForSelector('.timeline li');
	const places = () => page.evaluate(() => [...document.querySelectorAll('.on-board button')].map((one) => {
		const {x, y} = one.getBoundingClientRect();

		return [one.dataset.do, Math.round(x), Math.round(y + scrollY)].join();
	}));
	const before = await places();

	stream.send(JSON.stringify({seq: 1000, complete: true, tables: [{table: 1, touched: [{color: 'black', square: 'g8', piece: 'n', certainty: 'observed', seq: 1000}],
		must: {moves: ['g8f6', 'g8h6'], article: '4.3.1'}}]}));
	await page.locator('.facts', {hasText: 'Nf6 Nh6'}).waitFor();
	await page.locator('[data-do=accidental]:enabled').waitFor();
	assert.deepEqual(await places(), before);
	assert.doesNotMatch(await page.locator('main').innerText(), /[a-h][1-8][a-h][1-8]/, 'no move in the letters of programs');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('who rules second is told who was first, and a row can be taken', async () => {
	const [anna, bo] = [await entered(desk, 'Anna'), await entered(desk, 'Bo')];

	await anna.locator('.inbox summary').first().click();
	await bo.locator('.inbox summary').first().click();
	await anna.locator('.inbox [data-do=go]').click();
	await bo.locator('.inbox .goes', {hasText: 'Anna goes'}).first().waitFor();
	/* Bo's page hears nothing of what Anna does now: he rules at the same moment. */
	let isDeaf = false;

	await bo.routeWebSocket('**/v1/tables', (socket) => {
		socket.connectToServer().onMessage((message) => isDeaf || socket.send(message));
	});
	await bo.reload();
	await bo.locator('.inbox summary').first().click();
	isDeaf = true;
	await anna.locator('.inbox [data-do=uphold]').click();
	await anna.locator('.inbox [data-do=uphold]').waitFor({state: 'detached'});
	await bo.locator('.inbox [data-do=dismiss]').click();
	await bo.locator('#notice[data-kind=bad]', {hasText: /Anna upheld report \d+: .*White \(\d\d:\d\d:\d\d\)/}).waitFor();
	await bo.context().close();
	await anna.locator('#notice', {hasText: messages['do.uphold']}).locator('[data-do=toast-undo]').click();
	await until(async () => (await gameOf(desk)).irregularities.some((one) => one.state === 'open'));
	assert.deepEqual(anna.faults, []);
	await anna.context().close();
});

test('what was done is told in men and squares', async () => {
	const it = await staged('illegal', 'lift g1; place g3 N; press white; wait 1\n', async (one) => (await boards(one))[0]?.game?.irregularities > 0);
	const page = await open(it.url);

	await page.locator('.inbox summary').first().click();
	await page.locator('.inbox .did', {hasText: /g1–g3: a knight does not move so/}).waitFor();
	await page.goto(it.url + '#/table/1');
	await page.locator('.found summary').first().click();
	await page.locator('.found .did', {hasText: 'g1–g3: a knight does not move so'}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('after a ruling it is said what to do at the board, and minutes are owed until they are given', async () => {
	const page = await atTable('Anna', {bypassCSP: true});

	await page.locator('.found summary').first().click();
	await page.locator('.found [data-do=uphold]').first().click();
	await page.locator('.next .steps li', {hasText: messages['table.restore']}).filter({hasText: 'white bishop from c4 to f1'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'next', {fullPage: true});
	await page.locator('.found [data-do=undo-ruling]').first().click(); /* where it was made */
	await page.locator('.next').waitFor({state: 'hidden'});
	await page.locator('#decide-what').selectOption('penalty');
	await page.locator('.fields select').nth(1).selectOption('opponent-time');
	await page.locator('[data-do=act]').click();
	await page.locator('.next .steps li', {hasText: '2 min to Black'}).locator('[data-do=given]').click();
	await page.locator('.next').waitFor({state: 'hidden'});
	await page.locator('.log li', {hasText: 'Anna put 2 min on the clock of Black'}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a result is one click, and what changes a finished game is asked first and can be undone', async () => {
	const page = await atTable('Anna', {bypassCSP: true});
	const result = async () => (await gameOf(desk)).result;

	await page.locator('.on-board [data-result="1-0"]').click();
	await until(async () => await result() === '1-0');
	await page.locator('.log li', {hasText: 'Anna set the result 1-0'}).waitFor();
	await page.locator('.facts', {hasText: '1-0'}).first().waitFor();
	await page.locator('.on-board [data-result="0-1"]').click();
	await page.locator('dialog', {hasText: messages['sure.finished']}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await page.locator('dialog [data-do=no]').click();
	assert.equal(await result(), '1-0');
	await page.goto(desk.url + '#/pairings');
	await page.locator('.rounds tr', {hasText: '1-0'}).waitFor();
	await page.goto(desk.url + '#/table/1');
	await page.locator('.log li:not(.undone)', {hasText: 'set the result 1-0'}).locator('[data-do=undo]').click();
	await until(async () => await result() === '*');
	/* The page hears of it a moment later; until then it would ask before changing a finished game. */
	await page.locator('.facts', {hasText: '1-0'}).first().waitFor({state: 'hidden'});
	await page.locator('.on-board [data-result="1/2-1/2"]').click();
	await until(async () => await result() === '1/2-1/2');
	await page.locator('#notice [data-do=toast-undo]').click();
	await until(async () => await result() === '*');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('the round page is live, and a choice that is refused springs back', async () => {
	const [anna, bo] = [await entered(desk, 'Anna'), await entered(desk, 'Bo')];

	for (const page of [anna, bo]) {
		await page.goto(desk.url + '#/pairings');
		await page.waitForSelector('.rounds tbody tr');
	}
	await anna.locator('.rounds [data-result="0-1"]').click();
	await bo.locator('.rounds tr', {hasText: '0-1'}).locator('b', {hasText: '0-1'}).waitFor();
	await anna.locator('#notice [data-do=toast-undo]').click();
	await bo.locator('.rounds [data-result="0-1"]').waitFor();
	await bo.locator('.rounds tbody select').selectOption('white'); /* nobody is paired: it cannot be */
	await bo.locator('#notice[data-kind=bad]').waitFor();
	await until(async () => await bo.locator('.rounds tbody select').inputValue() === '');
	for (const page of [anna, bo]) {
		assert.deepEqual(page.faults, []);
		await page.context().close();
	}
});

test('a refusal is said in the reader’s language, and in terms of the page', async () => {
	const page = await open(null, {locale: 'da'});

	await page.goto(await invite(desk, 'Ea'));
	await page.waitForSelector('body[data-link=up]');
	await page.goto(desk.url + '#/table/1');
	await page.waitForSelector('.timeline li');
	await page.locator('[data-do=correct]').nth(1).click();
	await page.locator('.fields input[type=text]').fill('e7e2');
	await page.locator('[data-do=act]').click();
	for (const place of ['#notice[data-kind=bad]', '.decide .why']) {
		await page.locator(place, {hasText: 'Dette træk er ikke lovligt der.'}).waitFor();
		assert.equal(await page.locator(place + ' [lang=en]').count(), 0, 'and nothing of it in English');
	}
	await page.goto(desk.url + '#/setup');
	await page.locator('#conf-game\\.time_control').fill('to timer');
	await page.locator('[data-do=save-laws]').click();
	await page.locator('#notice[data-kind=bad]', {hasText: '“to timer” kan ikke bruges til: Betænkningstid.'}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('what another sets, rules and decides is seen in set-up and in the reports, too', async () => {
	const [anna, bo] = [await entered(desk, 'Anna'), await entered(desk, 'Bo')];
	const {game} = await gameOf(desk);

	for (const [at, shown] of [['#/report/' + game, '.report h1'], ['#/round', '.report h1']]) {
		await bo.goto(desk.url + at);
		await bo.locator(shown).waitFor();
		await anna.goto(desk.url + '#/table/1');
		await anna.waitForSelector('.timeline li');
		await anna.locator('#decide-what').selectOption('note');
		await anna.locator('.fields input').fill('read at ' + at);
		await anna.locator('[data-do=act]').click();
		await bo.locator('.report td', {hasText: 'Anna noted: read at ' + at}).waitFor();
	}
	await bo.goto(desk.url + '#/setup');
	await bo.locator('#conf-broadcast\\.site').fill('typed and not saved');
	await anna.goto(desk.url + '#/setup');
	await anna.locator('#conf-laws\\.default_minutes').fill('20');
	await anna.locator('[data-do=save-laws]').click();
	await until(async () => await bo.locator('#conf-laws\\.default_minutes').inputValue() === '20');
	assert.equal(await bo.locator('#conf-broadcast\\.site').inputValue(), 'typed and not saved');
	for (const page of [anna, bo]) {
		assert.deepEqual(page.faults, []);
		await page.context().close();
	}
});

test('what is published already is asked about before it becomes another, once', async () => {
	const folder = join(desk.home, 'pgn');
	const it = await staged('published', SCRIPT, async (one) => (await boards(one))[0]?.game?.completed === 3, ['-c', published(folder)]);
	const page = await entered(it, 'Anna', {bypassCSP: true});

	await page.locator('#cast[data-state=good]').waitFor();
	await page.goto(it.url + '#/table/1');
	await page.waitForSelector('.timeline li');
	await page.locator('[data-do=correct]').nth(1).click();
	await page.locator('.fields input[type=text]').fill('c7c5 g1f3');
	await page.locator('[data-do=act]').click();
	await page.locator('dialog', {hasText: messages['sure.published']}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'published');
	await page.locator('dialog [data-do=no]').click();
	assert.deepEqual((await gameOf(it)).moves.map((one) => one.san), ['e4', 'e5', 'Bc4']);
	await page.locator('[data-do=act]').click();
	await page.locator('dialog [data-do=yes]').click();
	await until(async () => (await gameOf(it)).moves.map((one) => one.san).join() === 'e4,c5,Nf3');
	assert.equal(await page.locator('dialog').count(), 0, 'of the two moves it is asked once');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('who was logged out elsewhere is nobody here any more', async () => {
	const [here, there] = [await entered(desk, 'Clara'), await entered(desk, 'Clara')];

	await here.locator('.settings summary', {hasText: 'Clara'}).click();
	await here.locator('[data-do=logout]').click();
	await there.locator('.settings summary', {hasText: messages['set.label']}).waitFor();
	await there.goto(desk.url + '#/table/1');
	await there.locator('.strangers', {hasText: messages['do.login']}).waitFor();
	for (const page of [here, there])
		await page.context().close();
});

test('a connection that says nothing more is noticed within five seconds', async () => {
	const page = await open();

	await page.routeWebSocket('**/v1/tables', (socket) => {
		socket.send(JSON.stringify({event: 'hello', stream: 1, journal: 'j', last: 1e9}));
	});
	await page.goto(desk.url);
	await page.waitForSelector('body[data-link=up]');
	assert.equal(await page.locator('#link').innerText(), messages['link.good']);
	await page.route('**/v1/me', () => {}); /* nobody answers: the cable is pulled */
	const late = await page.evaluate(() => new Promise((done) => {
		const from = performance.now();

		new MutationObserver(() => {
			if (document.body.dataset.link === 'down')
				done(performance.now() - from);
		}).observe(document.body, {attributes: true});
	}));

	console.log(`noticed after ${Math.round(late)} ms`);
	assert.ok(late < 5500, String(late));
	await page.context().close();
});

test('an address that leads nowhere says so', async () => {
	const page = await open(desk.url + '#/nonsense');

	await page.locator('h1', {hasText: messages['page.nowhere']}).waitFor();
	await page.goto(desk.url + '#/table/99');
	await page.locator('h1', {hasText: 'There is no table 99'}).waitFor();
	await page.goto(desk.url + '#/report/none-r1-b1-1');
	await page.locator('h1', {hasText: messages['page.nowhere']}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a table that is not set up says so, with the squares', async () => {
	const it = await staged('unset', 'fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB2 w - - 0 1\nevents: wait 1\n',
		async (one) => (await boards(one))[0]?.men?.endsWith('/RNBQKB2'));
	const page = await open(it.url, {bypassCSP: true});

	await page.locator('.card[data-state=setup]', {hasText: 'g1 h1'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await page.goto(it.url + '#/table/1');
	await page.waitForFunction(() => document.querySelectorAll('.on-board square.differs').length === 2);
	await shot(page, 'setup');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('an irregularity says what was done, a hall is looked through, and results go out', async () => {
	const page = await entered(desk, 'Anna');

	await page.locator('.inbox summary').first().click();
	await page.locator('.inbox .did', {hasText: /Touched .* g1, then played 2\. Bc4/}).waitFor();
	await page.locator('#filter').selectOption('no-result');
	await page.locator('.card').waitFor();
	await page.locator('#filter').selectOption('battery');
	await page.locator('.none', {hasText: messages['tables.none']}).waitFor();
	await page.goto(desk.url + '#/pairings');
	await page.waitForSelector('.rounds tbody tr');
	const saved = page.waitForEvent('download');

	await page.locator('[data-do=csv]').click();
	assert.equal((await saved).suggestedFilename(), 'round-1.csv');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('each output says how it is, and the head of every page sums it up', async () => {
	const page = await open(desk.url, {bypassCSP: true});

	await page.waitForSelector('body[data-link=up]');
	assert.equal(await page.locator('#cast').innerText(), messages['cast.word.' + await page.locator('#cast').getAttribute('data-state')]);
	await page.route('**/v1/status', async (route) => {
		const answer = await route.fetch();

		await route.fulfill({json: {...await answer.json(), lichess: {pushes: 3, why: 'HTTP 401', games: []}, disk_free_percent: 4}});
	});
	await page.goto(desk.url + '#/broadcast');
	await page.locator('[data-key=lichess][data-state=bad]', {hasText: 'HTTP 401'}).filter({hasText: messages['cast.fix.lichess']}).waitFor();
	await page.locator('[data-key=disk][data-state=bad]', {hasText: '4 % free'}).waitFor();
	await page.locator('#cast[data-state=bad]').waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'broadcast');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* What three hundred tables answer, in one stream. */
function manyGames() {
	const player = (name) => ({name, title: null});

	return Array.from({length: 300}, (_, i) => JSON.stringify({game: 'g' + i, table: i + 1, round: 1, event: 'e', state: 'ended', result: '1-0',
		white: player('White ' + i), black: player('Black ' + i), laws: '2023', mode: 'standard', supervised: true, reason: 'checkmate',
		illegal_moves: {white: 0, black: 0}, owed_minutes: {white: 0, black: 0}, moves: [], irregularities: [],
		decisions: i % 3 === 0 ? [{seq: i, time: '2026-01-31T12:00:00.000Z', action: 'note x', by: 'Anna', undone: false}] : []})).join('\n');
}

test('the report of three hundred tables is one question', async () => {
	const page = await open();
	const asked = [];

	page.on('request', (request) => asked.push(new URL(request.url()).pathname));
	await page.route('**/v1/round/1/games', (route) => route.fulfill({contentType: 'application/x-ndjson', body: manyGames()}));
	await page.goto(desk.url + '#/round');
	await until(async () => await page.locator('.report > table tbody tr').count() === 300);
	assert.equal(asked.filter((path) => path.startsWith('/v1/games/g')).length, 0); /* those of the report: the hall may ask about its own */
	assert.equal(asked.filter((path) => path.endsWith('/games')).length, 1);
	const lines = (await (await fetch(desk.url + 'v1/round/1/games')).text()).trim().split('\n').map(JSON.parse);

	assert.deepEqual(lines.map((one) => [one.table, one.moves.length]), [[1, 3]], 'and the daemon answers it');
	assert.equal((await fetch(desk.url + 'v1/round/1/nothing')).status, 404);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

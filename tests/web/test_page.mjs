// SPDX-License-Identifier: GPL-3.0-or-later
// The page in a browser, on a daemon that runs.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PATIENCE, boards, daemon, end, entered, open, overflow, pgnOf, shot, staged, stop, until, wrongs } from './support.mjs';
import { FENS, TABLES, costs, manyBoards } from './many.mjs';

const words = {};

for (const name of ['en', 'da', 'no'])
	words[name] = await import(join(process.env.SOURCE, `web/src/${name}.js`));
const {messages: MESSAGES, kinds: KINDS} = words.en;

/*
 * 1. e4 e5 2. Bc4, after the knight was touched, and for long: a daemon that is kept from reading
 * hears the lift and the place in one moment, which is noise of a sensor and no touch.
 */
const SCRIPT = 'lift e2; place e4 P; press white; wait 1; lift e7; place e5 p; press black; wait 1; ' +
	'lift g1; wait 3; place g1 N; wait 1; lift f1; place c4 B; press white; wait 2\n';
let demo = null;
let desk = null;

before(async () => {
	demo = await daemon('demo', ['--demo', '--time-scale', '8']);
	desk = await staged('desk', SCRIPT, async (it) => { /* the hands have done what they were told, and it was judged */
		const game = (await boards(it))[0]?.game;
		const told = await (await fetch(it.url + 'v1/events')).text();

		return game?.completed === 3 && /"event":"irregularity"[^\n]*"article":"4\.3\.1"/.test(told);
	});
}, {timeout: 4 * PATIENCE});
after(end);

test('a page is few requests and few bytes', async () => {
	const counts = [];

	for (let i = 0; i < 3; i++) { /* a report that comes meanwhile is asked about: the fewest count */
		const page = await open();
		const seen = [];

		page.on('request', (request) => seen.push(request.url()));
		page.on('websocket', (socket) => seen.push(socket.url()));
		await page.goto(desk.url);
		await page.waitForSelector('body[data-link=up] .card');
		await page.waitForSelector('.findings li');
		counts.push(seen.length);
		assert.ok(!seen.some((url) => url.endsWith('/office.js')));
		assert.deepEqual(page.faults, []);
		await page.context().close();
	}
	const files = ['index.html', 'page.css', 'page.js', 'da.js']; /* set-up, rounds and reports come when they are asked for */
	const bytes = files.reduce((sum, name) => sum + statSync(join(process.env.PAGE, name)).size, 0);

	console.log(`${counts} requests, ${bytes} bytes`);
	assert.ok(Math.min(...counts) <= 10, String(counts));
	assert.ok(bytes <= 200000, String(bytes));
});

test('the games of the demo appear, move, and their clocks tick', async () => {
	const page = await open(demo.url);

	await page.waitForFunction(() => document.querySelectorAll('.card').length === 6);
	await page.waitForSelector('.card .cg-wrap piece');
	const read = () => page.evaluate(() => [...document.querySelectorAll('.card .latest')].map((one) => one.textContent).join());
	const clocks = () => page.evaluate(() => [...document.querySelectorAll('.card .time')].map((one) => one.textContent).join());
	const [moves, times] = [await read(), await clocks()];

	await until(async () => await read() !== moves && await clocks() !== times);
	/* One of the tables breaks the Laws: while that is open, it stands first. */
	await page.waitForFunction(() => document.querySelector('.findings li') &&
		document.querySelector('.card').dataset.state === 'irregular', null, {timeout: 3 * PATIENCE});
	await shot(page, 'hall');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* An arbiter says it; the daemon writes it down, publishes it, and the page shows it, in these words. */
async function shownAfter(page, action, kind) {
	return page.evaluate(async ([words, title]) => {
		const {boards: [{board}]} = await (await fetch('/v1/boards')).json();
		const known = new Set([...document.querySelectorAll('.inbox li[data-seq]')].map((one) => one.dataset.seq));
		const shown = new Promise((done) => {
			const look = () => {
				const row = [...document.querySelectorAll('.inbox li[data-seq]')].find((one) => !known.has(one.dataset.seq) &&
					one.textContent.includes(title)); /* others may be shown only now */

				if (row)
					done({seq: row.dataset.seq, at: performance.now()});
			};

			new MutationObserver(look).observe(document.querySelector('.inbox'), {childList: true, subtree: true});
		});
		const said = performance.now();

		await fetch(`/v1/boards/${board}/actions`, {method: 'POST', headers: {'content-type': 'application/json'},
			body: JSON.stringify({action: words})});
		const {seq, at} = await shown;

		return {seq, late: Math.round(at - said)};
	}, [action, kind]);
}

test('an irregularity arrives within a second, is read, decided and undone', async () => {
	const page = await entered(desk, 'Anna');

	/* When it is heard, and when it can be read. A machine may be busy: the best of a few. */
	const attempts = [];

	while (attempts.length < 5 && !attempts.some((one) => one.late <= 1000))
		attempts.push(await shownAfter(page, 'report two-hands white', KINDS['two-hands']));
	const {seq} = attempts[attempts.length - 1];
	const row = page.locator(`.inbox li[data-seq="${seq}"]`);

	console.log(`shown ${attempts.map((one) => one.late)} ms after it was said`);
	assert.ok(attempts.some((one) => one.late <= 1000));
	await row.locator('summary').click();
	const text = await row.innerText();

	for (const part of ['Table 1', KINDS['two-hands'], 'White', '2023', 'observed', 'What the Laws provide'])
		assert.ok(text.includes(part), part + ' in ' + text);
	await shot(page, 'irregularity');
	await row.locator('[data-do=dismiss]').click();
	await row.waitFor({state: 'detached'});

	await page.goto(desk.url + '#/table/1');
	const done = page.locator('.log li', {hasText: 'Dismiss'});

	await done.waitFor();
	assert.match(await done.innerText(), /Anna/);
	await page.locator(`.found li[data-seq="${seq}"][data-state=dismissed]`).waitFor();
	await done.locator('[data-do=undo]').click();
	await page.locator(`.found li[data-seq="${seq}"][data-state=open]`).waitFor();
	await page.locator('.log li.undone', {hasText: 'Dismiss'}).waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a table shows what was seen, and it can be gone through again', async () => {
	const page = await open(desk.url + '#/table/1');

	await page.waitForSelector('.timeline [data-event=press]');
	await page.locator('.timeline li', {hasText: 'g1 lifted'}).locator('button').click();
	await page.locator('output', {hasText: 'g1 lifted'}).waitFor();
	await page.locator('#scrub').press('ArrowRight');
	await page.locator('output', {hasNotText: 'g1 lifted'}).waitFor();
	await until(async () => await page.locator('.moves li').count() === 3);
	await page.locator('.past .when').waitFor();
	await page.locator('[data-do=now]').click();
	await page.locator('.on-board:not(.past)').waitFor();
	await page.locator('.on-board details summary').last().click();
	await until(async () => await page.locator('.as-text td[aria-label="c4 white bishop"]').count() === 1);
	await page.locator('.found summary').first().click();
	await page.locator('.found', {hasText: /Article 7\.5\.4|Article 4\.3\.1/}).waitFor();
	await shot(page, 'table');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a correction changes the PGN, and undone it is as it was', async () => {
	const page = await entered(desk, 'Anna');
	const pgn = await pgnOf(desk);

	assert.match(pgn, /Bc4/);
	await page.goto(desk.url + '#/table/1');
	await page.locator('.moves [data-do=correct]').nth(2).click();
	await until(async () => await page.locator('.fields input').first().inputValue() === '3');
	await page.locator('.past .when', {hasText: 'before 2. Bc4'}).waitFor();
	await page.locator('.fields input').nth(1).fill('g1f3');
	await page.locator('[data-do=act]').click();
	await page.locator('.moves li', {hasText: 'Nf3'}).waitFor();
	await until(async () => /2\. Nf3/.test(await pgnOf(desk)));
	await page.locator('.log li', {hasText: 'Correct a move'}).first().locator('[data-do=undo]').click();
	await page.locator('.moves li', {hasText: 'Bc4'}).waitFor();
	await until(async () => /2\. Bc4/.test(await pgnOf(desk)));
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a game is put right by playing it on the board', async () => {
	const page = await entered(desk, 'Anna');
	const ground = page.locator('.on-board .board cg-board');
	const click = async (square) => {
		const {width, height} = await ground.boundingBox();

		await ground.click({position: {x: (square.charCodeAt(0) - 96.5) * width / 8, y: (8.5 - square[1]) * height / 8}});
	};

	await page.goto(desk.url + '#/table/1');
	await page.locator('.moves [data-do=correct]').nth(1).click();
	await page.locator('.past .when', {hasText: 'before 1… e5'}).waitFor();
	for (const square of ['b8', 'b8', 'c7', 'c5', 'g1', 'f3']) /* the knight is taken, and thought better of */
		await click(square);
	/* Chessground tells of a chosen square by a timer, after the click. */
	await until(async () => await page.locator('.fields input').nth(1).inputValue() === 'c7c5 g1f3');
	await page.locator('.past .when', {hasText: 'c5 Nf3'}).waitFor();
	await page.locator('[data-do=act]').click();
	await page.locator('.moves li', {hasText: 'Nf3'}).waitFor();
	await until(async () => /1\. e4 c5 2\. Nf3/.test((await pgnOf(desk)).replace(/\{[^}]*\}\s*|1\.\.\. /g, '')));
	await page.locator('.on-board:not(.past)').waitFor();
	for (let i = 0; i < 2; i++) { /* the last decision stands first */
		await page.locator('.log li:not(.undone) [data-do=undo]').first().click();
		await until(async () => await page.locator('.log li.undone', {hasText: 'Correct a move'}).count() === i + 2);
	}
	await until(async () => /2\. Bc4/.test(await pgnOf(desk)));
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a connection that is lost is shown, and heals without a word lost', async () => {
	const page = await entered(desk, 'Berit');

	await stop(desk.child);
	await page.waitForSelector('body[data-link=down]');
	await page.locator('#lost', {hasText: 'Connection lost'}).waitFor();
	await desk.again();
	await page.waitForSelector('body[data-link=up]');
	await until(async () => await page.locator('#lost').innerText() === '');
	await page.goto(desk.url + '#/table/1');
	await page.locator('#decide-what').selectOption('note');
	await page.locator('.fields input').fill('efter genstarten');
	await page.locator('[data-do=act]').click();
	await page.locator('.log li', {hasText: 'efter genstarten'}).filter({hasText: 'Berit'}).waitFor();
	await page.context().close();
});

test('who is not logged in changes nothing', async () => {
	const page = await open(desk.url);
	const status = async () => (await fetch(desk.url + 'v1/status')).json();

	await page.locator('.findings summary').first().click();
	const {last, round} = await status();
	const [{board, table}] = await boards(desk);

	await page.locator('.findings [data-do=uphold]').first().click();
	await page.locator('#notice[data-kind=bad]', {hasText: 'Log in'}).waitFor();
	const statuses = await page.evaluate(async () => {
		const {boards: [{board}]} = await (await fetch('/v1/boards')).json();
		const post = async (path, body) => (await fetch(path, {method: 'POST',
			headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})).status;

		return [await post(`/v1/boards/${board}/actions`, {action: 'result 1-0'}), await post('/v1/round', {start: 9}),
			await post('/v1/assign', {board, table: 7}), await post('/v1/login', {invitation: 'guessed'}),
			await post('/v1/logout', {})];
	});

	assert.deepEqual(statuses, [401, 401, 401, 401, 401]);
	const events = (await (await fetch(`${desk.url}v1/events?since=${last}`)).text()).split('\n').filter(Boolean).map(JSON.parse);
	const [after] = await boards(desk);

	/* A clock may tick and a board be heard; nobody has decided anything. */
	assert.deepEqual(events.filter((one) => !['clock', 'board', 'sensed'].includes(one.event)), []);
	assert.equal((await status()).round, round);
	assert.deepEqual([after.board, after.table], [board, table]);
	await page.context().close();
});

test('a page from another origin gets nothing', async () => {
	const server = createServer((request, answer) => answer.setHeader('content-type', 'text/html').end('<p>elsewhere'));

	await new Promise((done) => server.listen(0, '127.0.0.1', done));
	const page = await entered(desk, 'Anna'); /* the browser has a session */

	await page.goto(`http://127.0.0.1:${server.address().port}/`);
	const got = await page.evaluate(async (url) => {
		const attempt = async (options) => fetch(url + 'v1/boards', {credentials: 'include', ...options})
			.then((answer) => answer.text()).catch(() => null);
		const post = (path, body) => fetch(url + path, {method: 'POST', mode: 'no-cors', credentials: 'include', body})
			.then((answer) => answer.type).catch(() => 'refused');
		const socket = new Promise((done) => {
			const it = new WebSocket(url.replace('http', 'ws') + 'v1/stream?since=0');

			it.onmessage = () => done('heard');
			it.onerror = () => done('refused');
		});
		const framed = new Promise((done) => {
			const image = document.createElement('img');

			image.onload = () => done('shown');
			image.onerror = () => done('refused');
			image.src = url + 'v1/boards';
		});

		return [await attempt({}), await attempt({mode: 'no-cors'}) || null, await socket, await framed,
			await post('v1/boards/01025/actions', '{"action":"note from elsewhere"}')];
	}, desk.url);

	server.close();
	assert.deepEqual(got.slice(0, 4), [null, null, 'refused', 'refused']);
	const [{game}] = await boards(desk);
	const {decisions} = await (await fetch(`${desk.url}v1/games/${game.game}`)).json();

	assert.ok(!decisions.some((one) => one.action.includes('elsewhere')));
	await page.context().close();
});

/* --- words --- */

const english = {da: [], no: []};

for (const language of ['da', 'no']) {
	for (const [group, all] of Object.entries(words.en)) {
		for (const [key, text] of Object.entries(all)) {
			if (text === words[language][group][key] || text.replace(/\{\w+\}/g, '').trim().length < 3)
				continue;
			english[language].push(new RegExp('^' + text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+') + '$'));
		}
	}
}

async function texts(page) {
	return page.evaluate(() => {
		const said = [document.title];
		const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);

		while (walk.nextNode()) {
			const node = walk.currentNode;

			if (node.nodeType === Node.TEXT_NODE && !node.parentNode.closest('[lang]:not(html)'))
				said.push(node.data.trim());
			else if (node.nodeType === Node.ELEMENT_NODE)
				said.push(...['aria-label', 'title', 'placeholder', 'label', 'aria-valuetext'].map((name) => node.getAttribute(name) || ''));
		}
		return said.filter(Boolean);
	});
}

for (const language of ['da', 'no']) {
	test(`the page in ${language} shows no English`, async () => {
		const page = await open();

		const [{game}] = await boards(desk);

		await page.addInitScript((name) => localStorage.setItem('boardd.language', JSON.stringify(name)), language);
		let count = 0;

		for (const [it, hash, ready] of [[desk, '#/', '.findings li'], [demo, '#/', '.card'], [desk, '#/table/1', '.timeline li'], [demo, '#/table/5', '.timeline li'],
			[desk, '#/round', '.report table'], [desk, '#/pairings', '.rounds form'], [demo, '#/table/1', '.timeline li'],
			[desk, '#/broadcast', '.cast tbody tr'], [desk, '#/nonsense', '.nowhere'], [demo, '#/setup', '.sections form'], [desk, '#/people', '.logins .panel'],
			[demo, '#/archive', '.archived li'], [desk, '#/report/' + game.game, '.report .score'], [desk, '#/game/' + game.game, '.moves button']]) {
			await page.goto(it.url + hash);
			await page.reload();
			await page.waitForSelector(ready);
			assert.equal(await page.evaluate(() => document.documentElement.lang), language);
			for (const name of hash.includes('table') ? ['set-move', 'set-position', 'claim', 'result', 'penalty', 'report'] : [null]) {
				if (name)
					await page.locator('#decide-what').selectOption(name);
				for (const text of await texts(page)) {
					count++;
					const hit = english[language].find((one) => one.test(text));

					assert.ok(!hit, `${hash}: "${text}" is English`);
					assert.doesNotMatch(text, /\b(the|was|is|with|and|by|move|clock|white|black|pawn|knight|queen)\b/i, `${hash}: "${text}"`);
				}
			}
		}
		assert.ok(count > 500);
		assert.deepEqual(page.faults, []);
		await page.context().close();
	});
}

/* --- everybody --- */

for (const colorScheme of ['light', 'dark']) {
	test(`axe finds nothing wrong, ${colorScheme}`, async () => {
		const found = [];

		for (const [it, hash, ready] of [[desk, '#/', '.findings li'], [demo, '#/', '.card'], [desk, '#/table/1', '.timeline li'],
			[demo, '#/table/5', '.timeline li'], [demo, '#/round', '.report table'], [demo, '#/pairings', '.rounds form'],
			[demo, '#/broadcast', '.cast tbody tr'], [demo, '#/nonsense', '.nowhere']]) {
			const page = await entered(it, 'Anna', {colorScheme, bypassCSP: true});

			await page.goto(it.url + hash);
			await page.waitForSelector(ready);
			if (it === desk)
				await page.locator('.findings summary').first().click();
			await page.locator('.settings summary').click();
			found.push(...(await wrongs(page)).map((one) => `${hash} ${one}`));
			if (colorScheme === 'dark' && hash === '#/table/5') {
				await page.locator('.settings summary').click();
				await shot(page, 'table-dark');
			}
			await page.context().close();
		}
		assert.deepEqual(found, []);
	});
}

test('all can be done with the keyboard', async () => {
	const page = await entered(desk, 'Anna');

	await page.waitForSelector('.card');
	await page.keyboard.press('Tab');
	await page.waitForFunction(() => document.activeElement.className === 'skip');
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => document.activeElement.tagName === 'H1');
	await page.locator('.card').first().focus();
	await page.keyboard.press('Enter');
	await page.waitForSelector('.table h1');
	await page.waitForFunction(() => document.activeElement.textContent === 'Table 1');
	await page.locator('#decide-what').selectOption('note');
	await page.locator('#decide-what').focus();
	await page.keyboard.press('Tab');
	await page.keyboard.type('med tastaturet');
	await page.keyboard.press('Enter');
	await page.locator('.log li', {hasText: 'med tastaturet'}).waitFor();
	await page.context().close();
});

test('in discreet mode nobody reads from afar what it is', async () => {
	const page = await open(desk.url);

	await page.locator('.findings li').first().waitFor();
	await page.locator('.settings summary').click();
	await page.locator('.toggle input').first().check();
	await page.waitForSelector('body.discreet .findings li');
	const text = await page.locator('main').innerText();

	for (const kind of [KINDS['touch-move'], KINDS['two-hands'], MESSAGES['state.irregular'] + '\n'])
		assert.ok(!text.includes(kind), kind);
	await page.context().close();
});

test('a game and a round are printed', async () => {
	const page = await entered(desk, 'Dorte');

	await page.goto(desk.url + '#/table/1');
	await page.locator('#decide-what').selectOption('note');
	await page.locator('.fields input').fill('skal med i rapporten');
	await page.locator('[data-do=act]').click();
	await page.locator('.log li', {hasText: 'skal med'}).waitFor();
	await page.locator('a', {hasText: 'Game report'}).click();
	await page.waitForSelector('.report .score');
	const text = await page.locator('.report').innerText();

	for (const part of ['Bc4', '4.3.1', 'Dorte', 'skal med i rapporten'])
		assert.ok(text.includes(part), part);
	const seen = await page.locator('.report .seen li').allInnerTexts();

	assert.ok(seen.some((one) => /^\d\d:\d\d:\d\d\.\d{3} .*g1/.test(one)), 'what was seen: ' + seen);
	assert.ok(text.includes(MESSAGES['inbox.seen']));
	await shot(page, 'report', {fullPage: true});
	assert.ok((await page.pdf()).length > 5000);
	await page.emulateMedia({media: 'print'});
	await page.locator('header').waitFor({state: 'hidden'});
	await page.goto(desk.url + '#/round');
	await page.waitForSelector('.report section');
	await page.locator('.report section .seen li', {hasText: 'g1'}).first().waitFor({state: 'attached'});
	await page.goto(demo.url + '#/round');
	await page.waitForSelector('.report > table');
	await until(async () => await page.locator('.report > table tbody tr').count() === 6);
	await page.context().close();
});

for (const width of [320, 375, 768, 2560]) {
	test(`a window ${width} wide shows it all without scrolling sideways`, () => showsAll(width));
}

async function showsAll(width) {
	const page = await open(null, {viewport: {width, height: width < 500 ? 740 : 1000}});

	for (const [it, hash, ready] of [[desk, '#/', '.findings li'], [desk, '#/table/1', '.timeline li'], [demo, '#/', '.card'],
		[demo, '#/table/5', '.timeline li'], [demo, '#/round', '.report table'], [demo, '#/broadcast', '.cast tbody tr'],
		[demo, '#/pairings', '.rounds form']]) {
		await page.goto(it.url + hash);
		await page.waitForSelector(ready);
		assert.deepEqual(await overflow(page), [], hash);
		await shot(page, `${width}-${it === desk ? 'desk' : 'demo'}-${hash.split('/')[1] || 'hall'}`);
	}
	await page.goto(desk.url + '#/table/1');
	for (const name of ['set-position', 'penalty', 'claim']) {
		await page.locator('#decide-what').selectOption(name);
		assert.deepEqual(await overflow(page), [], name);
	}
	await page.context().close();
}

test('the screen in the hall shows what is published', async () => {
	const [{game}] = await boards(desk);
	const page = await open();

	await page.goto(desk.url + 'public?hall&lang=da');
	await page.waitForSelector('.public .cg-wrap piece');
	const text = await page.locator('.public').innerText();

	assert.match(text, /Bord 1[^]*\nLc4/);
	assert.doesNotMatch(text, /2\./, 'not how many moves were made: Art. 12.6');
	assert.match(await page.locator('#note').innerText(), /6\.12/);
	assert.equal(await page.locator('button, a, form').count(), 0);
	assert.ok(game.fen.startsWith('rnbqkbnr/pppp1ppp/8/4p3/2B1P3/'));
	assert.equal(await page.locator('.public piece').count(), 32);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* --- three hundred tables --- */

/* In the page: as many cards as fit the list, each with its men. */
function allBuilt() {
	const list = document.querySelector('.cards');
	const style = getComputedStyle(list);
	const columns = style.gridTemplateColumns.split(' ').length;
	const inside = list.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
	const rows = Math.round(inside / (parseFloat(style.gridAutoRows) + 14));

	return list.querySelectorAll('.card cg-board piece').length >= 32 * Math.min(40, columns * rows);
}

test('three hundred tables: at most forty boards in the document, and short frames', async () => {
	const page = await open();
	let stream = null;
	let seq = 1;

	await page.routeWebSocket('**/v1/tables', (socket) => {
		stream = socket;
		socket.send(JSON.stringify({event: 'hello', stream: 1, journal: 'j', last: 1}));
		socket.send(JSON.stringify({seq: 1, complete: true, tables: manyBoards()}));
	});
	await page.goto(desk.url);
	await page.waitForSelector('.card .cg-wrap');
	const client = await page.context().newCDPSession(page);
	const most = [];
	const tries = [];

	/*
	 * Forty moves a second, and all is scrolled through. Where others use the same core its caches
	 * are cold: what is too long is measured again, and one frame in a hundred is not judged.
	 */
	const most99 = (frames) => frames[Math.floor((frames.length - 1) * 0.99)];

	while (tries.length < 3 && !tries.some((frames) => most99(frames) < 8)) {
		const events = [];
		const done = new Promise((told) => client.once('Tracing.tracingComplete', told));
		const hear = ({value}) => events.push(...value);

		client.on('Tracing.dataCollected', hear);
		await page.waitForFunction(allBuilt);
		await client.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories: ['devtools.timeline']}});
		for (let i = 0; i < 90; i++) {
			for (const table of [i % TABLES, (i * 7) % TABLES])
				stream.send(JSON.stringify({seq: ++seq, complete: true, tables: [{table: table + 1, time: '2026-01-31T12:00:01.000Z', last: 'b8c6',
					game: {plies: 4, san: 'Nc6', fen: FENS[i % 2]}}]}));
			await page.mouse.wheel(0, i < 60 ? 240 : -240);
			most.push(await page.evaluate(() => document.querySelectorAll('cg-board').length));
			await page.waitForTimeout(40);
		}
		await client.send('Tracing.end');
		await done;
		client.off('Tracing.dataCollected', hear);
		tries.push(costs(events));
	}
	for (const frames of tries) {
		const at = (share) => frames[Math.floor((frames.length - 1) * share)].toFixed(2);

		console.log(`${frames.length} frames: half under ${at(0.5)} ms, 95 % under ${at(0.95)} ms, 99 % under ${at(0.99)} ms, longest ${at(1)} ms`);
	}
	console.log(`at most ${Math.max(...most)} boards`);
	assert.ok(tries[0].length > 60);
	assert.ok(Math.max(...most) <= 40 && Math.max(...most) >= 8);
	assert.ok(tries.some((frames) => most99(frames) < 8));
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
	await page.locator(`.card[data-table="${TABLES}"]`).waitFor();
	await page.locator('#find').fill('White 211');
	await page.locator('.card[data-table="212"]').waitFor();
	await until(async () => await page.locator('.card').count() === 1);
	await page.locator('#find').fill('');
	await page.evaluate(() => scrollTo(0, 0));
	await page.waitForFunction(allBuilt);
	await shot(page, 'many');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

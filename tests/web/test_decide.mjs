// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter is asked and can do, in a browser, on boards on which hands move.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { PATIENCE, boards, daemon, end, entered, overflow, pgnOf, scripted, shot, staged, until, wrongs } from './support.mjs';

const {messages} = await import(join(process.env.SOURCE, 'web/src/en.js'));

/* The board is without power while three half-moves are made: in which order, nobody saw. */
const UNSEEN = 'lift e2; place e4 P; press white; wait 1; power 2; lift e7; place e5 p; lift g1; place f3 N; ' +
	'lift b8; place c6 n; wait 1; press black; wait 3\n';
const KNIGHTS = 'lift g1; place f3 N; press white; wait 1; lift g8; place f6 n; press black; wait 1; ' +
	'lift f3; place g1 N; press white; wait 1; lift f6; place g8 n; press black; wait 1; ';
/* A knight is in White's hand: touched, and not yet moved. */
const HELD = 'lift e2; place e4 P; press white; wait 1; lift e7; place e5 p; press black; wait 1; lift g1; wait 3\n';
const tables = {};

before(async () => {
	[tables.unsure, tables.claim, tables.held] = await Promise.all([
		staged('unsure', UNSEEN, async (it) => (await boards(it))[0]?.game?.unsure),
		staged('claim', KNIGHTS + KNIGHTS + 'wait 3\n', async (it) => (await gameOf(it))?.claimable[0]?.plies.length === 3),
		staged('held', HELD, async (it) => (await gameOf(it))?.touched.length > 0)]);
}, {timeout: 4 * PATIENCE});
after(end);

async function gameOf(it) {
	const game = (await boards(it))[0]?.game;

	return game ? (await fetch(it.url + 'v1/games/' + game.game)).json() : null;
}

async function atTable(it, options) {
	const page = await entered(it, 'Anna', options);

	await page.goto(it.url + '#/table/1');
	await page.waitForSelector('.timeline li');
	return page;
}

test('moves that are not known are asked for, in the hall and at the table', async () => {
	const page = await entered(tables.unsure, 'Anna', {bypassCSP: true});

	await page.waitForSelector('.card[data-state=unsure]');
	await page.locator('.inbox summary').first().click();
	assert.equal(await page.locator('.inbox .choices li').count(), 2);
	assert.equal(await page.locator('.inbox .choices .diagram piece').count(), 64);
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'unsure');
	await page.goto(tables.unsure.url + '#/table/1');
	await page.waitForSelector('.found .choices');
	assert.deepEqual(await page.locator('.found .choices .san').allInnerTexts(), ['1… e5 2. Nf3 Nc6', '1… Nc6 2. Nf3 e5']);
	assert.deepEqual(await wrongs(page), []);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('the moves that were played are chosen, and undone they are asked for again', async () => {
	const page = await atTable(tables.unsure);

	await page.locator('.found [data-do=choose]').nth(1).click();
	await page.locator('.moves li', {hasText: 'Nc6'}).waitFor();
	assert.match(await pgnOf(tables.unsure), /1\. e4 [^]*Nc6[^]*2\. Nf3[^]*e5/);
	await page.locator('.found .choices').waitFor({state: 'detached'});
	await page.locator('.log li', {hasText: messages['act.choose']}).locator('[data-do=undo]').click();
	await page.locator('.found .choices').waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a position is put together by clicks and by keys, and the daemon says whether it is one', async () => {
	const page = await atTable(tables.unsure, {bypassCSP: true});
	const square = (name) => page.locator(`.squares [data-square=${name}]`);
	const fen = () => page.locator('.editor input[type=text]').inputValue();

	await page.locator('#decide-what').selectOption('set-position');
	await page.locator('.editor button', {hasText: messages['edit.clear']}).click();
	await page.locator('.box [data-man=K]').click();
	await square('e1').click();
	await page.locator('.box [data-man=K]').click(); /* laid back: men are moved again */
	await square('e1').press('ArrowUp');
	assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'e2');
	await page.keyboard.press('R');
	assert.equal(await fen(), '8/8/8/8/8/8/4R3/4K3 w - - 0 1');
	assert.equal(await square('e2').getAttribute('aria-label'), 'e2 white rook');
	await page.locator('[data-do=act]').click(); /* without a king it is none */
	await page.locator('.why', {hasText: /king/i}).waitFor();
	assert.doesNotMatch(await pgnOf(tables.unsure), /8\/8\/8/);
	await square('e2').focus();
	await page.keyboard.press('Delete');
	await square('e8').focus();
	await page.keyboard.press('k');
	await square('a1').focus();
	await page.keyboard.press('R');
	await square('a1').click(); /* taken there … */
	await square('a7').click(); /* … and put here */
	await page.locator('.editor input[name=K]').check();
	assert.equal(await fen(), '4k3/R7/8/8/8/8/8/4K3 w K - 0 1');
	await page.locator('.editor input[name=K]').uncheck();
	await page.locator('.editor select').first().selectOption('b');
	await page.locator('.editor input[type=number]').nth(1).fill('40');
	await page.locator('.editor input[type=number]').nth(1).press('Tab');
	assert.equal(await fen(), '4k3/R7/8/8/8/8/8/4K3 b - - 0 40');
	assert.match(await page.locator('.editor .restore').innerText(), /white rook from [a-h]\d to a7/);
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'editor', {fullPage: true});
	await page.locator('[data-do=act]').click();
	await page.locator('.log li', {hasText: messages['act.set-position']}).waitFor();
	await until(async () => (await gameOf(tables.unsure)).fen.startsWith('4k3/R7/'));
	await page.locator('.facts summary', {hasText: messages['table.differs']}).waitFor(); /* and which man goes where */
	await page.locator('.log li', {hasText: messages['act.set-position']}).locator('[data-do=undo]').click();
	await until(async () => !(await gameOf(tables.unsure)).fen.startsWith('4k3/R7/'));
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a claim of the third time shows the three positions, is made, upheld and undone', async () => {
	const page = await atTable(tables.claim, {bypassCSP: true});

	await page.waitForSelector('.claim .choices');
	assert.equal(await page.locator('.claim .diagram').count(), 3);
	assert.deepEqual(await page.locator('.claim .san').allInnerTexts(), [messages['claim.start'], '2… Ng8', '4… Ng8']);
	assert.match(await page.locator('.claim').innerText(), /9\.2\.2/);
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'claim', {fullPage: true});
	await page.locator('[data-do=claim]').click();
	await page.locator('[data-do=uphold-claim]').click();
	await until(async () => (await gameOf(tables.claim)).result === '1/2-1/2');
	assert.equal((await gameOf(tables.claim)).reason, 'threefold');
	await page.locator('.facts', {hasText: '1/2-1/2'}).first().waitFor();
	await page.locator('.log li', {hasText: 'upheld'}).locator('[data-do=undo]').first().click();
	await until(async () => (await gameOf(tables.claim)).result === '*');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* A position by its FEN, as one who has it in another program. */
async function setPosition(page, fen) {
	await page.locator('#decide-what').selectOption('set-position');
	await page.locator('.editor input[type=text]').fill(fen);
	await page.locator('.editor input[type=text]').press('Tab');
	assert.equal(await page.locator('.editor input[type=text]').inputValue(), fen);
	await page.locator('[data-do=act]').click();
}

test('fifty moves are counted, announced moves are in the reader\'s letters, and the claim is upheld', async () => {
	const it = await staged('fifty', 'wait 1; lift e2; place e4 P; press white; wait 1\n', async (one) => (await boards(one))[0]?.game?.plies === 1);
	const page = await atTable(it, {bypassCSP: true, locale: 'da'});
	const after = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - ';

	await setPosition(page, after + '99 60');
	await page.locator('.claim', {hasText: '9.3.1'}).filter({hasText: /Sf6/}).waitFor();
	assert.doesNotMatch(await page.locator('.claim').innerText(), /Nf6|g8f6/);
	assert.equal(await page.locator('.claim [data-do=claim]').count(), 0, 'it must be written down first');
	await setPosition(page, after + '100 60');
	await page.locator('.claim', {hasText: '9.3.2'}).filter({hasText: /50/}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await page.locator('[data-do=claim]').click();
	await page.locator('[data-do=uphold-claim]').click();
	await until(async () => (await gameOf(it)).result === '1/2-1/2');
	assert.equal((await gameOf(it)).reason, 'fifty-moves');
	await page.locator('.claim').waitFor({state: 'detached'});
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* Rapid chess of 2009 that nobody supervises: a flag is the players' to claim (Art. A4d 1 of 2009). */
test('a flag that fell is claimed by the opponent, and upheld', async () => {
	const it = await staged('flag', 'wait 1; lift e2; place e4 P; press white; wait 1\n',
		async (one) => (await boards(one))[0]?.clock?.black === 0, ['--laws', '2009', '--mode', 'rapid', '--unsupervised'], ['--time', '0.1+0']);
	const page = await atTable(it, {bypassCSP: true});

	await page.waitForSelector('.claim [data-do=claim-flag]');
	assert.match(await page.locator('.claim').innerText(), /Black: 0:00/);
	assert.match(await page.locator('.claim .limit').innerText(), /^A4d:/, 'beside the button');
	assert.match(await page.locator('.now > .limit').innerText(), /^A4d:.*A4c:/, 'and beside the results');
	assert.deepEqual(await wrongs(page), []);
	await page.evaluate(() => location.hash = '#/pairings');
	await page.waitForSelector('.rounds .limit:not([hidden])');
	assert.match(await page.locator('.rounds .limit').innerText(), /^A4d:.*A4c:/, 'and above the results of the round');
	await page.goBack();
	await page.waitForSelector('.claim [data-do=claim-flag]');
	assert.equal((await gameOf(it)).result, '*');
	await page.locator('[data-do=claim-flag]').click();
	await page.locator('[data-do=uphold-claim]').click();
	await until(async () => (await gameOf(it)).result === '1-0');
	assert.equal((await gameOf(it)).reason, 'time');
	await page.locator('.claim').waitFor({state: 'detached'});
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* 2023, one period without an increment, less than two minutes: the claim waits where it can be ruled on (III.5, III.6). */
test('a claim in a quickplay finish waits at the table, is postponed, rejected, and made again where no arbiter is', async () => {
	const it = await staged('quickplay', 'wait 1; lift e2; place e4 P; press white; wait 1\n',
		async (one) => (await gameOf(one))?.plies === 1 && (await boards(one))[0].clock?.running === 'black', [], ['--time', '1.9+0']);
	const page = await atTable(it, {bypassCSP: true});
	const waiting = page.locator('.claim.waiting');

	assert.ok(await page.locator('.now > .limit').isHidden(), 'in standard play nothing is to be said');
	await decide(page, 'claim', {color: 'black', claim: 'quickplay'});
	await waiting.waitFor();
	assert.match(await waiting.innerText(), /quickplay finish · Black · III\.5\n[^]*1\. e4 \(0:01:\d\d\)/);
	assert.match(await page.locator('.due [data-due=claim]').innerText(), /III\.5 Black .*quickplay finish/);
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'quickplay');
	await waiting.locator('[data-do=postpone-2]').click();
	await page.locator('.claim.waiting', {hasText: messages['due.postponed']}).waitFor();
	assert.equal(await waiting.locator('[data-do=postpone]').count(), 0);
	await waiting.locator('[data-do=dismiss-waiting]').click();
	await waiting.waitFor({state: 'detached'});
	await page.locator('.found', {hasText: 'III.5.3'}).waitFor();
	await page.locator('.next', {hasText: 'White'}).filter({hasText: '4'}).waitFor(); /* two for waiting, two for the claim */
	await decide(page, 'claim', {color: 'black', claim: 'quickplay absent'}, messages['claim.absent']);
	await page.locator('.claim.waiting', {hasText: 'III.6'}).waitFor();
	assert.equal(await waiting.locator('[data-do=postpone]').count(), 0);
	await waiting.locator('[data-do=uphold-waiting]').click();
	await until(async () => (await gameOf(it)).result === '1/2-1/2');
	assert.equal((await gameOf(it)).reason, 'quickplay');
	await waiting.waitFor({state: 'detached'});
	await page.locator('a', {hasText: messages['table.report']}).first().click();
	await page.locator('.paper', {hasText: messages['report.confirmed']}).waitFor();
	assert.equal(await page.locator('.paper', {hasText: messages['report.claim']}).count(), 2);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* What the form asks for one action, filled in as a person would; the log tells that it was done. */
async function decide(page, action, fields, told = messages['act.' + action]) {
	await page.locator('#decide-what').selectOption(action);
	for (const [label, value] of Object.entries(fields)) {
		const asked = page.getByText(messages['field.' + label], {exact: true});
		const field = page.locator('.decide .fields .field').filter({has: asked}).locator('select, input');

		if (await field.evaluate((one) => one.tagName) === 'SELECT')
			await field.selectOption(value);
		else
			await field.fill(value);
	}
	await page.locator('[data-do=act]').click();
	await page.locator('.log li', {hasText: told}).first().waitFor();
}

test('two boards of one game and an adjourned one are served by the form', async () => {
	const script = 'lift e2; place e4 P; press white; wait 1; lift e7; place e5 p; press black; wait 3\n';
	const it = await daemon('pair', ['--device', await scripted(script, 'first'), '--device', await scripted(script, 'second')]);

	await until(async () => (await boards(it)).length === 2 && (await gameOf(it))?.moves.length === 2);
	const page = await atTable(it, {bypassCSP: true});

	await decide(page, 'second-board', {color: 'black', 'other-table': '2'});
	await until(async () => (await (await fetch(it.url + 'v1/games')).json()).games.length === 1);
	await decide(page, 'other-board', {ply: '2', san: 'e6'});
	await page.locator('.found', {hasText: messages['announced-otherwise']}).waitFor();
	await decide(page, 'other-board', {ply: '2', san: 'e5'}); /* it was set right there */
	await decide(page, 'second-board', {color: 'black', 'other-table': ''});
	await decide(page, 'seal', {color: 'white', early: '20'});
	await decide(page, 'pause', {});
	await decide(page, 'report', {seen: 'position-lost', color: 'both'});
	await page.locator('.found', {hasText: messages['position-lost']}).waitFor();
	await decide(page, 'dismiss', {}, /dismissed/); /* it was found again */
	await decide(page, 'sealed', {color: 'white', san: 'Nf3'});
	assert.deepEqual(await wrongs(page), []);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('the editor keeps the rights of Chess960, whichever rooks they are of', async () => {
	const it = await staged('chess960', 'fen: nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\nevents: wait 1; lift e2; place e4 P; ' +
		'press white; wait 1\n', async (one) => (await gameOf(one))?.variant === 'chess960' && (await gameOf(one)).plies === 1);
	const page = await atTable(it, {bypassCSP: true});
	const fen = () => page.locator('.editor input[type=text]').inputValue();
	const was = (await gameOf(it)).fen;
	const now = was.replace(' b GBgb e3 ', ' w GBgb - '); /* White is to move: no pawn of his can be taken in passing */

	await page.locator('#decide-what').selectOption('set-position');
	assert.equal(await fen(), was);
	await page.locator('.editor select').first().selectOption('w');
	assert.equal(await fen(), now);
	await page.locator('[data-do=act]').click();
	await page.locator('.log li', {hasText: messages['act.set-position']}).waitFor();
	await until(async () => (await gameOf(it)).fen === now);
	assert.equal((await gameOf(it)).variant, 'chess960');
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('the penalties are those of the edition in force, with their articles', async () => {
	const old = await staged('old', 'wait 1; lift e2; place e4 P; press white; wait 1\n',
		async (it) => (await boards(it))[0]?.game?.plies === 1, ['--laws', '2009']);

	for (const [it, count, first, last] of [[tables.claim, 9, '12.9.1', '12.9.9'], [old, 7, '13.4a', '13.4g']]) {
		const page = await atTable(it);

		await page.locator('#decide-what').selectOption('penalty');
		const items = await page.locator('.fields option[value=warning]').locator('..').locator('option').allInnerTexts();

		assert.equal(items.length, count);
		assert.ok(items[0].startsWith(first) && items.at(-1).startsWith(last), items.join());
		await page.locator('[data-do=act]').click();
		await page.locator('.log li', {hasText: messages['penalty.warning']}).waitFor();
		assert.deepEqual(page.faults, []);
		await page.context().close();
	}
});

test('a touch is shown on the board with what it obliges to, and is struck or given to the opponent', async () => {
	const page = await atTable(tables.held, {bypassCSP: true});

	await page.waitForSelector('.on-board [data-do=accidental]:enabled');
	assert.match(await page.locator('.facts').first().innerText(), /white knight g1/);
	assert.ok(await page.locator('.on-board svg.cg-shapes g').count() > 3, 'arrows to where it may go');
	assert.equal(await page.locator('.on-board square.differs').count(), 1);
	assert.deepEqual(await wrongs(page), []);
	await page.locator('.on-board [data-do=attribute]').click();
	await until(async () => (await gameOf(tables.held)).touched.at(-1).color === 'black');
	await page.locator('.log li', {hasText: messages['act.attribute']}).waitFor();
	await page.locator('.on-board [data-do=attribute]', {hasText: messages.white}).click();
	await until(async () => (await gameOf(tables.held)).touched.at(-1).color === 'white');
	await page.locator('.on-board [data-do=accidental]').click();
	await until(async () => (await gameOf(tables.held)).touched.length === 0);
	await page.locator('.on-board [data-do=accidental]:disabled').waitFor();
	await page.locator('.log li', {hasText: messages['act.accidental']}).locator('[data-do=undo]').click();
	await until(async () => (await gameOf(tables.held)).touched.at(-1)?.color === 'white'); /* as it was given back before */
	await page.locator('.on-board [data-do=accidental]:enabled').waitFor();
	await page.locator('.facts', {hasText: 'white knight g1'}).first().waitFor();
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

/* What a hall of two tables answers; what the page asked of it is kept. */
function roundOf(asked) {
	const player = (name) => ({name, title: null, elo: null, fide: null, team: null, federation: null});
	const table = (number, more) => ({table: number, board: 'b', game: null, state: 'none', plies: 0, white: player('Anna ' + number),
		black: player('Berit ' + number), paired: null, result: '*', by: null, absent: [], unconfirmed: [], conflicts: [], ...more});
	const round = {round: 3, state: 'playing', before: null, seq: 9, tables: [table(1, {absent: ['black'], conflicts: [{what: 'kings', result: '1-0'}]}),
		table(2, {unconfirmed: ['players'], paired: {white: player('Cecilie'), black: player('Berit 2')}})]};

	return async (route) => {
		const body = route.request().postDataJSON();

		if (!body)
			return route.fulfill({json: round});
		asked.push(body);
		if (body.end && !body.force)
			return route.fulfill({status: 409, json: {error: 'table 1 is under way'}});
		if (body.start)
			Object.assign(round, {round: body.start, imported: body.pairings ? 2 : undefined});
		if (body.end)
			round.state = 'ended';
		return route.fulfill({json: round});
	};
}

test('a round begins with its pairings, says who came, and ends', async () => {
	const page = await entered(tables.claim, 'Anna', {bypassCSP: true});
	const asked = [];

	await page.route('**/v1/round', roundOf(asked));
	await page.goto(tables.claim.url + '#/pairings');
	await page.waitForSelector('.rounds tbody tr');
	assert.match(await page.locator('.rounds').innerText(), /Round 3[^]*Anna 1[^]*Absent[^]*1-0[^]*paired: Cecilie/);
	assert.deepEqual(await wrongs(page), []);
	assert.deepEqual(await overflow(page), []);
	await shot(page, 'round');
	await page.locator('tr', {hasText: 'Anna 2'}).locator('select').selectOption('both');
	await until(() => asked.length === 1);
	await page.locator('tr', {hasText: 'Anna 2'}).locator('[data-do=swap]').click();
	await until(() => asked.length === 2);
	await page.locator('tr', {hasText: 'Anna 2'}).locator('[data-do=confirm]').click();
	await until(() => asked.length === 3);
	await page.locator('input[type=file]').setInputFiles({name: 'round4.csv', mimeType: 'text/csv', buffer: Buffer.from('table,white,black')});
	assert.equal(await page.locator('input[type=number]').inputValue(), '4');
	await page.locator('[data-do=round]').click();
	await page.locator('#notice', {hasText: '2 pairings read'}).waitFor();
	await page.locator('[data-do=end]').click();
	await page.locator('dialog', {hasText: messages['round.end-how']}).locator('[data-do=yes]').click();
	await page.locator('.meta', {hasText: messages['round.ended']}).waitFor();
	assert.deepEqual(asked, [{absent: 2, color: 'both'}, {swap: 2}, {confirm: 2}, {start: 4, pairings: 'table,white,black', name: 'round4.csv'},
		{end: true}, {end: true, force: true}]);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('what the daemon makes of a round is what is shown', async () => {
	const it = await staged('round', 'wait 1\n', async (one) => (await boards(one))[0]?.game);
	const page = await entered(it, 'Anna');

	await page.goto(it.url + '#/pairings');
	await page.waitForSelector('.rounds tbody tr');
	await page.locator('input[type=file]').setInputFiles({name: 'two.csv', mimeType: 'text/csv',
		buffer: Buffer.from('board,white,black\n1,"Hansen, Hanne","Olsen, Ole"\n')});
	await page.locator('[data-do=round]').click();
	await page.locator('tr', {hasText: 'Hansen, Hanne'}).filter({hasText: 'Olsen, Ole'}).waitFor();
	assert.match(await page.locator('.rounds .meta').innerText(), /2/);
	await page.locator('tbody select').selectOption('black');
	await page.locator('tr', {hasText: '1-0'}).waitFor();
	const round = await (await fetch(it.url + 'v1/round')).json();

	assert.deepEqual([round.round, round.tables[0].absent, round.tables[0].white.name], [2, ['black'], 'Hansen, Hanne']);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

for (const width of [320, 1280]) {
	test(`candidates, claims and the editor fit a window ${width} wide`, async () => {
		for (const it of [tables.unsure, tables.claim]) {
			const page = await atTable(it, {viewport: {width, height: 700}});

			await page.waitForSelector('.choices');
			assert.deepEqual(await overflow(page), []);
			await page.locator('#decide-what').selectOption('set-position');
			assert.deepEqual(await overflow(page), []);
			await page.context().close();
		}
	});
}

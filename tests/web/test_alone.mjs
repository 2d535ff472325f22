// SPDX-License-Identifier: GPL-3.0-or-later
// From an empty configuration to the results of a round, by a person who has only the page.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PATIENCE, boards, daemon, end, entered, open, overflow, scripted, shot, until, wrongs } from './support.mjs';

const {kinds, messages} = await import(pathToFileURL(join(process.env.SOURCE, 'web/src/en.js')));

let it;
let device;

before(async () => {
	const home = mkdtempSync(join(tmpdir(), 'boardd-alone-'));

	process.on('exit', () => rmSync(home, {recursive: true, force: true}));
	device = join(home, 'board');
	it = await daemon('alone', ['--device', 'unix:' + device]); /* the board is plugged in later */
}, {timeout: 4 * PATIENCE});
after(end);

/* What a person sees and clicks, and nothing else. */
const button = (page, text) => page.getByRole('button', {name: text, exact: true});
const goTo = (page, key) => page.getByRole('navigation').getByRole('link', {name: messages[key], exact: true}).click();

/* An irregularity in the round: found among the others, ruled on at its table, put right, printed. */
async function ruleOnTheKnight(page) {
	const did = /g1–g3: a knight does not move so/;

	await page.locator('.inbox summary', {hasText: 'Table 1'}).click();
	await page.locator('.inbox .did', {hasText: did}).waitFor();
	await page.locator('.inbox').getByRole('link', {name: messages['inbox.open']}).click();
	await page.locator('.found summary', {hasText: kinds['illegal-move']}).click();
	await button(page, messages['do.show']).click();
	await page.locator('.past .when', {hasText: 'What was done at 2.'}).waitFor();
	await page.locator('.on-board .cg-shapes g, .on-board .cg-custom-svgs g, .on-board svg.cg-shapes *').first().waitFor({state: 'attached'});
	await shot(page, 'what-was-done');
	await button(page, messages['do.uphold']).click();
	await page.locator('.next', {hasText: '2 min to Black'}).waitFor();
	await page.locator('.next', {hasText: 'white knight from g3 to g1'}).waitFor();
	assert.equal(await page.locator('.past').count(), 0, 'who has decided looks at the game');
	await button(page, messages['next.given']).click();
	await page.locator('.log', {hasText: 'Anna put 2 min on the clock of Black'}).waitFor();
	await button(page, messages['next.done']).click();
	await page.getByRole('link', {name: messages['table.report']}).click();
	await page.locator('.kicker', {hasText: 'Spring Open · Aarhus DEN'}).waitFor();
	await page.locator('.report td', {hasText: did}).waitFor(); /* whatever the board shows by then */
	await page.locator('.report td', {hasText: 'Anna upheld report 1'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'report-did', {fullPage: true});
}

test('a round from start to finish, by the page alone', async () => {
	const page = await open(it.url, {bypassCSP: true, acceptDownloads: true});

	await page.getByLabel(messages['first.name']).fill('Anna');
	await button(page, messages['first.take']).click();
	await page.locator('.settings summary', {hasText: 'Anna'}).waitFor();
	await goTo(page, 'nav.setup');
	await page.getByLabel(messages['conf.key.broadcast.event']).fill('Spring Open');
	await page.getByLabel(messages['conf.key.broadcast.site']).fill('Aarhus DEN');
	/* What was saved is asked for again while a hand is in the field of another form, about to type. */
	const event = page.locator('form', {hasText: messages['conf.section.event']});
	const time = page.getByLabel(messages['conf.key.game.time-control']);

	await event.evaluate((form) => form.classList.add('before'));
	await button(event, messages['conf.save']).click();
	await time.focus();
	await page.locator('form.before').waitFor({state: 'detached'});
	await page.keyboard.type('90m+30s');
	await page.locator('#notice', {hasText: messages['conf.saved']}).waitFor();
	assert.equal(await page.getByLabel(messages['conf.key.broadcast.event']).inputValue(), 'Spring Open');
	assert.equal(await time.inputValue(), '90m+30s');
	await page.getByLabel(messages['conf.key.laws.edition']).selectOption('2009');
	await page.getByLabel(messages['conf.key.laws.default-minutes']).fill('30');
	await page.getByLabel(messages['conf.key.laws.draw-moves']).fill('never');
	await button(page.locator('form', {hasText: messages['conf.section.laws']}), messages['conf.save']).click();
	await until(async () => /edition = 2009/.test(readFileSync(join(it.home, 'state/conf.d/50-page.conf'), 'utf8')));
	assert.match(readFileSync(join(it.home, 'state/conf.d/50-page.conf'), 'utf8'), /default_minutes = 30\n[^[]*draw_moves = never\n/);
	await page.locator('.findings-of-doctor', {hasText: messages['tables.empty']}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	assert.deepEqual(await overflow(page), []);
	await shot(page, 'set-up', {fullPage: true});

	await page.getByRole('link', {name: messages['conf.go-on']}).click();
	await page.getByLabel(messages['round.number']).fill('1');
	await page.getByText(messages['round.by-hand']).click();
	await page.getByLabel('Table 1: White').fill('Ane, Alma');
	await page.getByLabel('Table 1: Black').fill('Bo, Bent');
	await shot(page, 'pairings-by-hand', {fullPage: true});
	assert.deepEqual(await wrongs(page), []);
	await button(page, messages['round.hand-save']).click();
	await page.locator('.rounds tbody', {hasText: 'Ane, Alma'}).waitFor();
	await button(page, messages['round.start']).click();
	await page.locator('.rounds .meta', {hasText: messages['round.playing']}).waitFor();
	symlinkSync((await scripted('wait 2; lift e2; place e4 P; press white; wait 2; lift e7; place e5 p; press black; wait 2; lift g1; place g3 N; press white; wait 2\n', 'alone')).slice(5), device);
	await goTo(page, 'nav.hall');
	await page.locator('.card', {hasText: 'Ane, Alma'}).waitFor();
	await page.locator('.card', {hasText: '1… e5'}).waitFor();
	await ruleOnTheKnight(page);
	await goTo(page, 'nav.round');
	await page.getByRole('button', {name: 'Table 1: 1/2-1/2'}).click();
	await page.locator('.rounds tbody b', {hasText: '1/2-1/2'}).waitFor();
	const [csv] = await Promise.all([page.waitForEvent('download'), button(page, messages['round.csv']).click()]);

	assert.match(readFileSync(await csv.path(), 'utf8'), /"1","1","Ane, Alma","Bo, Bent","1\/2-1\/2"/);
	const [trf] = await Promise.all([page.waitForEvent('download'), button(page, messages['round.trf']).click()]);
	const lines = readFileSync(await trf.path(), 'utf8').split('\r\n');

	assert.equal(lines[0], '012 Spring Open');
	assert.equal(lines.find((one) => one.startsWith('001    1')), `001    1      ${'Ane, Alma'.padEnd(33)}${' '.repeat(33)} 0.5    1     2 w =`);
	await button(page, messages['round.end']).click();
	await page.locator('.rounds .meta', {hasText: messages['round.ended']}).waitFor();
	await page.getByLabel(messages['round.number']).fill('2');
	await button(page, messages['round.start']).click();
	await page.locator('.rounds .meta', {hasText: 'Round 2'}).waitFor();
	await page.getByRole('navigation', {name: messages['round.earlier']}).getByRole('link', {name: 'Round 1'}).click();
	await page.locator('h1', {hasText: 'Round 1'}).waitFor();
	await page.locator('.rounds tbody b', {hasText: '1/2-1/2'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'earlier-round');
	assert.equal(await page.getByRole('button', {name: messages['round.start']}).count(), 0, 'what is over is not begun from here');
	const pgn = await page.request.get(it.url + 'v1/games/' + encodeURIComponent(decodeURIComponent((await page.locator('.rounds tbody a').getAttribute('href'))
		.split('/').at(-1))) + '.pgn');

	await page.getByRole('link', {name: messages['archive.title']}).click();
	await page.locator('.archived li', {hasText: 'Round 1'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'archive');
	await page.locator('.archived').getByRole('link', {name: 'Round 1'}).click();
	await page.locator('tbody tr', {hasText: '1/2-1/2'}).getByRole('link', {name: messages['archive.replay']}).click();
	await page.locator('h1', {hasText: 'Ane, Alma – Bo, Bent'}).waitFor();
	await page.locator('.moves button', {hasText: 'e4'}).click();
	await page.locator('.moves [aria-current]', {hasText: 'e4'}).waitFor();
	await page.keyboard.press('ArrowRight');
	await page.locator('.moves [aria-current]', {hasText: 'e5'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	assert.deepEqual(await overflow(page), []);
	await shot(page, 'archived-game');
	assert.match(await pgn.text(), /\[Event "Spring Open"\]\n\[Site "Aarhus DEN"\][^]*\[White "Ane, Alma"\][^]*1\. e4[^]*e5[^]*1\/2-1\/2/);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('pairings of a TRF keep their letters, and who is under age by it can be hidden', async () => {
	const page = await entered(it, 'Cis', {bypassCSP: true});
	const player = (number, name, born, met) => `001 ${String(number).padStart(4)} m    ${name.padEnd(33)} 1500 DEN     140000${number} ${born}  0.0 ${String(number).padStart(4)}` +
		'  0000 -  '.repeat(2) + met;
	const text = ['012 Spring Open', player(1, 'Sørensen, Åse', '2014/05/31', '     2 w  '), player(2, 'Bo, Bent', '1970/05/31', '     1 b  ')].join('\r\n') + '\r\n';

	await page.goto(it.url + '#/pairings');
	await page.getByLabel(messages['round.number']).fill('3');
	await page.locator('input[type=file]').setInputFiles({name: 'round3.trf', mimeType: 'text/plain', buffer: Buffer.from(text, 'latin1')});
	await button(page, messages['round.load']).click();
	await page.locator('dialog', {hasText: 'Players under 18: 1'}).filter({hasText: 'Sørensen, Åse'}).waitFor();
	assert.deepEqual(await wrongs(page), []);
	await shot(page, 'minors');
	await button(page, messages['minors.hide']).click();
	await page.locator('#notice', {hasText: 'Names hidden in public: 1'}).waitFor();
	assert.equal(await page.getByLabel('Table 1: White').inputValue(), 'Sørensen, Åse');
	await until(async () => /hidden = Sørensen, Åse\n/.test(readFileSync(join(it.home, 'state/conf.d/50-page.conf'), 'utf8')));
	await button(page, messages['round.load']).click(); /* it was asked once */
	await page.locator('.by-hand p', {hasText: 'Round 3'}).waitFor();
	assert.equal(await page.locator('dialog').count(), 0);
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('what a file fixes is shown so, and who is not logged in sets nothing', async () => {
	const other = await daemon('fixed', ['--mode', 'rapid', '--device', 'unix:/nowhere']);
	const page = await open(other.url + '#/setup', {bypassCSP: true});

	assert.ok(await page.getByLabel(messages['conf.key.laws.mode']).isDisabled());
	await page.locator('.field-of', {hasText: messages['conf.key.laws.mode']}).getByText('fixed by --mode').waitFor();
	await page.locator('.findings-of-doctor li').first().waitFor();
	await page.getByLabel(messages['conf.key.broadcast.event']).fill('x');
	await button(page.locator('form', {hasText: messages['conf.section.event']}), messages['conf.save']).click();
	await page.locator('#notice[data-kind=bad]').waitFor();
	assert.equal((await boards(other)).length, 1);
	for (const [width, theme] of [[390, 'dark'], [1440, 'light']]) {
		await page.setViewportSize({width, height: 900});
		await page.emulateMedia({colorScheme: theme});
		assert.deepEqual(await overflow(page), []);
		assert.deepEqual(await wrongs(page), []);
		await shot(page, `set-up-${width}-${theme}`, {fullPage: true});
	}
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

test('a token is given once and never shown, and a board is put at another table', async () => {
	const page = await entered(it, 'Bo');

	await page.goto(it.url + '#/setup');
	await page.getByLabel('Access token').fill('lip_secret');
	await button(page.locator('form', {hasText: 'Lichess'}), messages['conf.save']).click();
	await page.getByText(messages['conf.token-kept']).waitFor();
	assert.equal(await page.getByLabel('Access token').inputValue(), '');
	assert.doesNotMatch(await page.content(), /lip_secret/);
	await button(page, messages['conf.token-forget']).click();
	await page.getByText(messages['conf.token-none']).waitFor();
	const [{board}] = await boards(it);

	await page.getByLabel(`${messages['conf.table-of']} ${board}`).fill('7');
	await page.getByLabel(`${messages['conf.table-of']} ${board}`).press('Tab');
	await until(async () => (await boards(it)).some((one) => one.board === board && one.table === 7));
	assert.deepEqual(page.faults, []);
	await page.context().close();
});

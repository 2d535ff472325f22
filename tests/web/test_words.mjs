// SPDX-License-Identifier: GPL-3.0-or-later
// What the page knows without a browser: its words, and what it makes of reports.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = process.env.SOURCE;
const from = (name) => import(join(root, 'web/src', name));
const {ARTICLES, PENALTIES, lawOf} = await from('laws.js');
const {LANGUAGES: NAMES, actionText, clockText, manText, plyText, sanText, setLanguage, t} = await from('words.js');
const LANGUAGES = Object.keys(NAMES);
const {refusalText} = await from('refusals.js');
const {Hall, byWeight, howToRestore, readPlacement, stateOf, writePlacement} = await from('model.js');
const {matchesOf, pointsText, readGames} = await from('score.js');
const read = (path) => readFileSync(join(root, path), 'utf8');
const words = Object.fromEntries(await Promise.all(LANGUAGES.map(async (name) => [name, await from(name + '.js')])));
const {messages: MESSAGES, kinds: KINDS, remedies: REMEDIES, laws: LAWS} = words.en;
const sources = readdirSync(join(root, 'web/src')).filter((name) => !LANGUAGES.includes(name.slice(0, 2)) || name.length > 5)
	.map((name) => read('web/src/' + name)).join('\n');
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

test('every message is there in every language, with the same blanks', () => {
	const blanks = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join();

	for (const name of LANGUAGES) {
		for (const [group, texts] of Object.entries(words.en)) {
			assert.deepEqual(Object.keys(words[name][group]), Object.keys(texts), `${name}: ${group}, in the same order`);
			for (const [key, text] of Object.entries(words[name][group])) {
				assert.ok(text && text.trim() === text, `${name}: ${key}`);
				assert.equal(blanks(text), blanks(texts[key]), `${name}: ${key}`);
			}
		}
	}
	for (const rule of Object.values(ARTICLES).flatMap(Object.values))
		assert.ok(LAWS[rule], rule);
});

test('what the arbiter may not do is said by the edition in force', async () => {
	const {limitOfAction, limitOfReport} = await from('limits.js');
	const {t} = await from('words.js');
	const game = (laws, mode, supervised) => ({laws, mode, supervised});
	const starts = (text, article) => assert.ok(text?.startsWith(article + ':'), `${article}: ${text}`);

	await setLanguage('en');
	assert.equal(limitOfAction(game('2023', 'standard', true), 'flag'), null);
	assert.equal(limitOfAction(game('2023', 'blitz', false), 'flag'), null); /* A.5.5 lets him call it */
	assert.equal(limitOfAction(game('2009', 'rapid', true), 'flag'), null);
	starts(limitOfAction(game('2009', 'rapid', false), 'flag'), 'A4d');
	starts(limitOfAction(game('2001', 'blitz', true), 'flag'), 'B6'); /* 2001 knows no supervision */
	assert.equal(limitOfReport(game('2023', 'rapid', true), {kind: 'illegal-move'}), null);
	starts(limitOfReport(game('2023', 'rapid', false), {kind: 'illegal-move'}), 'A.5.2');
	starts(limitOfReport(game('2023', 'blitz', false), {kind: 'both-kings-in-check'}), 'A.5.4');
	starts(limitOfReport(game('2009', 'blitz', false), {kind: 'illegal-move'}), 'B3c');
	starts(limitOfReport(game('2001', 'rapid', true), {kind: 'touch-move'}), 'B5a');
	assert.equal(limitOfReport(game('2023', 'rapid', false), {kind: 'touch-move'}), null);
	/* Where a button can do what only a claim or a moment allows. */
	for (const [laws, mode, action, articles] of [['2001', 'rapid', 'claim', ['B7', 'B5b']], ['2001', 'blitz', 'result', ['B6', 'C3']],
		['2009', 'rapid', 'claim', ['A4d', 'A4c']], ['2009', 'blitz', 'penalty', ['A4b', 'B3c']], ['2009', 'blitz', 'result', ['A4d', 'B3c']],
		['2023', 'rapid', 'claim', ['A.5.2']], ['2023', 'blitz', 'result', ['A.5.2']], ['2023', 'blitz', 'penalty', ['A.5.2']]]) {
		const text = limitOfAction(game(laws, mode, false), action);

		assert.deepEqual(text.match(/\b[ABC][.\d]+[a-d]?(?=:)/g), articles, `${laws} ${mode} ${action}: ${text}`);
		assert.equal(limitOfAction(game(laws, 'standard', false), action), null);
		assert.equal(limitOfAction(game('2023', mode, true), action), null);
	}
	const found = [{kind: 'illegal-move', state: 'open'}, {kind: 'both-kings-in-check', state: 'open'}, {kind: 'touch-move', state: 'upheld'}];
	starts(limitOfAction({...game('2023', 'rapid', false), found}, 'uphold'), 'A.5.4'); /* the newest that is open */
	assert.equal(limitOfAction({...game('2023', 'rapid', false), found: []}, 'uphold'), null);
	/* What each edition says of one thing: B5b to the touch, A4c steps in, A.5.4 waits; supervised, nothing. */
	const pawn = {kind: 'promotion-not-replaced'};
	const texts = [['2001', 'may.touched', 'B5b'], ['2009', 'may.must', 'A4c'], ['2023', 'may.kings', 'A.5.4']].map(([laws, words, article]) => {
		starts(limitOfReport(game(laws, 'rapid', false), pawn), article);
		assert.equal(limitOfReport(game(laws, 'rapid', false), pawn), t(words, {article}));
		return limitOfReport(game(laws, 'rapid', true), pawn);
	});
	assert.deepEqual(texts, [t('may.touched', {article: 'B5b'}), null, null]);
	assert.equal(limitOfReport(game('2009', 'rapid', false), {kind: 'both-kings-in-check'}), t('may.must', {article: 'A4c'}));
	starts(limitOfReport(game('2009', 'blitz', false), pawn), 'B3c');
	starts(limitOfReport(game('2009', 'rapid', false), {kind: 'two-hands'}), 'A4b'); /* Article 4 */
	starts(limitOfReport(game('2023', 'rapid', false), {kind: 'two-hands'}), 'A.5.2'); /* an illegal move */
	starts(limitOfReport(game('2023', 'blitz', false), {kind: 'press-without-move'}), 'A.5.2');
	assert.equal(limitOfReport(game('2009', 'rapid', false), {kind: 'press-without-move'}), null);
	for (const [laws, article] of [['2001', 'B4'], ['2009', 'A4a'], ['2023', 'A.5.1.2']]) {
		starts(limitOfReport(game(laws, 'blitz', false), {kind: 'wrong-start-position'}), article);
		starts(limitOfAction(game(laws, 'blitz', false), 'report'), article);
		assert.equal(limitOfAction(game(laws, 'standard', true), 'report'), null);
	}
});

test('how often the record was shown is counted where the edition lets it be shown', async () => {
	const {recordText} = await from('limits.js');
	const decisions = [{action: 'record white'}, {action: 'record white', undone: true}, {action: 'record black'}, {action: 'record black'}];

	await setLanguage('en');
	assert.match(recordText({laws: '2023', mode: 'rapid', supervised: true, decisions}), /5 .*White 1, Black 2/);
	assert.match(recordText({laws: '2023', mode: 'blitz', supervised: true}), /White 0, Black 0/);
	for (const game of [{laws: '2009', mode: 'rapid'}, {laws: '2023', mode: 'standard'}, {laws: '2023', mode: 'rapid', supervised: false}])
		assert.equal(recordText({...game, decisions}), null);
});

test('minutes that a quickplay finish gives are owed until they are on the clock', async () => {
	const {owedMinutes} = await from('model.js');
	const owed = (...actions) => owedMinutes({decisions: actions.map((action, seq) => ({seq, action}))});

	assert.deepEqual(owed('claim white quickplay', 'postpone 2'), {white: 0, black: 2});
	assert.deepEqual(owed('claim white quickplay', 'postpone'), {white: 0, black: 0});
	assert.deepEqual(owed('claim black increment', 'uphold'), {white: 2, black: 0});
	assert.deepEqual(owed('claim black increment', 'dismiss', 'uphold'), {white: 0, black: 0});
	assert.deepEqual(owed('claim black increment', 'uphold', 'note given white 2'), {white: 0, black: 0});
});

test('a pairing file keeps its letters, and tells who is a minor', async () => {
	const {minorsOf, notHidden, pairingText} = await from('pairings.js');
	const player = (name, born) => `001    1 m CM ${name.padEnd(33)} 1500 DEN     1400000 ${born.padEnd(10)}  0.0    1`;
	const day = new Date(2026, 0, 31);
	const text = [player('Søren, Åse', '2008/01/31'), player('Ung,  Ida', '2008/02/01'), player('Barn, Bo', '2014'), player('Old, O', '1950/00/00'),
		player('Year, Y', '2008'), player('None, N', '')].join('\r\n');

	assert.equal(await pairingText(new Blob([text])), text);
	assert.equal(await pairingText(new Blob([Buffer.from(text, 'latin1')])), text);
	assert.deepEqual(minorsOf(text, day), ['Ung, Ida', 'Barn, Bo', 'Year, Y']);
	assert.deepEqual(notHidden(['Ung, Ida', 'Barn, Bo'], 'UNG, IDA | X'), ['Barn, Bo']);
	assert.deepEqual(notHidden(['Barn, Bo'], '*'), []);
});

test('a move that cannot be played from a position leaves it as it is', async () => {
	const {playUci} = await from('model.js');
	const men = readPlacement(START);

	playUci(men, 'e5e6');
	assert.equal(writePlacement(men), START);
});

test('the broadcast screen says of each output how it fares, and when something last arrived', async () => {
	const {castRows, castWord} = await from('broadcast.js');
	const last = '2026-01-31T12:00:00.000Z';
	const status = {outputs: {public: null, delay_s: 0, delay_plies: 0}, halts: [], hub: null, mqtt: {ready: true, why: null, last}, upload: null, disk_free_percent: 50,
		clock_synced: true, folder: {path: '/srv/pgn', last, why: null}, notices: {sent: 2, waiting: 0, last, why: 'it answered 404'}, livechess: {clients: 2},
		lichess: {pushes: 7, last, why: null, games: [{table: 3, plies: 9, understood: 7, problem: null}, {table: 4, plies: 9, understood: 9, problem: null}]}};

	await setLanguage('en');
	const rows = Object.fromEntries(castRows(status, []).map((one) => [one.key, one]));

	assert.deepEqual(rows.folder, {key: 'folder', state: 'good', text: '/srv/pgn', last});
	assert.deepEqual(rows.notices, {key: 'notices', state: 'bad', why: 'it answered 404', last});
	assert.deepEqual([rows.lichess.state, rows.lichess.text], ['good', '7 updates sent · behind: 3']);
	assert.equal(rows.livechess.text, '2 programs connected');
	assert.equal(rows.mqtt.last, last);
	assert.equal(castWord(Object.values(rows)), 'bad');
	const none = castRows({...status, folder: null, notices: null, lichess: null, mqtt: null, livechess: {clients: 0}}, []);

	assert.equal(castWord(none), 'off');
	assert.equal(none.find((one) => one.key === 'livechess').state, 'off');
});

test('a hub shows each machine, and what is wrong with it', async () => {
	const {machineRows, machinesOf} = await from('machines.js');
	const node = (more) => ({name: 'hall-a', hub: false, state: 'ready', tables: 32, missing: 0, behind_ms: 120, off_ms: 30, refused: {},
		health: {disk_free_percent: 60, journal_failing: false}, ...more});
	const stateOf = (more) => machineRows({nodes: [node(more)]})[0].state;

	await setLanguage('en');
	assert.equal(machinesOf({hub: null}), null);
	assert.deepEqual(machineRows({nodes: [node(), node({name: 'spare', hub: true})]}).map((row) => [row.name, row.state, row.lag_s]), [['hall-a', 'good', .12]]);
	assert.equal(stateOf({state: 'lost'}), 'bad');
	assert.equal(stateOf({health: {disk_free_percent: 60, journal_failing: true}}), 'bad');
	assert.equal(stateOf({health: {disk_free_percent: 4, journal_failing: false}}), 'bad');
	assert.equal(stateOf({refused: {7: 'hall-b'}}), 'bad');
	assert.equal(stateOf({missing: 3}), 'warn');
	assert.equal(stateOf({off_ms: -5000}), 'warn');
	assert.equal(stateOf({health: null}), 'good'); /* it has not told yet */
	assert.deepEqual(machinesOf({hub: {nodes: [node(), node({state: 'lost'})]}}), {state: 'bad', text: '1 of 2 are there'});
	assert.equal(machinesOf({hub: {nodes: []}}).state, 'bad');
});

test('the public page has every word in every language', async () => {
	const {PUBLIC, choosePublic, letters, word} = await from('public-words.js');
	const text = read('web/src/public.js');
	const asked = [...text.matchAll(/\bword\('([^']+)'/g)].map((hit) => hit[1]);

	assert.deepEqual(Object.keys(PUBLIC), [...LANGUAGES, 'de']);
	for (const [name, all] of Object.entries(PUBLIC)) {
		assert.deepEqual(Object.keys(all), Object.keys(PUBLIC.en), name);
		for (const key of asked)
			assert.ok(all[key], `${name}: ${key}`);
	}
	assert.equal(choosePublic('de-AT'), 'de');
	assert.equal(word('table', {n: 3}), 'Brett 3');
	assert.equal(letters('Nxe4+'), 'Sxe4+');
	assert.equal(choosePublic('nb'), 'no');
	assert.equal(choosePublic('fr'), 'en');
});

test('moves of the daemon are written as people write them', async () => {
	const {sanOf} = await from('score.js');
	const men = readPlacement('r3k2r/1P1n1n2/8/3pP3/8/2N3N1/8/R3K2R');

	for (const [uci, san] of [['g3e4', 'Nge4'], ['c3d5', 'Nxd5'], ['e1g1', 'O-O'], ['e1c1', 'O-O-O'], ['b7b8q', 'b8=Q'], ['b7a8n', 'bxa8=N'],
		['e5d6', 'exd6'], ['e1e3', 'Ke1–e3'], ['a1d1', 'Rd1'], ['f7e5', 'Nfxe5'], ['a4a5', 'a4–a5']])
		assert.equal(sanOf(men, uci), san, uci);
});

test('every key that is asked for is there, and none is there for nothing', () => {
	const whole = [...sources.matchAll(/\bt\(\s*'([^']+)'\s*[,)]/g)].map((hit) => hit[1]);
	const begun = [...sources.matchAll(/\bt\(\s*(?:'([^']+\.)' \+|`([^`$]+\.)\$\{)/g)].map((hit) => hit[1] || hit[2]);
	const quoted = new Set([...sources.matchAll(/'([a-z][\w.-]*)'/g)].map((hit) => hit[1]));

	assert.ok(whole.length > 80 && begun.length > 10);
	for (const key of whole)
		assert.ok(MESSAGES[key], key);
	for (const prefix of begun)
		assert.ok(Object.keys(MESSAGES).some((key) => key.startsWith(prefix)), prefix);
	for (const key of Object.keys(MESSAGES))
		assert.ok(quoted.has(key) || begun.some((prefix) => key.startsWith(prefix)) || key.startsWith('set.'), key + ' is not used');
});

test('what is imported is used, and from where it is', () => {
	for (const name of readdirSync(join(root, 'web/src'))) {
		const text = read('web/src/' + name);

		for (const [, names, file] of text.matchAll(/^import \{([^}]*)\} from '\.\/([^']+)'/gm)) {
			for (const one of names.split(',').map((word) => word.trim())) {
				assert.ok(text.match(new RegExp(`\\b${one}\\b`, 'g')).length > 1, `${name}: ${one} is not used`);
				if (!['chessground.js', 'lean-qr.js'].includes(file)) /* others' */
					assert.match(read('web/src/' + file), new RegExp(`^export (async )?(function|class|const) ${one}\\b`, 'm'), name);
			}
		}
	}
});

test('no two files of a script call something the same: they are joined into one', () => {
	const seen = new Map();

	for (const name of readdirSync(join(root, 'web/src')).filter((one) => !/^(en|da|no|public|public-words|score)\.js$/.test(one)))
		for (const [, word] of read('web/src/' + name).matchAll(/^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/gm)) {
			assert.equal(seen.get(word), undefined, `${word}: ${name}`);
			seen.set(word, name);
		}
	assert.ok(seen.size > 100);
});

test('what the machine can report has words', () => {
	const report = read('touchmove/law/report.c');
	const kinds = [...report.matchAll(/\[TOUCH_KIND_\w+\] = \{"([\w-]+)"/g)].map((hit) => hit[1]);
	const reasons = [...report.matchAll(/\[TOUCH_REASON_\w+\] = "([\w-]+)"/g)].map((hit) => hit[1]);
	const states = [...report.matchAll(/\[TOUCH_FINDING_\w+\] = "([\w-]+)"/g)].map((hit) => hit[1]);
	const penalties = [...read('touchmove/law/action.c').matchAll(/\[TOUCH_PENALTY_\w+\] = "([\w-]+)"/g)].map((hit) => hit[1]);
	const remedies = [...read('daemon/stream/summary.c').matchAll(/case TOUCH_REMEDY_\w+: return "([\w-]+)"/g)].map((hit) => hit[1]);

	assert.ok(kinds.length > 30 && reasons.length > 15 && states.length > 5 && penalties.length === 9 && remedies.length > 5);
	for (const kind of kinds)
		assert.ok(KINDS[kind], kind);
	for (const remedy of remedies)
		assert.ok(REMEDIES[remedy], remedy);
	for (const key of [...reasons.map((one) => 'reason.' + one), ...penalties.map((one) => 'penalty.' + one),
		...states.map((one) => 'inbox.state.' + one)])
		assert.ok(MESSAGES[key], key);
});

/* What C says in its source: literals beside each other are one, and what is filled in has a sample. */
function said(literals) {
	const samples = {d: '7', u: '7', zu: '2', lld: '7', s: 'x'};

	return [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((hit) => hit[1]).join('').replace(/\\"/g, '"')
		.replace(/%(?:\.\d+)?(d|u|zu|lld|s)/g, (all, kind) => samples[kind]);
}

/* Where what a person does on the page is refused, and how it is written there. */
const REFUSING = ['touchmove/law/action.c', 'touchmove/law/announced.c', 'touchmove/law/arbiter.c', 'touchmove/law/claims.c', 'touchmove/law/correct.c',
	'touchmove/law/finish.c', 'touchmove/law/quickplay.c', 'touchmove/law/sealed.c', 'touchmove/law/stop.c', 'touchmove/law/unseen.c', 'daemon/table/act.c',
	'daemon/table/rerun.c', 'daemon/desk/undo.c', 'daemon/hall/hall.c', 'daemon/hall/pair.c', 'daemon/hall/round.c', 'daemon/hall/lights.c',
	'daemon/control/call.c', 'daemon/control/call_round.c', 'daemon/control/call_bluetooth.c', 'daemon/control/call_boards.c', 'daemon/control/setup.c'];
const REFUSAL = /(?:refused\s*=|why\s*=|\brefuse\(|\bfail\(|\bcall_fail\(|ret_why, \w+,|why, sizeof\([^)]*\),|return)\s[^;]*?((?:"(?:[^"\\]|\\.)*"\s*)+)[^;]*;/g;
/* What only other programs can bring about: a call without its parts, and what boardctl alone asks for. */
const OF_PROGRAMS = /needed|is missing$|must be|^watch|language|^there is no call|no pipe|no player is called|is not logged in|is no text|says? nothing of a round|stamp|are texts|is a list|is an object|is a number from 1 to 7$|^"/;

test('whatever the daemon refuses on the page is said in the reader’s language', async () => {
	const all = new Set(REFUSING.flatMap((path) => [...read(path).matchAll(REFUSAL)].map((hit) => said(hit[1])))
		.filter((text) => /[a-z]{2,} [a-zé]+ [a-z]/i.test(text) && !OF_PROGRAMS.test(text)));
	const missing = (text) => refusalText(text) === null;

	assert.ok(all.size > 60, String(all.size));
	assert.deepEqual([...all].filter(missing), []);
	assert.deepEqual(["[game] time_control: 'x' is neither none nor up to 5 stages", '[broadcast] delay: is empty', 'too many requests'].filter(missing), []);
	await setLanguage('da');
	assert.equal(refusalText("[game] time_control: 'two hours' is neither none nor"), '“two hours” kan ikke bruges til: Betænkningstid.');
	assert.equal(refusalText('2 games of round 3 are under way, at tables 1, 4: end them'), 'Der spilles stadig i runde 3: bord 1, 4.');
	assert.equal(refusalText('something that nobody has heard of'), null);
	await setLanguage('en');
});

test('the penalties of each edition are those the machine knows', () => {
	const names = Object.fromEntries([...read('touchmove/law/action.c').matchAll(/\[(TOUCH_PENALTY_\w+)\] = "([\w-]+)"/g)].map((hit) => hit.slice(1)));
	const known = {2001: {}, 2009: {}, 2023: {}};

	for (const [, key, articles] of read('touchmove/law/edition.c').matchAll(/\[(TOUCH_PENALTY_\w+)\] = \{([^}]+)\}/g))
		articles.split(', ').forEach((article, i) => {
			if (article !== 'NULL')
				known[['2001', '2009', '2023'][i]][names[key]] = article.slice(1, -1);
		});
	assert.equal(Object.keys(known[2023]).length, 9);
	assert.deepEqual(PENALTIES, known);
});

test('every article of a scenario has words', () => {
	const editions = {};
	let count = 0;

	for (const block of (read('tests/data/scenarios.txt') + '\n\n' + read('tests/data/scenarios-more.txt')).split(/\n\s*\n/)) {
		const edition = /^edition: (\S+)/m.exec(block)?.[1];

		for (const [, article] of block.matchAll(/^expect: irregularity \S+ (\S+)/gm)) {
			for (const one of edition === 'all' ? ['2001', '2009', '2023'] : [edition]) {
				count++;
				if (article !== '-' && !lawOf(one, article))
					(editions[one] ??= new Set()).add(article);
			}
		}
	}
	assert.ok(count > 100);
	assert.deepEqual(editions, {});
});

test('things are said in the language in use', async () => {
	await setLanguage('da-DK');
	assert.equal(sanText('Nxe4+'), 'Sxe4+');
	assert.equal(sanText('O-O-O'), '0-0-0');
	assert.equal(manText('N'), 'hvid springer');
	assert.equal(actionText('penalty white warning'), 'En straf Hvid advarsel');
	await setLanguage('nb');
	assert.equal(t('black'), 'Svart');
	await setLanguage('xx');
	assert.equal(sanText('Nxe4+'), 'Nxe4+');
	assert.equal(actionText('note two hands'), 'Write a note two hands');
	assert.equal(clockText(5399.2), '1:30:00');
	assert.equal(clockText(null), '–:––');
	assert.equal(plyText(1) + plyText(2) + plyText(3), '1.1…2.');
});

test('a placement is read and written', () => {
	for (const placement of [START, '8/8/8/8/8/8/8/8', 'r3k2r/8/8/3pP3/8/8/8/R3K2R'])
		assert.equal(writePlacement(readPlacement(placement)), placement);
});

test('which man goes where: the nearest of its kind moves, the rest is added or taken off', () => {
	const should = readPlacement(START);
	const is = readPlacement(START);

	assert.deepEqual(howToRestore(is, should), []);
	is.delete('g1');
	is.set('f3', 'N');
	is.delete('a7');
	is.set('e5', 'Q');
	assert.deepEqual(howToRestore(is, should), [{man: 'Q', from: 'e5', to: null}, {man: 'p', from: null, to: 'a7'},
		{man: 'N', from: 'f3', to: 'g1'}]);
});

test('newest and gravest first, and what is open before what is decided', () => {
	const one = (kind, seq, state = 'open') => ({kind, seq, state});
	const all = [one('right-lapsed', 9), one('touch-move', 3), one('touch-move', 5), one('king-captured', 1),
		one('illegal-count', 8, 'upheld')];

	assert.deepEqual(all.sort(byWeight).map((report) => report.seq), [1, 5, 3, 9, 8]);
});

test('a table is drawn as it is told, and as it changes', () => {
	const hall = new Hall();
	const entry = () => hall.tables.get(1);
	const game = {game: 'g', state: 'ready', plies: 0, fen: START + ' w KQkq - 0 1', turn: 'white', result: '*', white: {name: 'Anna'}, black: null};

	hall.begin();
	assert.equal(hall.apply({table: 1, board: 'b', state: 'connected', health: 'alive', men: START, clock: null, sensed: null, game: null, last: null,
		touched: [], must: null, open: [], asks: null, claimable: [], winnable: null, decisions: [], time: '2026-01-31T11:59:00.000Z'}), undefined);
	assert.equal(stateOf(entry()), 'idle');
	const same = entry();

	hall.apply({table: 1, game});
	assert.equal(entry(), same, 'views keep it');
	assert.equal(stateOf(entry()), 'ready');
	assert.equal(entry().game.white.name, 'Anna');
	hall.apply({table: 1, men: 'rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR', must: {moves: ['e2e3', 'e2e4'], article: '4.3.1'}});
	assert.equal(entry().men.has('e2'), false);
	assert.deepEqual([entry().must.moves.length, entry().game.white.name], [2, 'Anna'], 'what is not told has not changed');
	hall.apply({table: 1, must: null, last: 'e2e4', game: {plies: 1, state: 'started', turn: 'black'}});
	assert.deepEqual([entry().must, entry().last, entry().game.turn, entry().game.plies], [null, ['e2', 'e4'], 'black', 1]);
	hall.apply({table: 1, clock: {white: 100, black: 50, running: 'black', state: 'running', time: '2026-01-31T12:00:00.000Z'}, time: '2026-01-31T12:00:00.000Z'});
	assert.equal(stateOf(entry()), 'thinking');
	assert.ok(hall.left(entry(), 'black') <= 50);
	assert.equal(hall.left(entry(), 'white'), 100);
	assert.deepEqual(hall.apply({table: 1, open: [{id: 1, seq: 17, kind: 'touch-move', state: 'open'}]}).open, []);
	assert.equal(stateOf(entry()), 'irregular');
	assert.equal(hall.open().length, 1);
	hall.apply({table: 1, asks: {ply: 2, candidates: [], fen: START, seq: 18, time: '2026-01-31T12:00:00.000Z'}});
	assert.deepEqual(hall.open().map((one) => one.kind).sort(), ['touch-move', 'unsure']);
	hall.apply({table: 1, state: 'lost'});
	assert.equal(stateOf(entry()), 'disconnected');
});

test('a dead position that was proven late waits for the arbiter, wherever he looks', () => {
	const hall = new Hall();
	const told = (late, state) => ({table: 4, state: 'connected', men: START, open: [], time: '2026-01-31T12:00:00.000Z',
		game: {game: 'g', state, fen: START, result: '*'}, winnable: {state: 'answered', ply: 9, seq: 5, dead: true, late}});

	hall.begin();
	hall.apply(told(false, 'started'));
	assert.equal(hall.open().length, 0); /* it has ended the game, or will: the result says so */
	hall.apply(told(true, 'started'));
	assert.deepEqual(hall.open().map((one) => [one.kind, one.table, one.args.ply]), [['dead', 4, 9]]);
	hall.apply(told(true, 'ended'));
	assert.equal(hall.open().length, 0);
});

test('what is due before a game is told with its article', async () => {
	const {dueText} = await from('due.js');

	await setLanguage('en');
	assert.equal(dueText({what: 'clock-setting', article: '6.10.2', color: 'white', is_s: 540, should_be_s: 600}),
		`6.10.2 White ${MESSAGES['due.clock-setting']} ${clockText(540)} (${clockText(600)})`);
	assert.equal(dueText({what: 'set-up', article: '7.2.1', square: 'e1', is: null, should_be: 'K', count: 2}),
		`7.2.1 ${MESSAGES['due.set-up']} e1 – (${manText('K')})`);
	assert.equal(dueText({what: 'mode', article: 'A.1', mode: 'rapid'}), `A.1 ${MESSAGES['due.mode']} ${MESSAGES['mode.rapid']}`);
	assert.equal(dueText({what: 'board', article: null}), MESSAGES['due.board']);
});

test('the moves of the game that is watched follow those that stayed', () => {
	const hall = new Hall();
	const sans = () => hall.tables.get(1).game.moves.map((move) => move.san);

	hall.apply({table: 1, men: START, last: null, decisions: [], open: [], claimable: [], game: {game: 'g', irregularities: 0, unsure: false},
		whole: {game: 'g', moves: [{san: 'e4'}, {san: 'e5'}], irregularities: [], decisions: []}});
	hall.apply({table: 1, whole: {moves: {from: 2, rest: [{san: 'Nf3'}]}}});
	assert.deepEqual(sans(), ['e4', 'e5', 'Nf3']);
	hall.apply({table: 1, whole: {moves: {from: 1, rest: [{san: 'c5'}]}}});
	assert.deepEqual(sans(), ['e4', 'c5']);
	hall.apply({table: 1, game: {game: 'h', irregularities: 0}}); /* another game, of which the moves are not told yet */
	assert.equal(hall.tables.get(1).game.moves, undefined);
	hall.begin();
	hall.settle();
	assert.equal(hall.tables.size, 0);
});

test('a table without a board needs nobody', () => {
	const entry = {state: null, device: null, health: 'missing', open: [], game: {state: 'ready'}};

	assert.equal(stateOf(entry), 'idle');
	entry.game.state = 'ended';
	assert.equal(stateOf(entry), 'finished');
	entry.device = '/dev/ttyACM0'; /* one is waited for */
	assert.equal(stateOf(entry), 'disconnected');
});

test('each country has its own flag', async () => {
	const {countries, signOf} = await from('flags.js');
	const regions = new Intl.DisplayNames('en', {type: 'region', fallback: 'none'});
	const codes = countries();
	const letters = (sign) => [...sign].map((one) => String.fromCharCode(one.codePointAt(0) - 0x1F1E6 + 65)).join('');

	assert.ok(codes.length > 180);
	assert.equal(new Set(codes.map(signOf)).size, codes.length, 'no two have the same');
	for (const code of codes.filter((one) => !['ENG', 'SCO', 'WLS'].includes(one)))
		assert.ok(regions.of(letters(signOf(code))), code);
	for (const [code, name] of [['DEN', 'Denmark'], ['GER', 'Germany'], ['SUI', 'Switzerland'], ['ARM', 'Armenia'], ['AUT', 'Austria'], ['NIG', 'Niger'], ['BUL', 'Bulgaria']])
		assert.equal(regions.of(letters(signOf(code))), name);
	assert.equal(signOf('FID'), '', 'who plays for no country has no flag');
});

test('how a match of teams stands, whoever has White', () => {
	const game = (white, black, result) => ({tags: {WhiteTeam: white, BlackTeam: black, Result: result}});
	const all = matchesOf([game('A', 'B', '1-0'), game('B', 'A', '1/2-1/2'), game('A', 'B', '*'), game('C', 'D', '0-1'), game('E', 'E', '1-0'), {tags: {Result: '1-0'}}]);

	assert.deepEqual(all, [{teams: ['A', 'B'], points: [1.5, 0.5], left: 1}, {teams: ['C', 'D'], points: [0, 1], left: 0}]);
	assert.deepEqual([0, 0.5, 1, 2.5].map(pointsText), ['0', '½', '1', '2½']);
});

test('a published game becomes a position again', async () => {
	const [opera] = await readGames(`[Event "Paris"]\n[White "Morphy, Paul"]\n[Result "1-0"]\n
1. e4 {[%clk 1:30:00]} e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n`);

	assert.equal(writePlacement(opera.men), '1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5');
	assert.deepEqual([opera.ply, opera.san, opera.last], [33, 'Rd8#', ['d1', 'd8']]);
	assert.deepEqual([opera.tags.White, opera.clocks, opera.sans.length], ['Morphy, Paul', ['1:30:00'], 33]);
	const odd = await readGames('[White "A"]\n[FEN "4k3/P2p4/8/4P3/8/8/1r2N3/K1r1N3 b - - 0 1"]\n\n1... d5 2. exd6 {x} Rc8 3. a8=Q Rxa8+ *\n');

	assert.equal(writePlacement(odd[0].men), 'r3k3/8/3P4/8/8/8/1r2N3/K3N3');
});

// SPDX-License-Identifier: GPL-3.0-or-later
// What is printed: a game, and a round.
import { h, fill } from './dom.js';
import { seenTexts } from './evidence.js';
import { didText, waitedText } from './inbox.js';
import { Refused, ask, askLines } from './link.js';
import { owedMinutes } from './model.js';
import { refusalText } from './refusals.js';
import { clockText, colorText, dateText, decisionText, kindText, nameText, plyText, sanText, t, timeText } from './words.js';

function grid(heads, rows) {
	if (rows.length === 0)
		return h('p', null, t('report.none'));
	return h('table', null, h('thead', null, h('tr', null, heads.map((head) => h('th', {scope: 'col'}, head)))),
		h('tbody', null, rows.map((row) => h('tr', null, row.map((cell) => h('td', null, cell))))));
}

/* What an irregularity rests on, as it was seen: reports that stand near each other. */
async function seenOf({board, evidence}) {
	if (!evidence?.length)
		return [];
	const first = Math.min(...evidence);
	const near = await askLines(`/v1/events?board=${encodeURIComponent(board)}&since=${first - 1}&limit=${Math.max(...evidence) - first + 1}`);

	return seenTexts(near.filter((one) => evidence.includes(one.seq)));
}

/* One after the other: a page that prints is in no hurry. What the journal no longer has is left out. */
async function allSeen(game, known) {
	const seen = new Map();

	for (const one of game.irregularities) {
		if (!known.has(one.seq))
			known.set(one.seq, await seenOf(one).catch(() => []));
		seen.set(one, known.get(one.seq));
	}
	return seen;
}

function findingText(one, seen = []) {
	return [`${plyText(one.args?.ply || 1)} ${kindText(one.kind)} (${t('certainty.' + one.certainty)})`, didText(one) && h('b.did', null, didText(one)),
		one.args?.waited_from && h('b.did', null, waitedText(one.args)),
		seen.length > 0 && h('div.seen', null, t('inbox.seen') + ':', h('ul', null, seen.map((text) => h('li', null, text))))];
}

function findingsOf(game, seen) {
	return grid([t('report.when'), t('report.what'), t('report.article'), t('field.color'), t('report.ruling')],
		game.irregularities.map((one) => [timeText(one.time), findingText(one, seen?.get(one)),
			one.article, colorText(one.color), t('inbox.state.' + one.state)]));
}

function decisionsOf(game) {
	return grid([t('report.when'), t('report.what')], game.decisions.map((one) =>
		[timeText(one.time), decisionText(one, game.irregularities) + (one.undone ? ` (${t('decide.undone')})` : '')]));
}

function movesOf(game) {
	const rows = [];
	const cell = (move) => !move ? '' : (move.legal ? sanText(move.san) : t('move.illegal')) +
		(move.revised ? ' *' : move.certainty === 'inferred' ? ' ?' : '');
	const clock = (move, color) => move?.clock ? clockText(move.clock[color]) : '';

	for (let i = 0; i < game.moves.length; i += 2)
		rows.push([plyText(i + 1), cell(game.moves[i]), clock(game.moves[i], 'white'), cell(game.moves[i + 1]),
			clock(game.moves[i + 1], 'black')]);
	return h('div.score', null, grid([t('report.move'), t('white'), t('report.times'), t('black'), t('report.times')], rows));
}

function headOf(game, level) {
	return [h(level, {tabIndex: -1}, `${nameText(game.white)} – ${nameText(game.black)}  `, game.result !== '*' && h('b.result', null, game.result)),
		h('p', null, [t('table.n', {n: game.table}), t('round.n', {n: game.round ?? '–'}), game.game,
			t('table.laws', {edition: game.laws, mode: t('mode.' + game.mode)}),
			game.supervised ? '' : t('table.unsupervised')].filter(Boolean).join(' · ')),
		h('p', null, `${t('report.started')}: ${dateText(game.started)} · ${t('report.ended')}: ${dateText(game.ended)}`,
			game.reason ? ` · ${t('reason.' + game.reason)}${game.article ? ` (${game.article})` : ''}` : ''),
		h('p', null, `${t('owed.counts', game.illegal_moves)}. ${t('owed.minutes', owedMinutes(game))}.`)];
}

/* What a decision carries besides its words stands in the report of it alone. */
async function argsOf({seq}) {
	const [report] = await askLines(`/v1/events?since=${seq - 1}&limit=1`);

	return report?.args ?? {};
}

function paperOf(title, article, rows) {
	return h('section.paper', null, h('h2', null, `${title} (${article})`), grid([t('report.what'), ''], rows));
}

function clocksText(clock) {
	return clock ? `${t('white')} ${clockText(clock.white)}, ${t('black')} ${clockText(clock.black)}` : '–';
}

/* Guidelines I.2: all that stands on the envelope but the move in it, and the resumption. */
function envelopeOf(game, args) {
	return paperOf(t('report.envelope'), [args.because, args.article].filter(Boolean).join(', '), [[t('white'), nameText(game.white)], [t('black'), nameText(game.black)],
		[t('report.position'), args.fen], [t('report.times'), clocksText(args.clock)], [t('report.sealed-by'), colorText(args.sealed_by)],
		[t('report.move-number'), String(args.move_number)], [t('report.offer'), args.offer_by ? colorText(args.offer_by) : t('report.no-offer')],
		[t('report.resumption'), '________________']]);
}

/* The moves that nobody, or one player, needed to write, from the record of the board (8.5). */
function unrecordedOf(game, {white, black}) {
	const from = white && black ? Math.max(white, black) : white || black;

	return from ? game.moves.slice(from - 1).map((move) => plyText(move.ply) + ' ' + (move.legal ? sanText(move.san) : t('move.illegal'))).join(' ') : '–';
}

function noteOf(game, args) {
	return paperOf(t('report.note'), [args.because, args.article].filter(Boolean).join(', '), [[t('report.position'), args.fen],
		[t('report.times'), clocksText(args.clock)], [t('report.running'), args.running ? colorText(args.running) : '–'],
		[t('report.completed'), `${t('white')} ${args.completed.white}, ${t('black')} ${args.completed.black}`],
		[t('report.missing'), unrecordedOf(game, args.unrecorded)]]);
}

/* Of a claim in a quickplay finish, also where no arbiter was there, and what was played since: the opponent confirms the position (10.2, D1, III.6). */
function claimOf(game, args) {
	const since = game.moves.slice(args.after_ply);

	return paperOf(t('report.claim'), args.article, [[t('report.claimed-by'), colorText(args.claimed_by)], [t('report.position'), args.fen], [t('report.times'), clocksText(args.clock)],
		args.is_final ? [t('report.confirmed'), '________________'] : [t('report.since'), since.map((move) => plyText(move.ply) + ' ' + (move.legal ? sanText(move.san) : t('move.illegal')) +
			(move.clock ? ` (${clockText(move.clock[move.ply % 2 === 1 ? 'white' : 'black'])})` : '')).join(' ') || '–']]);
}

async function papersOf(game) {
	const wanted = game.decisions.filter((one) => !one.undone && /^(seal|pause|reconstruct|claim (white|black) (quickplay|increment))\b/.test(one.action));
	const args = await Promise.all(wanted.map(argsOf));

	/* An envelope is written when somebody is told to seal, and again when the clock is stopped: that one counts. */
	return args.filter((one, i) => !one.sealed_by || args[i + 1]?.sealed_by !== one.sealed_by || args[i + 1].fen !== one.fen)
		.map((one) => one.sealed_by ? envelopeOf(game, one) : one.claimed_by ? claimOf(game, one) : one.completed ? noteOf(game, one) : null);
}

/* Whoever answers for it signs it; times are those of the zone that is named. */
function signatures(...keys) {
	return h('div.signatures', null, keys.map((key) => h('p', null, t(key))));
}

/* What cannot be shown says so, and why. */
async function load(element, draw, isShown) {
	try {
		const fresh = await draw();
		const isHeld = document.activeElement?.matches('button') && element.contains(document.activeElement);

		fill(element, fresh);
		if (isHeld)
			element.querySelector('button').focus({preventScroll: true});
	} catch (error) {
		if (isShown) /* what was told before still holds */
			return;
		fill(element, h('h1', {tabIndex: -1}, t(error.status === 404 ? 'page.nowhere' : 'do.failed')),
			h('p', null, error instanceof Refused ? refusalText(error.message) : ''), h('p', null, h('a', {href: '#/'}, '← ' + t('table.back'))));
	}
	element.removeAttribute('aria-busy');
}

function page(...children) {
	return h('div.report', null, h('p.row.no-print', null, h('a', {href: '#/'}, '← ' + t('table.back')),
		h('button.primary', {type: 'button', onclick: () => print()}, t('do.print'))), children,
	h('p.made', null, `boardd · ${t('report.made', {time: dateText(Date.now())})} · ${Intl.DateTimeFormat().resolvedOptions().timeZone}`));
}

/* The event and its place: as they are set up, where it is the one that is played; else what the game is called by. */
async function whereText(event, hall) {
	const isPlayed = [...hall.tables.values()].some((one) => one.game?.event === event);
	const keys = isPlayed ? (await ask('/v1/setup').catch(() => ({keys: []}))).keys : [];
	const valueOf = (key) => keys.find((one) => one.section === 'broadcast' && one.key === key)?.value;

	return [valueOf('event') || event, valueOf('site')].filter((text) => text && text !== '?').join(' · ');
}

const AGAIN_MS = 3000; /* what happens meanwhile is shown together */
const MANY = 40; /* tables of a round: their report is long, and is made again less often */
const MANY_MS = 30000;
const PAUSE_MS = 50; /* between two questions: no page asks more often than it may */

function tellsMore(change, keys) {
	return Boolean(change.decisions || change.open || keys.some((key) => change.game?.[key] !== undefined));
}

/* The report once more, where somebody reads it. */
function later(report, ms = AGAIN_MS) {
	return setTimeout(() => {
		report.waiting = 0;
		report.enter(true);
	}, ms);
}

export class GameReport {
	constructor(id, hall) {
		Object.assign(this, {id, hall, seen: new Map()});
		this.element = h('div', {'aria-busy': 'true'}, h('p', null, t('report.loading')));
	}

	/* Somebody decides, or the game goes on, while it is looked at. */
	touch(table, change) {
		if (change && this.hall.tables.get(table)?.game?.game === this.id && tellsMore(change, ['plies', 'state', 'result', 'white', 'black']))
			this.waiting ||= later(this);
	}

	leave() {
		clearTimeout(this.waiting);
	}

	enter(isShown) {
		return load(this.element, async () => {
			const game = await ask('/v1/games/' + encodeURIComponent(this.id));

			const [papers, event, seen] = await Promise.all([papersOf(game), whereText(game.event, this.hall), allSeen(game, this.seen)]);

			return page(h('p.kicker', null, `${event} · ${t('report.game')}`), headOf(game, 'h1'), h('h2', null, t('table.moves')), movesOf(game), papers,
				h('h2', null, t('inbox.title')), findingsOf(game, seen), h('h2', null, t('decide.history')), decisionsOf(game),
			signatures('report.arbiter', 'white', 'black'));
		}, isShown);
	}
}

export class RoundReport {
	/* round() gives the number of the one that is played. */
	constructor(round, hall) {
		Object.assign(this, {round, hall, seen: new Map()});
		this.element = h('div', {'aria-busy': 'true'}, h('p', null, t('report.loading')));
	}

	touch(table, change) {
		if (change && tellsMore(change, ['state', 'result', 'white', 'black']))
			this.waiting ||= later(this, this.hall.tables.size > MANY ? MANY_MS : AGAIN_MS);
	}

	leave() {
		clearTimeout(this.waiting);
		this.hasLeft = true;
	}

	/* However many tables there are, it is one question; what was seen comes to it one by one, in no hurry. */
	async enter(isShown) {
		await load(this.element, async () => {
			this.games = await askLines(`/v1/round/${this.round() || 1}/games`);
			return this.draw();
		}, isShown);
		if (await this.lookBack())
			await load(this.element, () => this.draw(), true);
	}

	/* True: something was seen that is not shown yet. */
	async lookBack() {
		const all = (this.games ?? []).flatMap((game) => game.irregularities).filter((one) => !this.seen.has(one.seq));

		for (const one of all) {
			this.seen.set(one.seq, await seenOf(one).catch(() => []));
			await new Promise((done) => setTimeout(done, PAUSE_MS));
			if (this.hasLeft)
				return false;
		}
		return all.length > 0;
	}

	async draw() {
		const {games} = this;
		const seen = (game) => new Map(game.irregularities.map((one) => [one, this.seen.get(one.seq)]));

		return page(h('p.kicker', null, games.length > 0 ? await whereText(games[0].event, this.hall) : ''), h('h1', {tabIndex: -1}, t('report.round', {n: this.round() ?? '–'})),
			grid([t('table.n', {n: ''}), t('white'), t('black'), t('table.result'), t('inbox.title')], games.map((game) =>
				[String(game.table), nameText(game.white), nameText(game.black), game.result === '*' ? '–' : game.result,
					String(game.irregularities.length)])),
			games.filter((game) => game.irregularities.length + game.decisions.length > 0).map((game) =>
				h('section', null, headOf(game, 'h2'), h('h3', null, t('inbox.title')), findingsOf(game, seen(game)),
					h('h3', null, t('decide.history')), decisionsOf(game))), signatures('report.arbiter'));
	}
}

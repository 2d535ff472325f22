// SPDX-License-Identifier: GPL-3.0-or-later
// What happened on a board, lift by lift, to be gone through again.
import { h, fill } from './dom.js';
import { mateText } from './claims.js';
import { askEvents, follow } from './link.js';
import { readPlacement, writePlacement } from './model.js';
import { sanOf } from './score.js';
import { clockText, colorText, decisionText, kindText, manText, sanText, t, timeText } from './words.js';

/* A report in words; null: it says nothing to a person. */
const SAYS = {
	sensed: (e) => e.piece ? t('see.place', {man: manText(e.piece), square: e.square}) : t('see.lift', {square: e.square}),
	press: (e) => t('see.press', {color: colorText(e.color)}),
	touch: (e) => t('see.touch', {color: colorText(e.color), man: manText(e.piece), square: e.square}),
	must: (e, men) => e.moves ? t('see.must', {moves: movesText(men, e.moves, 8)}) : t('see.free'),
	move: (e) => t('see.move', {move: e.san ? sanText(e.san) : t('move.illegal')}),
	completed: () => t('see.completed'),
	revised: (e) => e.uci ? t('see.revised', {move: sanText(e.san) || t('move.illegal')}) : t('see.cut'),
	unsure: () => t('see.unsure'),
	clock: (e) => t('see.clock', {white: clockText(e.white), black: clockText(e.black)}),
	board: (e) => t('see.board.' + e.state),
	game: (e) => t('see.game.' + e.state),
	irregularity: (e) => kindText(e.kind),
	finding: (e) => t('see.finding', {what: kindText(e.kind).replace(/\.$/, ''), state: t('inbox.state.' + e.state)}),
	claimable: (e) => t('see.claimable.' + e.state, {what: t('claim.' + e.what)}),
	winnable: (e) => mateText(e),
	result: (e) => t('see.result', {result: e.result, reason: t('reason.' + (e.reason || 'none'))}),
	decision: (e) => decisionText(e),
};

/* Some moves of a position, as people write them. */
export function movesText(men, moves, most) {
	return moves.slice(0, most).map((uci) => sanText(sanOf(men, uci))).join(' ') + (moves.length > most ? ' …' : '');
}

function eventText(report, men) {
	return SAYS[report.event]?.(report, men) ?? null;
}

/*
 * The men after each report: known from where the game was set up or a move was settled. What must be
 * played is said of the position before it, which no hand has changed yet.
 */
function menKeeper() {
	let men = null;
	let base = new Map();

	return (report) => {
		if (report.fen && (report.event === 'game' || men === null))
			men = readPlacement(report.fen);
		if (report.fen)
			base = readPlacement(report.fen);
		if (report.event === 'sensed' && men !== null) {
			men = new Map(men);
			if (report.piece)
				men.set(report.square, report.piece);
			else
				men.delete(report.square);
		}
		return {report, men: men ? writePlacement(men) : null, text: eventText(report, base)};
	};
}

/* What reports say of hands and clocks, each with its time. */
export function seenTexts(reports) {
	return reports.map((report) => [report, eventText(report, new Map())]).filter(([, text]) => text)
		.map(([report, text]) => `${timeText(report.time, true)} ${text}`);
}

export class Evidence {
	/* show(placement, squares, when) draws on the board, and says of which time that is; added() hears that more is known. */
	constructor({entry, show, added}) {
		Object.assign(this, {entry, show, added});
		this.steps = [];
		this.list = h('ol.timeline', {role: 'list'});
		this.says = h('output', {htmlFor: 'scrub'});
		this.range = h('input', {type: 'range', id: 'scrub', min: 0, max: 0, value: 0, oninput: () => this.go(Number(this.range.value))});
		this.earlier = h('button', {type: 'button', onclick: () => this.load(true)}, t('evidence.earlier'));
		this.bar = h('div.scrub', {hidden: true}, h('label.field', null, h('span', null, t('evidence.time')), this.range),
			h('p', null, this.says)); /* goes under the board, so that it is seen */
		this.body = h('div', {hidden: true}, h('p.row', null, this.earlier), this.list);
		this.element = h('section.panel', {'aria-labelledby': 'evidence-title'},
			h('h2', {id: 'evidence-title'}, t('evidence.title')), this.body);
	}

	/* The last thirty plies; or all of the game. */
	async load(isAll) {
		const {board, game} = this.entry();
		const moves = game?.moves || [];
		const since = isAll || moves.length <= 30 ? 0 : moves[moves.length - 30].seq - 1;
		const call = this.call = {}; /* the last who asks is told */
		const events = await askEvents(board, since);

		if (this.call !== call)
			return;
		this.isOfGame = (one) => !game || one.game === game.game;
		this.stepOf = menKeeper();
		this.steps = events.filter(this.isOfGame).map(this.stepOf).filter((step) => step.text);
		this.stop?.();
		this.stop = follow(board, events.at(-1)?.seq ?? since, (report) => this.add(report));
		this.body.hidden = this.bar.hidden = false;
		this.earlier.hidden = since === 0;
		this.range.max = Math.max(0, this.steps.length - 1);
		this.range.value = this.range.max;
		fill(this.list, this.steps.slice(-400).map((step) => this.row(step)));
		if (this.steps.length === 0)
			fill(this.list, h('li', null, t('evidence.none')));
		this.list.scrollTop = this.list.scrollHeight;
	}

	row(step) {
		return h('li', {'data-event': step.report.event, 'data-seq': step.report.seq}, h('button', {type: 'button',
			onclick: () => {
				this.range.value = this.steps.indexOf(step);
				this.go(this.steps.indexOf(step));
			}}, h('time', {dateTime: step.report.time}, timeText(step.report.time, true)), ' ', step.text));
	}

	leave() {
		this.call = null;
		this.stop?.();
	}

	/* A report that has come since. */
	add(report) {
		const step = this.isOfGame(report) && this.stepOf(report);

		if (!step?.text)
			return;
		const isAtEnd = Number(this.range.value) === Number(this.range.max);

		this.steps.push(step);
		this.list.append(this.row(this.steps[this.steps.length - 1]));
		while (this.list.childElementCount > 400)
			this.list.firstChild.remove();
		this.range.max = this.steps.length - 1;
		if (isAtEnd) {
			this.range.value = this.range.max;
			this.list.scrollTop = this.list.scrollHeight;
		}
		this.added?.(report);
	}

	go(index) {
		const step = this.steps[index];

		if (!step)
			return;
		const text = timeText(step.report.time, true) + '  ' + step.text;

		this.says.textContent = text;
		this.range.setAttribute('aria-valuetext', text);
		this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
		const row = this.list.querySelector(`[data-seq="${step.report.seq}"]`);

		row?.setAttribute('aria-current', 'step');
		if (row) /* the list alone: the page stays where it is */
			this.list.scrollTop = row.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
		this.show(step.men, step.report.square ? [step.report.square] : [],
			t('past.seen', {time: timeText(step.report.time, true)}));
	}

	/* The moves that would bring about what can be claimed: the snapshot does not tell them. */
	announced({what, article}) {
		return this.steps.findLast(({report}) => report.event === 'claimable' && report.what === what && report.article === article)?.report.san;
	}

	/* What a report of an irregularity points to. */
	seen(report) {
		const said = this.steps.filter((step) => report.evidence?.includes(step.report.seq))
			.map((step) => `${timeText(step.report.time, true)} ${step.text}`);

		return said.length > 0 ? said.join('; ') : null;
	}
}

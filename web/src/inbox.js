// SPDX-License-Identifier: GPL-3.0-or-later
// What waits for the arbiter, and how an irregularity is told.
import { h, fill, say, setText } from './dom.js';
import { figure } from './boards.js';
import { choices, mateBox, mateText } from './claims.js';
import { fenAfter, gravityOf, isOpen, readPlacement } from './model.js';
import { movesText } from './evidence.js';
import { colorText, kindText, lawText, manText, nameText, plyText, remedyText, sanText, t, timeText } from './words.js';
import { limitOfReport } from './limits.js';

/* What began the default time, and how long it was (6.7.1). */
export function waitedText(args) {
	return t('inbox.waited.' + args.waited_from, {n: args.waited_minutes});
}

/* Who, what, by which article, how sure, what was seen and what the Laws provide. */
function tell(report, {game, act, seen, show}) {
	const args = report.args || {};
	const player = game && (report.color === 'white' || report.color === 'black') ? game[report.color] : null;
	const facts = [];

	if (args.count)
		facts.push(t('inbox.count', {count: args.count, limit: args.limit}));
	if (args.minutes)
		facts.push(t('inbox.minutes', {to: colorText(args.to), minutes: args.minutes}));
	if (args.claimant_loses_s)
		facts.push(t('inbox.loses', {s: args.claimant_loses_s}));
	if (args.square)
		facts.push(t('inbox.wrong', {square: args.square, is: args.piece ? manText(args.piece) : t('inbox.empty-square'),
			should: args.should_be ? manText(args.should_be) : t('inbox.empty-square')}));
	if (args.waited_from)
		facts.push(waitedText(args));
	if (report.on_request)
		facts.push(t('inbox.on-request'));
	return h('article.finding', {'data-gravity': gravityOf(report), 'data-id': report.id, 'data-state': report.state},
		h('h3.what', null, kindText(report.kind)),
		h('p.who', null, colorText(report.color), player ? ' · ' + nameText(player) : '', ' · ',
			t('inbox.at', {move: plyText(args.ply || 1)}), ' · ', h('time', {dateTime: report.time}, timeText(report.time))),
		h('p.tags', null, h('span.tag.' + report.certainty, null, t('certainty.' + report.certainty)),
			report.state === 'claimed' && h('span.tag', null, t('inbox.state.claimed'))),
		show && report.did?.men.length > 0 && h('p', null, h('button', {type: 'button', 'data-do': 'show', onclick: () => show(report)}, t('do.show'))),
		h('dl', null,
			h('dt', null, t('inbox.article', {n: report.article, edition: report.edition})),
			h('dd', null, lawText(report.edition, report.article)),
			h('dt', null, t('inbox.law')),
			h('dd', null, remedyText(report.remedy)),
			facts.length > 0 && h('dd', null, facts.join('. ')),
			report.must && report.must.length > 0 && [h('dt', null, t('inbox.must', {color: colorText(report.color)})),
				h('dd', null, movesText(menBefore(report, game), report.must, 12))],
			seen && [h('dt', null, t('inbox.seen')), h('dd', null, seen)]),
		act && isOpen(report) && buttons(report, act, whoGoes(report, game), limitOfReport(game, report)),
		act && !isOpen(report) && undoRuling(rulingOf(report, game), act));
}

function undoRuling(ruling, act) {
	return ruling && h('p.rule', null, h('small', null, `${ruling.by} · ${timeText(ruling.time)}`),
		h('button', {type: 'button', 'data-do': 'undo-ruling', onclick: () => act('undo ' + ruling.seq)}, t('do.undo')));
}

/* The position in which it happened, as far as the page knows the game. */
function menBefore(report, game) {
	const fen = report.before ?? (game?.moves ? fenAfter(game, (report.args?.ply || 1) - 1) : game?.fen);

	return readPlacement(fen || game?.fen || '');
}

const TOUCHES = ['touch-move', 'must-castle', 'castling-rook-first'];

/* A man's way: "♔ e1–e3"; one that is gone, or came from nowhere. */
function stepText({man, from, to}, isTaking) {
	return from && to ? `${figure(man)} ${from}${isTaking ? '×' : '–'}${to}` : t(from ? 'did.gone' : 'did.came', {man: `${figure(man)} ${from ?? to}`});
}

/* What was played: the move, or what one man or several did, and why that is no move. */
function playedText({did, args, played}) {
	const {men, san = played, why, other, square} = did;
	const [first, second] = men;
	const isOne = first?.from && first.to && (!second || (men.length === 2 && second.from === first.to && !second.to));

	if (san)
		return `${plyText(args.ply)} ${sanText(san)}`;
	if (!isOne)
		return men.length > 0 ? men.map((step) => stepText(step)).join(', ') : null;
	return stepText(first, Boolean(second)) + (why ? ': ' + t('why.' + why, {man: t('man.' + first.man.toLowerCase()),
		other: other ? manText(other) : '', square: square ?? ''}) : '');
}

/* What was done, in words: the report tells it, whatever has become of the game since. Null: it does not. */
export function didText(report) {
	const {kind, did, must} = report;

	if (gravityOf(report) === 0) /* nothing was done: a right has ended */
		return null;
	const move = did && playedText(report);
	const touched = did?.touched;

	if (!touched)
		return move;
	if (TOUCHES.includes(kind))
		return t(move ? 'did.touched-played' : 'did.touched', {man: `${figure(touched.man)} ${touched.square}`, move});
	if (kind === 'promotion-changed' && must?.[0]?.[4])
		return t(move ? 'did.exchanged-played' : 'did.exchanged', {square: must[0].slice(2, 4), move,
			man: figure(/[A-Z]/.test(touched.man) ? must[0][4].toUpperCase() : must[0][4])});
	if (kind === 'released-then-moved' && must?.length === 1)
		return t(move ? 'did.released-played' : 'did.released', {man: figure(touched.man), square: must[0].slice(2, 4), move});
	return move;
}

/* Who has said to be on the way; null: nobody. */
export function whoGoes(report, game) {
	return game?.decisions?.findLast((one) => !one.undone && one.action === 'note going #' + report.id)?.by ?? null;
}

/* The ruling on a report, where it was made: it can be undone there. */
function rulingOf(report, game) {
	return game?.decisions?.findLast((one) => !one.undone && one.irregularity === report.id && /^(uphold|dismiss)/.test(one.action));
}

/* In blitz of 2001 and 2009 one illegal move decides, but only if it was claimed: that is asked. */
function upholdButtons(report, act) {
	const button = (words, key) => h('button.primary', {type: 'button', 'data-do': key, onclick: () => act(words)}, t('do.' + key));

	return ['C3', 'B3c'].includes(report.article) ? ['claimed', 'unclaimed'].map((word) =>
		button(`uphold ${report.id} ${word}`, 'uphold-' + word)) : button('uphold ' + report.id, 'uphold');
}

function buttons(report, act, goer, limit) {
	const note = h('input', {type: 'text', maxLength: 400, 'aria-label': t('do.note'), placeholder: t('do.note')});

	const isTold = gravityOf(report) === 0; /* there is nothing to rule on */

	return h('div.rule', null, limit && h('p.limit', null, limit),
		!isTold && upholdButtons(report, act),
		h('button', {type: 'button', 'data-do': 'dismiss', onclick: () => act('dismiss ' + report.id)}, t(isTold ? 'do.seen' : 'do.dismiss')),
		isTold ? null : goer ? h('span.tag.goes', null, t('inbox.goes', {by: goer})) :
			h('button', {type: 'button', 'data-do': 'go', onclick: () => act('note going #' + report.id)}, t('do.go')),
		h('form.note', {onsubmit: (event) => {
			event.preventDefault();
			if (note.value.trim())
				act(`note #${report.id}: ${note.value.trim()}`).then((isDone) => {
					note.value = isDone ? '' : note.value;
				});
		}}, note, h('button', {type: 'submit', 'data-do': 'note'}, t('do.note'))));
}

function whatText(report) {
	return report.kind === 'dead' ? mateText(report) : kindText(report.kind);
}

/* A line that opens; in discreet mode it says little, and does not stay open. */
export function row(report, {settings, isOpen: wasOpen, hasTable, ...given}) {
	const isDiscreet = settings.get('discreet');
	const details = h('details', {open: Boolean(wasOpen)}, h('summary', null,
		h('span.table', null, hasTable ? t('table.n', {n: report.table}) : plyText(report.args?.ply || 1)), ' ',
		h('span.kind', null, isDiscreet ? t('inbox.hidden') : whatText(report), ' ', !isOpen(report) && h('span.tag.state-' + report.state, null, t('inbox.state.' + report.state)),
			whoGoes(report, given.game) && h('span.tag.goes', null, t('inbox.goes', {by: whoGoes(report, given.game)}))), ' ',
		h('time', {dateTime: report.time}, timeText(report.time)), !isDiscreet && didText(report) && h('span.did', null, didText(report))),
	report.candidates ? h('div.finding', null, h('p', null, t('table.unsure', {move: plyText(report.ply)})), choices(report, given.act)) :
		report.kind === 'dead' ? h('div.finding', null, mateBox(report)) : tell(report, given), hasTable && h('p', null, h('a', {href: '#/table/' + report.table}, t('inbox.open'))));
	let timer = 0;

	details.addEventListener('toggle', () => {
		clearTimeout(timer);
		if (details.open && settings.get('discreet'))
			timer = setTimeout(() => {
				details.open = false;
			}, 30000);
	});
	return h('li', {'data-gravity': gravityOf(report), 'data-seq': report.seq, 'data-state': report.state}, details);
}

export class Inbox {
	constructor(hall, settings, act) {
		Object.assign(this, {hall, settings, act});
		this.known = new Map();
		this.list = h('ol.findings', {role: 'list'});
		this.told = h('ol.findings', {role: 'list'});
		this.toldCount = h('summary');
		this.info = h('details.info', {hidden: true}, this.toldCount, this.told);
		this.count = h('span.count');
		this.none = h('p.none', null, t('inbox.none'));
		this.element = h('aside.inbox', {'aria-labelledby': 'inbox-title', onpointerenter: () => this.hold(true), onpointerleave: () => this.hold(false)},
			h('h2', {id: 'inbox-title'}, t('inbox.title'), ' ', this.count), this.none, this.list, this.info);
	}

	/* One has come, and was not there with the page. */
	arrived(report) {
		const table = t('table.n', {n: report.table});
		const isDiscreet = this.settings.get('discreet');
		const gravity = report.certainty === 'presumed' ? 0 : gravityOf(report); /* quietly */

		say(t('inbox.new', {table, what: isDiscreet ? t('inbox.hidden') : kindText(report.kind)}), gravity > 1);
		if (this.settings.get('sound') && gravity > 0)
			tone(gravity);
		if (this.settings.get('notices') && gravity > 0 && document.hidden && window.Notification?.permission === 'granted')
			new Notification(table, {body: isDiscreet ? t('inbox.hidden') : kindText(report.kind), tag: 'boardd-' + report.seq});
	}

	/* How it sounds, for who has just asked for it. */
	sound() {
		tone(2);
	}

	/* Nothing moves under the finger: while somebody points here, what comes stands below. */
	hold(isHeld) {
		clearTimeout(this.holding);
		this.isHeld = isHeld;
		if (isHeld)
			this.holding = setTimeout(() => this.hold(false), 10000);
		else
			this.draw();
	}

	inOrder() {
		const open = this.hall.open();
		const was = new Map([...this.known.keys()].map((seq, i) => [seq, i]));

		return this.isHeld ? open.sort((a, b) => (was.get(a.seq) ?? was.size) - (was.get(b.seq) ?? was.size)) : open;
	}

	draw() {
		const all = this.inOrder();
		const open = all.filter((one) => gravityOf(one) > 0);
		const told = all.filter((one) => gravityOf(one) === 0);
		const seen = new Map();

		setText(this.count, open.length > 0 ? String(open.length) : '');
		setText(this.toldCount, t('inbox.info', {n: told.length}));
		this.none.hidden = open.length > 0;
		this.info.hidden = told.length === 0;
		this.drawRows(this.list, open.slice(0, 100), seen);
		this.drawRows(this.told, told.slice(0, 30), seen);
		for (const [key, row] of this.known)
			if (!seen.has(key))
				row.element.remove();
		this.known = seen;
	}

	drawRows(list, reports, seen) {
		let at = list.firstChild;

		for (const report of reports) {
			const key = report.seq;
			let row = this.known.get(key);

			if (!row || row.says !== this.says(report)) {
				const fresh = this.row(report, row);

				row?.element.replaceWith(fresh.element);
				if (row && row.element === at)
					at = fresh.element;
				row = fresh;
			}
			seen.set(key, row);
			if (row.element !== at)
				list.insertBefore(row.element, at);
			else
				at = at.nextSibling;
		}
	}

	/* A row is made anew when it says something else, and not because it was asked for again. */
	says(report) {
		const game = this.hall.tables.get(report.table)?.game;

		return JSON.stringify([report.state, report.kind, report.certainty, whoGoes(report, game), Boolean(game?.moves), game?.white, game?.black]);
	}

	row(report, before) {
		return {says: this.says(report), element: row(report, {settings: this.settings, isOpen: before?.element.firstChild.open,
			game: this.hall.tables.get(report.table)?.game, hasTable: true, act: (action) => this.act(report.table, action)})};
	}

	redraw() {
		this.known = new Map();
		fill(this.list);
		fill(this.told);
		this.draw();
	}
}

let audio = null;

/* The graver, the more often; soft, and from the arbiter's own device. */
function tone(gravity) {
	audio ??= new AudioContext();
	for (let i = 0; i < gravity; i++) {
		const at = audio.currentTime + i * 0.25;
		const source = audio.createOscillator();
		const volume = audio.createGain();

		source.frequency.value = 660;
		volume.gain.setValueAtTime(0.0001, at);
		volume.gain.exponentialRampToValueAtTime(0.15, at + 0.02);
		volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.2);
		source.connect(volume).connect(audio.destination);
		source.start(at);
		source.stop(at + 0.22);
	}
}

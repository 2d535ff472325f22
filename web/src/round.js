// SPDX-License-Identifier: GPL-3.0-or-later
// A round: who plays whom, who came, what is not confirmed, its beginning and its end.
import { h, fill, setText } from './dom.js';
import { ask } from './link.js';
import { csvOf, saveFile, trfOf } from './results.js';
import { minorsOf, notHidden, pairingText } from './pairings.js';
import { toldOf } from './refusals.js';
import { sure } from './sure.js';
import { DueList } from './due.js';
import { limitOfAction } from './limits.js';
import { resultButtons } from './table.js';
import { nameText, t } from './words.js';

const SOON_MS = 400; /* what is decided or begins */
const LATER_MS = 5000; /* what is played */

/* A game that would be given up if another round began now. */
function isUnderWay(one) {
	return one.state === 'started' && one.result === '*' && one.plies > 0;
}

function pairText(one) {
	const names = one.white || one.black ? `: ${nameText(one.white)} – ${nameText(one.black)}` : '';

	return t('table.n', {n: one.table}) + names;
}

export class RoundView {
	/* past: the number of an earlier round, to be looked at; 0: the round that is played. */
	constructor({round, hall, notify, changed, act, past = 0}) {
		Object.assign(this, {hall, notify, changed, act, past, played: () => round});
		this.rounds = h('nav.rounds-of', {'aria-label': t('round.earlier')});
		this.rows = new Map(); /* table -> {key, element} */
		this.head = h('p.meta', {role: 'status'});
		this.number = h('input', {type: 'number', min: 1, max: 999, required: true, value: (round || 0) + 1,
			onchange: () => this.byHand.open && this.drawHand()});
		this.file = h('input', {type: 'file', accept: '.txt,.trf,.trfx,.csv,.pgn,.json,text/*'});
		this.back = h('button', {type: 'button', 'data-do': 'back', hidden: true, onclick: () => this.takeBack()});
		this.confirmAll = h('button', {type: 'button', 'data-do': 'confirm-all', hidden: true, onclick: () => this.post({confirm: true})},
			t('round.confirm-all'));
		this.hand = h('ol.hand', {role: 'list'});
		this.handOf = h('p', {role: 'status'});
		this.byHand = h('details.panel.by-hand', {hidden: past > 0, ontoggle: () => this.byHand.open && this.drawHand()}, h('summary', null, t('round.by-hand')), h('p.none', null, t('round.hand-how')), this.handOf, this.hand,
			h('p.rule', null, h('button', {type: 'button', 'data-do': 'hand-row', onclick: () => this.addHand()}, t('round.hand-row')),
				h('button.primary', {type: 'button', 'data-do': 'hand-save', onclick: () => this.saveHand()}, t('round.hand-save'))));
		this.limit = h('p.limit', {hidden: true});
		this.list = h('tbody');
		this.due = new DueList('due-title', (table, words) => this.act(table, words), (table) => [h('a', {href: '#/table/' + table}, t('table.n', {n: table})), ': ']);
		this.end = h('button', {type: 'button', 'data-do': 'end', hidden: past > 0, onclick: () => this.post({end: true})}, t('round.end'));
		this.body = h('div.panel.wide', null, h('p.rule.no-print', null, this.confirmAll,
			h('button', {type: 'button', 'data-do': 'csv', onclick: () => saveFile(`round-${this.round.round}.csv`, csvOf(this.round), 'text/csv')}, t('round.csv')),
			h('button', {type: 'button', 'data-do': 'trf', onclick: () => this.saveTrf()}, t('round.trf')), this.end, this.back), this.limit, h('table', null, h('thead', null, h('tr', null, [t('table.n', {n: ''}), t('white'), t('black'),
			t('table.result'), t('round.check'), t('decide.title')].map((text) => h('th', {scope: 'col'}, text)))), this.list));
		this.element = h('div.rounds', null, h('h1', {tabIndex: -1}, past ? t('round.n', {n: past}) : t('round.title')), this.rounds, this.head,
			h('form.panel.round', {hidden: past > 0, onsubmit: (event) => {
				event.preventDefault();
				this.start();
			}}, h('label.field', null, h('span', null, t('round.number')), this.number),
			h('label.field', null, h('span', null, t('round.file')), this.file),
			h('button.primary', {type: 'submit', 'data-do': 'round'}, t('round.start')),
			h('button', {type: 'button', 'data-do': 'load', onclick: () => this.loadFile()}, t('round.load'))), this.byHand, this.due.element, this.body);
	}

	async enter() {
		this.element.hidden = true; /* until all of it is there: nothing moves then */
		const isThere = await this.refresh();

		this.element.hidden = false;
		if (isThere)
			this.number.value = this.round.round + (this.round.state === 'planned' ? 0 : 1);
	}

	leave() {
		clearTimeout(this.waiting);
		this.hasLeft = true;
	}

	/* What another arbiter does, or a board, is seen here too. */
	touch(table, change) {
		if (!change || change.decisions || change.due || ['state', 'result', 'white', 'black'].some((key) => change.game?.[key] !== undefined))
			this.ask(SOON_MS);
		else if (change.game?.plies !== undefined) /* a move changes nothing here, but perhaps what is known of who sits there */
			this.ask(LATER_MS);
	}

	ask(ms) {
		if (this.waiting && this.asksAt <= performance.now() + ms)
			return;
		clearTimeout(this.waiting);
		this.asksAt = performance.now() + ms;
		this.waiting = setTimeout(() => {
			this.waiting = 0;
			this.refresh();
		}, ms);
	}

	async refresh() {
		try {
			this.draw(await ask('/v1/round' + (this.past ? '/' + this.past : '')));
			return true;
		} catch (error) {
			if (!this.hasLeft && error.status !== 429)
				this.notify(...toldOf(error));
			return false;
		}
	}

	async start() {
		const file = this.file.files[0];

		await this.refresh();
		const text = file && await pairingText(file);

		if (await this.begin({start: Number(this.number.value), ...(file && {pairings: text, name: file.name})}) && file)
			await this.offerHiding(text);
	}

	/* Whoever is under age by the file need not be named in public: a person says so, once for all of them. */
	async offerHiding(text) {
		const minors = minorsOf(text, new Date());
		const list = minors.length > 0 ? (await ask('/v1/setup').catch(() => null))?.keys.find((one) => one.section === 'broadcast' && one.key === 'hidden') : null;
		const names = list && list.from !== 'fixed' ? notHidden(minors, list.value) : [];

		if (names.length === 0 || !await sure({title: t('minors.title', {n: names.length}), text: t('minors.how'), list: names.slice(0, 40), yes: t('minors.hide')}))
			return;
		const before = list.from === 'default' ? '' : list.value;

		try {
			await ask('/v1/setup', {set: {'broadcast.hidden': [before, ...names].filter(Boolean).join(' | ')}});
			this.notify(t('minors.hidden', {n: names.length}), 'good');
		} catch (error) {
			this.notify(...toldOf(error));
		}
	}

	/* Pairings of a round that has not begun: to be looked at, and put right by hand. */
	async loadFile() {
		const file = this.file.files[0];

		if (!file) {
			this.file.click();
			return;
		}
		const text = await pairingText(file);
		const loaded = await this.post({round: Number(this.number.value), pairings: text, name: file.name});

		if (loaded) {
			this.byHand.open = true;
			this.drawHand(loaded);
			this.byHand.scrollIntoView({block: 'start'});
			await this.offerHiding(text);
		}
	}

	/* Games under way are named, and given up only by who says so. */
	async begin(body) {
		const running = this.round.state === 'ended' ? [] : this.round.tables.filter(isUnderWay);

		if (running.length > 0 && !await sure({title: t('round.abandon'), text: t('round.abandon-how', {n: body.start}),
			list: running.slice(0, 40).map(pairText), yes: t('round.abandon-yes')}))
			return null;
		return this.post({...body, ...(running.length > 0 && {abandon: running.map((one) => one.table)})});
	}

	/* All rounds up to this one, for the pairing program. */
	async saveTrf() {
		try {
			const rounds = await Promise.all(Array.from({length: this.round.round}, (_, i) => ask('/v1/round/' + (i + 1))));
			const {keys} = await ask('/v1/setup');

			saveFile(`after-round-${this.round.round}.trf`, trfOf(keys.find((one) => one.key === 'event')?.value || 'boardd', rounds), 'text/plain');
		} catch (error) {
			this.notify(...toldOf(error));
		}
	}

	/* --- pairings by hand: a line a table --- */

	/* What is known of the round of that number, or as many empty lines as there are tables. */
	async drawHand(told) {
		const number = Number(this.number.value);
		const of = told ?? await ask('/v1/round/' + number).catch(() => null);
		const known = (of?.tables || []).filter((one) => one.white && one.black);
		const tables = known.length > 0 ? known : this.round?.tables.length > 0 ? this.round.tables.map(({table}) => ({table})) : [{table: 1}];

		this.handOf.textContent = `${t('round.n', {n: number})} · ${t('round.imported', {n: known.length})}`;
		fill(this.hand, tables.map((one) => this.handRow(one.table, one)));
	}

	handRow(table, one) {
		const name = (color) => h('input', {name: color, autocomplete: 'off', maxLength: 95, value: one?.[color]?.name || '',
			'aria-label': `${t('table.n', {n: table})}: ${t(color)}`, placeholder: t('round.name-example')});

		return Object.assign(h('li', null, h('input.number', {name: 'table', type: 'number', min: 1, max: 9999, value: table, 'aria-label': t('table.n', {n: ''})}), name('white'), name('black')), {known: one});
	}

	addHand() {
		const numbers = [...this.hand.querySelectorAll('[name=table]')].map((one) => Number(one.value));

		this.hand.append(this.handRow(Math.max(0, ...numbers) + 1));
		this.hand.lastChild.querySelector('[name=white]').focus();
	}

	async saveHand() {
		const player = (known, name) => known?.name === name ? known : {name}; /* title, rating and team stay with the name */
		const tables = [...this.hand.children].map((row) => {
			const {table, white, black} = Object.fromEntries([...row.querySelectorAll('input')].map((one) => [one.name, one.value.trim()]));

			return white && black && {table, white: player(row.known?.white, white), black: player(row.known?.black, black), result: ''};
		}).filter(Boolean);

		if (tables.length === 0)
			this.notify(t('round.hand-none'), 'bad');
		else
			await this.post({round: Number(this.number.value), pairings: csvOf({round: Number(this.number.value), tables}), name: 'page.csv'});
	}

	async takeBack() {
		const {round, before} = this.round;

		if (await sure({title: t('round.back', {n: round}), text: t('round.back-how', {n: before}), yes: t('round.back', {n: round})}))
			await this.post({back: true});
	}

	async swap({table}) {
		const one = this.round.tables.find((other) => other.table === table); /* as it is by now */
		const isOver = one.state === 'ended' && one.plies > 0;

		if (!isOver || await sure({title: `${t('round.swap')}: ${pairText(one)}`, text: t('sure.finished'), yes: t('round.swap')}))
			await this.post({swap: one.table, ...(isOver && {force: true})});
	}

	async post(body) {
		try {
			const answer = await ask('/v1/round', body);
			const isOther = body.round && answer.round !== this.round?.round; /* one to come: this one stays in sight */

			if (!isOther)
				this.draw(answer);
			this.changed(this.round.round);
			this.tell(body, answer);
			return answer;
		} catch (error) {
			const isForced = error.status === 409 && body.end && !body.force;

			if (isForced && await sure({title: t('round.end'), text: t('round.end-how'), list: this.round.tables.filter(isUnderWay).map(pairText),
				yes: t('round.end')}))
				return this.post({...body, force: true});
			if (!isForced)
				this.notify(...toldOf(error));
			this.rows.clear(); /* a choice that was refused springs back */
			fill(this.list);
			await this.refresh();
		}
	}

	tell(body, {round, restart, imported, unfinished, unused}) {
		if (body.start) {
			this.number.value = body.start + 1;
			this.file.value = '';
		}
		this.notify([restart ? t('round.restart') : t('round.n', {n: round}), imported && t('round.imported', {n: imported}),
			unfinished?.length > 0 && t('round.unfinished', {tables: unfinished.join(' ')})].filter(Boolean).join('. '),
		restart || unused?.length > 0 ? 'bad' : 'good', unused?.map(({line, why}) => `${line ?? ''}: ${why}`).join('; '),
		body.start && this.round.before && {text: t('do.undo'), act: () => this.takeBack()});
	}

	/* The earlier ones stay to be looked at, with every game. */
	drawRounds() {
		const last = Math.max(this.played() || 0, this.round.round);

		fill(this.rounds, h('a', {href: '#/archive'}, t('archive.title')), last > 1 && Array.from({length: last}, (_, i) => h('a', {href: i + 1 === last ? '#/pairings' : '#/pairings/' + (i + 1),
			'aria-current': i + 1 === this.round.round ? 'true' : null}, t('round.n', {n: i + 1}))));
	}

	draw(round) {
		this.round = round;
		this.drawRounds();
		fill(this.head, `${t('round.n', {n: round.round})} · ${t('round.' + round.state)} · ${t('round.count', {n: round.tables.length,
			left: round.tables.filter((one) => one.result === '*').length})}`);
		this.back.hidden = this.past > 0 || !round.before;
		this.back.textContent = t('round.back', {n: round.round});
		this.confirmAll.hidden = this.past > 0 || !round.tables.some((one) => one.unconfirmed.length > 0);
		this.due.draw(this.past ? [] : round.tables.map(({table, due}) => ({table, due: due ?? []})));
		this.drawLimit(round.tables);
		this.drawRows(round.tables);
	}

	/* What the arbiter may not do by himself with the results below, in the Laws that are in force at the tables. */
	drawLimit(tables) {
		const open = this.past ? [] : tables.filter((one) => one.board && one.result === '*');
		const limits = new Set(open.map((one) => limitOfAction(this.hall.tables.get(one.table)?.game, 'result')).filter(Boolean));

		this.limit.hidden = limits.size === 0;
		setText(this.limit, [...limits].join(' '));
	}

	/* Only what has changed is made anew, and never under somebody's hand. */
	drawRows(tables) {
		const held = document.activeElement?.tagName === 'SELECT' && document.activeElement.closest('tr');
		const rows = new Map();

		for (const one of tables) {
			const key = JSON.stringify({...one, plies: 0, san: null, due: null}); /* how far it is stands in no row */
			const before = this.rows.get(one.table);

			rows.set(one.table, before && (before.key === key || before.element === held) ? before : {key, element: this.row(one)});
		}
		/* A row that stays is not touched: three hundred of them would be laid out again. */
		for (const [table, {element}] of this.rows)
			if (!rows.has(table))
				element.remove();
		let at = null;

		for (const [table, {element}] of rows) {
			const before = this.rows.get(table)?.element;

			if (before !== element && before?.parentNode)
				before.replaceWith(element);
			else if ((at?.nextSibling ?? (at ? null : this.list.firstChild)) !== element)
				this.list.insertBefore(element, at ? at.nextSibling : this.list.firstChild);
			at = element;
		}
		this.rows = rows;
	}

	row(one) {
		const name = (color) => [nameText(one[color]), one.absent.includes(color) && h('span.tag.inferred', null, t('round.absent')),
			one.paired && nameText(one.paired[color]) !== nameText(one[color]) && h('small', null, t('round.paired', {name: nameText(one.paired[color])}))];
		const button = (key, act) => h('button', {type: 'button', 'data-do': key, 'aria-label': `${t('round.' + key)}: ${t('table.n', {n: one.table})}`,
			onclick: act}, t('round.' + key));
		const away = h('select', {'aria-label': `${t('round.absent')}: ${t('table.n', {n: one.table})}`, onchange: () => {
			const value = away.value;

			away.blur();
			this.post(value ? {absent: one.table, color: value} : {present: one.table});
		}}, ['', 'white', 'black', 'both'].map((color) => h('option', {value: color, selected: color ===
			(one.absent.length === 2 ? 'both' : one.absent[0] || '')}, color ? `${t('round.absent')}: ${t(color)}` : t('round.present'))));

		if (this.past)
			return h('tr', null, h('th', {scope: 'row'}, String(one.table)), h('td', null, name('white')), h('td', null, name('black')), h('td', null, h('b', null, one.result === '*' ? '–' : one.result)),
				h('td'), h('td', null, one.game && h('a', {href: '#/report/' + encodeURIComponent(one.game)}, t('table.report'))));
		return h('tr', null, h('th', {scope: 'row'}, h('a', {href: '#/table/' + one.table}, String(one.table))), h('td', null, name('white')),
			h('td', null, name('black')), h('td', null, h('b', null, one.result === '*' ? '–' : one.result), ' ',
				one.board && one.result === '*' && resultButtons((words) => this.act(one.table, words), one.table)),
			h('td', null, one.unconfirmed.map((what) => h('span.tag.presumed', null, t('round.of.' + what))),
				one.conflicts.map(({what, result}) => h('span.tag.state-upheld', null, `${t('round.conflict.' + what)} ${result || ''}`))),
			h('td', null, h('div.rule', null, away, button('swap', () => this.swap(one)),
				one.unconfirmed.length > 0 && button('confirm', () => this.post({confirm: one.table})))));
	}
}

// SPDX-License-Identifier: GPL-3.0-or-later
// One table: what is on it, what was played, what was seen, and what is decided.
import { h, fill, setClass, setText } from './dom.js';
import { Board, boardAsText, restoreList } from './boards.js';
import { claimBox, flagBox } from './claims.js';
import { DecideForm } from './decide.js';
import { Evidence } from './evidence.js';
import { row } from './inbox.js';
import { byWeight, fenAfter, readPlacement, stateOf, writePlacement } from './model.js';
import { actionText, clockText, colorText, manText, nameText, plyText, sanText, t, timeText } from './words.js';

export class TableView {
	constructor(hall, table, act, settings) {
		Object.assign(this, {hall, table, act, settings});
		this.past = null; /* a placement of the evidence, while it is gone through */
		this.board = new Board({isLarge: true, onpick: (square) => this.decide.pick(square)});
		this.clocks = {white: h('span.time'), black: h('span.time')};
		this.names = {white: h('span.name'), black: h('span.name')};
		this.lines = {};
		for (const color of ['white', 'black'])
			this.lines[color] = h('p.player.large', null, h('span.' + color + '-man', {'aria-hidden': 'true'}),
				h('span.hidden', null, t(color) + ': '), this.names[color], this.clocks[color]);
		this.state = h('span.state');
		this.facts = h('div.facts', {'aria-live': 'polite'});
		this.claims = h('div.facts');
		this.text = h('div');
		this.moves = h('ol.moves', {role: 'list'});
		this.findings = h('ol.findings.found', {role: 'list'});
		this.log = h('ol.log', {role: 'list'});
		this.owed = h('p.owed');
		const entry = () => hall.tables.get(table);

		this.evidence = new Evidence({entry, show: (men, squares) => {
			this.past = men;
			this.squares = squares;
			this.drawBoard();
		}});
		this.decide = new DecideForm({entry, act: (words, why) => act(table, words, why), onply: (ply) => this.look(ply)});
		this.report = h('a', null, t('table.report'));
		this.meta = h('p.meta');
		this.element = h('div.table', null,
			h('p.row', null, h('a', {href: '#/'}, '← ' + t('table.back')), this.report),
			h('div.table-head', null, h('h1', {tabIndex: -1}, t('table.n', {n: table})), this.state, this.meta),
			h('div.table-body', null,
				h('section.panel.on-board', {'aria-label': t('table.board')}, this.lines.black, this.board.element,
					this.lines.white, this.facts, this.claims, h('details', null, h('summary', null, t('table.text')), this.text)),
				h('div.column', null,
					h('section.panel', {'aria-labelledby': 'finding-title'}, h('h2', {id: 'finding-title'}, t('inbox.title')),
						this.owed, this.findings),
					h('section.panel', {'aria-labelledby': 'moves-title'}, h('h2', {id: 'moves-title'}, t('table.moves')), this.moves),
					this.evidence.element),
				h('div.column', null,
					h('section.panel', {'aria-labelledby': 'decide-title'}, h('h2', {id: 'decide-title'}, t('decide.title')),
						this.decide.element),
					h('section.panel', {'aria-labelledby': 'log-title'}, h('h2', {id: 'log-title'}, t('decide.history')), this.log))));
	}

	enter() {
		this.hall.onstale(this.table);
		this.timer = setInterval(() => this.tick(), 250);
		this.redraw();
	}

	leave() {
		clearInterval(this.timer);
		this.board.destroy();
	}

	/* A report of this table has come. */
	touch(table, report) {
		if (table !== this.table)
			return;
		if (report)
			this.evidence.add(report);
		if (report && ['sensed', 'touch', 'must', 'press', 'clock'].includes(report.event)) {
			this.drawBoard();
			return;
		}
		this.redraw();
	}

	tick() {
		const entry = this.hall.tables.get(this.table);

		for (const color of ['white', 'black']) {
			setText(this.clocks[color], clockText(entry ? this.hall.left(entry, color) : null));
			setClass(this.lines[color], 'running', entry?.clock?.running === color);
		}
	}

	/* The position before a ply, to correct it. */
	look(ply) {
		const game = this.hall.tables.get(this.table)?.game;
		const fen = game && fenAfter(game, ply - 1);

		if (fen) {
			this.past = fen.split(' ')[0];
			this.squares = [];
			this.drawBoard();
		}
	}

	redraw() {
		const entry = this.hall.tables.get(this.table);
		const game = entry?.game;

		if (!game) {
			setText(this.meta, t('table.nothing'));
			return;
		}
		if (this.game !== game.game) { /* another was begun: what was asked and found was of the last */
			this.game = game.game;
			this.isSearched = false;
			this.past = null;
			this.decide.ask();
		}
		const state = stateOf(entry);

		this.state.dataset.state = state;
		setText(this.state, t('state.' + (this.settings.get('discreet') && state === 'irregular' ? 'unsure' : state)));
		setText(this.meta, [game.laws && t('table.laws', {edition: game.laws, mode: t('mode.' + game.mode)}),
			game.supervised === false && t('table.unsupervised'), game.game].filter(Boolean).join(' · '));
		this.report.href = '#/report/' + encodeURIComponent(game.game);
		for (const color of ['white', 'black'])
			setText(this.names[color], nameText(game[color]));
		this.tick();
		this.drawBoard();
		this.drawMoves(game);
		if (game.moves && !this.isSearched) {
			this.isSearched = true;
			this.evidence.load().then(() => this.redraw());
		}
		this.drawFindings(entry);
		this.drawLog(game);
	}

	drawBoard() {
		const {game, men, touched, must, last, rotated} = this.hall.tables.get(this.table) || {};

		if (!game)
			return;
		const fen = this.past || game.fen;
		const sensed = writePlacement(men);
		const differs = game.state !== 'ended' && sensed !== game.fen.split(' ')[0]; /* after it players analyse */
		const highlight = {};
		const shapes = [];

		if (this.past === null) {
			for (const [square] of differs ? this.differences(men, game.fen) : [])
				highlight[square] = 'differs';
			for (const touch of touched || [])
				shapes.push({orig: touch.square, brush: 'yellow'});
			for (const uci of (must?.moves || []).slice(0, 40))
				shapes.push({orig: uci.slice(0, 2), dest: uci.slice(2, 4), brush: 'green'});
		} else {
			for (const square of this.squares || [])
				highlight[square] = 'now';
		}
		this.board.show({fen: this.past === null && differs ? sensed : fen, last: this.past === null ? last : null, shapes, highlight,
			turned: rotated});
		this.drawFacts(game, men, differs, touched, must);
		this.drawClaims(this.hall.tables.get(this.table));
		if (this.textOf !== fen) {
			this.textOf = fen;
			fill(this.text, boardAsText(fen));
		}
	}

	differences(men, fen) {
		const should = readPlacement(fen);

		return [...new Set([...men.keys(), ...should.keys()])].map((square) => [square])
			.filter(([square]) => men.get(square) !== should.get(square));
	}

	drawFacts(game, men, differs, touched, must) {
		const lines = [];

		if (game.state === 'ended')
			lines.push(h('p', null, h('b', null, t('table.result')), ` ${game.result} `, game.reason && t('reason.' + game.reason)));
		else
			lines.push(h('p', null, t('table.turn', {color: colorText(game.turn)})));
		if (touched?.length > 0)
			lines.push(h('p', null, h('b', null, t('table.touched')), ' ', touched.map((touch) =>
				`${touch.piece ? manText(touch.piece) : ''} ${touch.square} (${colorText(touch.color)})`).join(', ')));
		if (must)
			lines.push(h('p', null, h('b', null, t('table.must', {article: must.article})), ' ', must.moves.join(' ')));
		if (game.unsure)
			lines.push(h('p.warn', null, t('state.unsure')));
		if (differs)
			lines.push(h('details', {open: this.isRestoring, ontoggle: (event) => {
				this.isRestoring = event.target.open;
			}}, h('summary', null, t('table.differs')), h('p', null, t('table.restore')), restoreList(men, readPlacement(game.fen))));
		const key = lines.map((line) => line.textContent).join('|');

		if (key !== this.factsKey) {
			this.factsKey = key;
			fill(this.facts, lines);
		}
	}

	/* What can be said of the last touch, and what the machine has checked of claims. */
	drawClaims({game, claims, touched, clock}) {
		const flags = ['white', 'black'].filter((color) => clock?.[color] === 0 && game.state !== 'ended');
		const key = JSON.stringify([claims, touched, flags, game.moves?.length, game.decisions?.map((one) => [one.seq, one.undone])]);
		const act = (words) => this.act(this.table, words);
		const last = touched?.[touched.length - 1];
		const button = (words) => h('button', {type: 'button', 'data-do': words.split(' ')[0], onclick: () => act(words)}, actionText(words));

		if (key === this.claimsKey)
			return;
		this.claimsKey = key;
		fill(this.claims, last && h('p.rule', null, button('accidental'), button('attribute ' + (last.color === 'white' ? 'black' : 'white')),
			button('adjust ' + last.color)),
		game.state !== 'ended' && claims.map((claim) => claimBox(game, {...claim, san: claim.san ?? this.evidence.announced(claim)}, act)),
		flags.map((color) => flagBox(game, color, act)));
	}

	drawMoves(game) {
		const moves = game.moves || [];
		const key = moves.map((move) => `${move.uci}${move.seq}${move.completed}`).join();

		if (key === this.movesKey)
			return;
		this.movesKey = key;
		fill(this.moves, moves.length === 0 && h('li', null, t('move.none')), moves.map((move) => {
			const clock = move.clock ? clockText(move.clock[move.ply % 2 === 1 ? 'white' : 'black']) : '';
			const sure = move.revised ? 'revised' : move.certainty;

			return h('li', null, h('button', {type: 'button', title: t('act.set-move'), onclick: () => this.decide.correct(move.ply)},
				h('span.ply', null, plyText(move.ply)), ' ', h('span.san', null, move.legal ? sanText(move.san) : t('move.illegal')), ' ',
				h('span.clock', null, clock), sure !== 'observed' && h('span.tag.' + sure, null, t('certainty.' + sure))));
		}));
		this.moves.scrollTop = this.moves.scrollHeight;
	}

	drawFindings(entry) {
		const game = entry.game;

		this.owed.hidden = !game.illegal_moves || [game.illegal_moves, game.owed_minutes].every((of) => of.white + of.black === 0);
		if (!this.owed.hidden)
			setText(this.owed, owedText(game));
		const all = [...(game.found || entry.open), ...(entry.asks ? [entry.asks] : [])].sort(byWeight);
		const key = JSON.stringify(all.map((one) => [one.seq, one.state])) + this.evidence.steps.length + this.settings.get('discreet');

		if (key === this.findingsKey)
			return;
		this.findingsKey = key;
		const wasOpen = new Set([...this.findings.querySelectorAll('details[open]')].map((one) => one.parentNode.dataset.seq));

		fill(this.findings, all.length === 0 && h('li.none', null, t('report.none')), all.map((report) =>
			row(report, {settings: this.settings, isOpen: wasOpen.has(String(report.seq)) || report.candidates, game,
				act: (words) => this.act(this.table, words), seen: this.evidence.seen(report)})));
	}

	drawLog(game) {
		const all = [...(game.decisions || [])].reverse();
		const key = JSON.stringify(all);

		if (key === this.logKey)
			return;
		this.logKey = key;
		fill(this.log, all.length === 0 && h('li.none', null, t('decide.none')), all.map((one) =>
			h('li', {'data-seq': one.seq, className: one.undone ? 'undone' : ''}, h('span.what', null, actionText(one.action)), ' ',
				h('small', null, `${one.by} · ${timeText(one.time)}`, one.undone && ' · ' + t('decide.undone')),
				!one.undone && !one.undoes && h('button', {type: 'button', 'data-do': 'undo',
					'aria-label': `${t('do.undo')}: ${actionText(one.action)}`,
					onclick: () => this.act(this.table, 'undo ' + one.seq)}, t('do.undo')))));
	}
}

/* What the machine has counted: upheld illegal moves of each, and the minutes each has to get. */
export function owedText({illegal_moves: counts, owed_minutes: minutes}) {
	return `${t('owed.counts', counts)}. ${t('owed.minutes', minutes)}.`;
}

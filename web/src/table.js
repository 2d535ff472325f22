// SPDX-License-Identifier: GPL-3.0-or-later
// One table: what is on it, what was played, what was seen, and what is decided.
import { h, fill, setClass, setText } from './dom.js';
import { Board, boardAsText, restoreList } from './boards.js';
import { claimBox, flagBox, mateBox, waitingBox } from './claims.js';
import { DecideForm } from './decide.js';
import { DueList } from './due.js';
import { Evidence, movesText } from './evidence.js';
import { row } from './inbox.js';
import { limitOfAction } from './limits.js';
import { byWeight, differences, fenAfter, fromAndTo, notSetUp, playUci, readPlacement, stateOf, writePlacement } from './model.js';
import { NextSteps } from './next.js';
import { Replay } from './replay.js';
import { actionText, clockText, colorText, decisionText, manText, nameText, plyText, sanText, t, timeText } from './words.js';

const PLAYERS = ['white', 'black'];
const BY_HANDS = ['table', 'men', 'sensed', 'touched', 'must', 'clock', 'seq', 'time'];
const RESULT_WORDS = {'1-0': '1–0', '1/2-1/2': '½', '0-1': '0–1'};

/* The three results, each a click; what was done can be undone where it is told. */
export function resultButtons(act, table) {
	return h('div.rule.results', {role: 'group', 'aria-label': t('table.result')}, Object.entries(RESULT_WORDS).map(([result, text]) =>
		h('button', {type: 'button', 'data-do': 'result', 'data-result': result, 'aria-label': `${t('table.n', {n: table})}: ${result}`,
			onclick: () => act('result ' + result)}, text)));
}

export class TableView {
	/* watch(table): of this one the whole game is wanted. */
	constructor(hall, table, act, settings, watch) {
		Object.assign(this, {hall, table, settings, watch});
		this.act = async (words, why, isAsked) => {
			const isDone = await act(table, words, why, isAsked);

			if (isDone) /* whoever has decided looks at the game, and no longer at its past */
				this.now();
			return isDone;
		};
		this.past = null; /* a position that is not that of now: {fen, squares, last, label, ply, shapes} */
		this.board = new Board({isLarge: true, onpick: (square) => this.decide.pick(square)});
		this.clocks = {white: h('span.time'), black: h('span.time')};
		this.names = {white: h('span.name'), black: h('span.name')};
		this.lines = {};
		for (const color of PLAYERS)
			this.lines[color] = h('p.player.large', null, h('span.' + color + '-man', {'aria-hidden': 'true'}),
				h('span.hidden', null, t(color) + ': '), this.names[color], this.clocks[color]);
		this.state = h('span.state');
		this.facts = h('div.facts', {'aria-live': 'polite'});
		this.touches = h('div.rule.touches', {role: 'group', 'aria-label': t('table.touched')});
		this.claims = h('div.facts');
		this.mate = h('div.facts', {'aria-live': 'polite'});
		this.text = h('div');
		this.moves = h('ol.moves', {role: 'list'});
		this.findings = h('ol.findings.found', {role: 'list'});
		this.log = h('ol.log', {role: 'list'});
		const entry = () => hall.tables.get(table);

		this.evidence = new Evidence({entry, show: (fen, squares, label) => fen && this.look({fen, squares, label}),
			added: ({event}) => ['irregularity', 'claimable'].includes(event) && this.redraw()});
		this.replay = new Replay({game: () => entry()?.game, at: () => this.past, go: (ply) => this.go(ply), now: () => this.now(),
			flip: () => this.flip(), panel: () => this.panel});
		this.decide = new DecideForm({entry, act: this.act, onply: (ply, moves) => this.before(ply, moves),
			manAt: (square) => readPlacement(this.past?.fen || entry().game.fen).get(square)});
		this.next = new NextSteps({entry, act: this.act});
		this.due = new DueList('table-due-title', (_, words) => this.act(words));
		this.report = h('a', null, t('table.report'));
		this.meta = h('p.meta');
		this.results = resultButtons(this.act, table);
		this.limit = h('p.limit', {hidden: true});
		this.build();
	}

	build() {
		const section = (key, title, ...children) => h('section.panel', {'aria-labelledby': key}, h('h2', {id: key}, title), children);

		this.panel = h('section.panel.on-board', {'aria-label': t('table.board')}, this.replay.banner, this.lines.black, this.board.element,
			this.lines.white, this.replay.element, this.evidence.bar, h('div.now', null, this.results, this.limit, this.touches, this.facts, this.claims),
			this.mate,
			h('details', null, h('summary', null, t('table.text')), this.text));
		this.element = h('div.table', null,
			h('p.row', null, h('a', {href: '#/'}, '← ' + t('table.back')), this.report),
			h('div.table-head', null, h('h1', {tabIndex: -1}, t('table.n', {n: this.table})), this.state, this.meta),
			h('div.table-body', null, this.panel,
				h('div.column', null, this.due.element, this.next.element, section('finding-title', t('inbox.title'), this.findings),
					section('moves-title', t('table.moves'), this.moves), this.evidence.element),
				h('div.column', null, section('decide-title', t('decide.title'), this.decide.element),
					section('log-title', t('decide.history'), this.log))));
	}

	enter() {
		this.watch(this.table);
		this.timer = setInterval(() => this.tick(), 250);
		this.onkey = (event) => this.replay.key(event);
		addEventListener('keydown', this.onkey);
		this.redraw();
	}

	leave() {
		clearInterval(this.timer);
		removeEventListener('keydown', this.onkey);
		this.watch(null);
		this.evidence.leave();
		this.board.destroy();
	}

	/* Something has changed; what hands do is most of it, and changes the board alone. */
	touch(table, change) {
		if (table !== this.table)
			return;
		if (change && Object.keys(change).every((key) => BY_HANDS.includes(key)))
			this.drawBoard();
		else
			this.redraw();
	}

	tick() {
		const entry = this.hall.tables.get(this.table);
		const past = this.past && (this.replay.clockAt(this.past.ply) || {});

		for (const color of PLAYERS) {
			setText(this.clocks[color], clockText(past ? past[color] : entry ? this.hall.left(entry, color) : null));
			setClass(this.lines[color], 'running', !past && entry?.clock?.running === color);
		}
	}

	/* --- now and then --- */

	look(past) {
		this.past = past;
		this.tick();
		this.drawBoard();
	}

	now() {
		if (this.past !== null)
			this.look(null);
	}

	/* The position after a ply; after the last it is now. */
	go(ply) {
		const game = this.hall.tables.get(this.table)?.game;
		const move = game?.moves?.[ply - 1];

		if (!game?.moves || ply >= game.moves.length) {
			this.now();
			return;
		}
		this.look({fen: fenAfter(game, ply) || game.start, squares: [], last: move && fromAndTo(move.uci), ply: Math.max(0, ply),
			label: move ? t('past.after', {move: moveText(move)}) : t('past.start')});
	}

	/* The position before a ply, to correct it, and what is played from there; a square is a man in the hand. */
	before(ply, moves = []) {
		const game = this.hall.tables.get(this.table)?.game;
		const move = game?.moves?.[ply - 1];
		const fen = game?.moves && fenAfter(game, ply - 1);

		if (!fen)
			return;
		const men = readPlacement(fen);
		const played = moves.filter((uci) => /^[a-h][1-8][a-h][1-8]/.test(uci));
		const texts = played.map((uci) => {
			const text = men.has(uci.slice(0, 2)) ? movesText(men, [uci], 1) : '–';

			playUci(men, uci);
			return text;
		});

		this.look({fen: played.length > 0 ? writePlacement(men) : fen, squares: moves.filter((uci) => /^[a-h][1-8]$/.test(uci)), ply: ply - 1,
			last: played.length > 0 ? fromAndTo(played.at(-1)) : undefined,
			label: [t('past.before', {move: move ? moveText(move) : plyText(ply)}), ...texts].join(' ')});
	}

	/* What was done, on the position in which it was: the ways of the men, and who was touched. */
	showDid({did, args, before}) {
		const game = this.hall.tables.get(this.table)?.game;
		const fen = before ?? (game?.moves && fenAfter(game, args.ply - 1));

		if (fen)
			this.look({fen, squares: did.touched ? [did.touched.square] : [], ply: args.ply - 1, label: t('past.did', {move: plyText(args.ply)}),
				shapes: did.men.map(({from, to}) => ({orig: from ?? to, dest: from && to ? to : undefined, brush: 'red'}))});
	}

	flip() {
		this.isFlipped = !this.isFlipped;
		setClass(this.panel, 'flipped', this.isFlipped);
		this.drawBoard();
	}

	/* --- drawing --- */

	redraw() {
		const entry = this.hall.tables.get(this.table);
		const game = entry?.game;

		this.due.draw([{table: this.table, due: entry?.due ?? []}]);
		if (!game) {
			setText(this.meta, t('table.nothing'));
			this.drawSetUp(entry);
			return;
		}
		if (this.game !== game.game) { /* another was begun: what was asked and found was of the last */
			this.game = game.game;
			this.isSearched = false;
			this.past = null;
			this.decide.ask();
		}
		const state = stateOf(entry, this.hall.now());

		this.drawLimit(game);
		this.state.dataset.state = state;
		setText(this.state, t('state.' + (this.settings.get('discreet') && state === 'irregular' ? 'unsure' : state)));
		setText(this.meta, [game.laws && t('table.laws', {edition: game.laws, mode: t('mode.' + game.mode)}),
			game.supervised === false && t('table.unsupervised'), game.game].filter(Boolean).join(' · '));
		this.report.href = '#/report/' + encodeURIComponent(game.game);
		for (const color of PLAYERS)
			setText(this.names[color], nameText(game[color]));
		this.tick();
		this.drawBoard();
		this.drawMoves(game);
		if (game.moves && !this.isSearched) {
			this.isSearched = true;
			this.evidence.load().then(() => this.redraw());
		}
		this.drawFindings(entry);
		this.next.draw();
		this.drawLog(game);
	}

	/* Beside the results: what the arbiter may not decide by himself, in the edition in force. */
	drawLimit(game) {
		const limit = game.state === 'ended' ? null : limitOfAction(game, 'result');

		this.limit.hidden = !limit;
		setText(this.limit, limit ?? '');
	}

	/* A board without a game: what stands on it, and what does not yet. */
	drawSetUp(entry) {
		if (!entry?.men)
			return;
		this.board.show({fen: writePlacement(entry.men), highlight: Object.fromEntries(notSetUp(entry).map((square) => [square, 'differs']))});
		this.state.dataset.state = stateOf(entry);
		setText(this.state, t('state.' + stateOf(entry)));
	}

	drawBoard() {
		const {game, men, touched, must, last, rotated} = this.hall.tables.get(this.table) || {};

		if (!game)
			return;
		const {past} = this;
		const fen = past?.fen || game.fen;
		const sensed = writePlacement(men);
		const differs = game.state !== 'ended' && sensed !== game.fen.split(' ')[0]; /* after it players analyse */
		const highlight = {};
		const shapes = past?.shapes ?? [];

		for (const square of past ? past.squares : differs ? differences(men, game.fen) : [])
			highlight[square] = past ? 'now' : 'differs';
		if (!past) {
			for (const touch of touched || [])
				shapes.push({orig: touch.square, brush: 'yellow'});
			for (const uci of (must?.moves || []).slice(0, 40))
				shapes.push({orig: uci.slice(0, 2), dest: uci.slice(2, 4), brush: 'green'});
		}
		this.board.show({fen: !past && differs ? sensed : fen, last: past ? past.last : last, shapes, highlight,
			turned: Boolean(rotated) !== Boolean(this.isFlipped)});
		setClass(this.panel, 'past', past);
		this.replay.draw();
		this.markMove();
		this.drawFacts(game, men, differs, touched, must);
		this.drawTouches(game, touched);
		this.drawClaims(this.hall.tables.get(this.table));
		this.drawMate(this.hall.tables.get(this.table));
		if (this.textOf !== fen) {
			this.textOf = fen;
			fill(this.text, boardAsText(fen));
		}
	}

	/* As many lines whether there is something to say or not: what stands below them stays where it is. */
	drawFacts(game, men, differs, touched, must) {
		const fact = (title, text) => h('p', null, h('b', null, title), ' ', text);
		const lines = [];

		if (game.state === 'ended') {
			lines.push(fact(t('table.result'), `${game.result} ${game.reason ? t('reason.' + game.reason) : ''}`));
		} else {
			lines.push(h('p', null, t('table.turn', {color: colorText(game.turn)})));
			lines.push(fact(t('table.touched'), touched?.length > 0 ? touched.map((touch) =>
				`${touch.piece ? manText(touch.piece) : ''} ${touch.square} (${colorText(touch.color)})`).join(', ') : '–'));
			lines.push(fact(must ? t('table.must', {article: must.article}) : t('table.must-none'),
				must ? movesText(readPlacement(game.fen), must.moves, 6) : '–'));
		}
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

	/* What can be said of the last touch: there before it is, so that nobody's finger meets another button. */
	drawTouches(game, touched) {
		const last = touched?.[touched.length - 1];
		const color = last?.color || game.turn || 'white';
		const key = [game.state === 'ended', Boolean(last), color].join();

		if (key === this.touchesKey)
			return;
		this.touchesKey = key;
		fill(this.touches, game.state !== 'ended' && ['accidental', 'attribute ' + (color === 'white' ? 'black' : 'white'), 'adjust ' + color]
			.map((words) => h('button', {type: 'button', 'data-do': words.split(' ')[0], disabled: !last, onclick: () => this.act(words)},
				actionText(words))));
	}

	/* What the machine has checked of claims. */
	drawClaims({game, claims, clock, due}) {
		const waiting = (due ?? []).filter((one) => ['quickplay', 'increment'].includes(one.claim));
		const flags = PLAYERS.filter((color) => clock?.[color] === 0 && game.state !== 'ended');
		const key = JSON.stringify([claims, flags, waiting, game.moves?.length, game.decisions?.map((one) => [one.seq, one.undone])]);

		if (key === this.claimsKey)
			return;
		this.claimsKey = key;
		fill(this.claims, waiting.map((one) => waitingBox(game, one, this.act)), game.state !== 'ended' && claims.map((claim) => claimBox(game, {...claim, san: claim.san ?? this.evidence.announced(claim)},
			this.act)), flags.map((color) => flagBox(game, color, this.act, limitOfAction(game, 'flag'))));
	}

	/* Can they still mate? It stays while its helpmate is gone through. */
	drawMate({game, mate}) {
		const isShown = mate && (mate.ply === game.plies || (mate.dead && mate.late));
		const key = JSON.stringify(isShown && mate);

		if (key === this.mateKey)
			return;
		this.mateKey = key;
		fill(this.mate, isShown && mateBox(mate, (men, uci, label) => this.look({fen: writePlacement(men), squares: [], last: fromAndTo(uci), label})));
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

			return h('li', null, h('button', {type: 'button', 'data-ply': move.ply, onclick: () => this.go(move.ply)},
				h('span.ply', null, plyText(move.ply)), ' ', h('span.san', null, move.legal ? sanText(move.san) : t('move.illegal')), ' ',
				h('span.clock', null, clock), sure !== 'observed' && h('span.tag.' + sure, null, t('certainty.' + sure))),
			h('button.correct', {type: 'button', 'data-do': 'correct', title: t('act.set-move'), 'aria-label':
				`${t('act.set-move')}: ${moveText(move)}`, onclick: () => this.decide.correct(move.ply)}, '✎'));
		}));
		this.moves.scrollTop = this.moves.scrollHeight;
	}

	markMove() {
		const at = this.past ? this.past.ply : this.hall.tables.get(this.table).game.moves?.length;

		this.moves.querySelector('[aria-current]')?.removeAttribute('aria-current');
		this.moves.querySelector(`[data-ply="${at}"]`)?.setAttribute('aria-current', 'step');
	}

	drawFindings(entry) {
		const game = entry.game;
		const all = [...(game.found || entry.open), ...(entry.asks ? [entry.asks] : [])].sort(byWeight);
		const key = JSON.stringify([all.map((one) => [one.seq, one.state]), this.evidence.steps.length, this.settings.get('discreet'),
			game.decisions?.map((one) => one.undone)]);

		if (key === this.findingsKey)
			return;
		this.findingsKey = key;
		const wasOpen = new Set([...this.findings.querySelectorAll('details[open]')].map((one) => one.parentNode.dataset.seq));

		fill(this.findings, all.length === 0 && h('li.none', null, t('report.none')), all.map((report) =>
			row(report, {settings: this.settings, isOpen: wasOpen.has(String(report.seq)) || report.candidates, game, act: this.act, show: (one) => this.showDid(one),
				seen: this.evidence.seen(report)})));
	}

	drawLog(game) {
		const all = [...(game.decisions || [])].reverse();
		const key = JSON.stringify(all);

		if (key === this.logKey)
			return;
		this.logKey = key;
		fill(this.log, all.length === 0 && h('li.none', null, t('decide.none')), all.map((one) =>
			h('li', {'data-seq': one.seq, className: one.undone ? 'undone' : ''}, h('span.what', null, decisionText(one, game.found)), ' ', h('small', null, timeText(one.time), one.undone && ' · ' + t('decide.undone')),
			!one.undone && !one.undoes && h('button', {type: 'button', 'data-do': 'undo',
				'aria-label': `${t('do.undo')}: ${actionText(one.action)}`, onclick: () => this.act('undo ' + one.seq)}, t('do.undo')))));
	}
}

/* "2. Bc4", as it stands in the list. */
function moveText(move) {
	return `${plyText(move.ply)} ${move.legal === false ? t('move.illegal') : sanText(move.san)}`;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds and games of the past, of this event and of earlier ones, as long as the journal has them.
import { h, fill, setClass, setText } from './dom.js';
import { Board } from './boards.js';
import { Refused, ask } from './link.js';
import { fenAfter, fromAndTo } from './model.js';
import { Replay } from './replay.js';
import { clockText, dateText, nameText, plyText, sanText, t } from './words.js';

function roundAddress({event, round}) {
	return `#/archive/${encodeURIComponent(event)}/${round}`;
}

function whyText(error) {
	return error.status === 404 ? t('archive.gone') : error instanceof Refused ? t('do.refused') : t('do.failed');
}

/* The event in which the rounds stand together; the youngest first. */
function byEvent(rounds) {
	const events = new Map();

	for (const one of rounds)
		events.set(one.event, [...(events.get(one.event) ?? []), one]);
	return [...events];
}

export class ArchiveView {
	/* place: "" for all rounds, or "EVENT/ROUND" as in the address. */
	constructor(place) {
		const [, event, round] = /^(.+)\/(\d+)$/.exec(place) ?? [];

		this.of = event && {event: decodeURIComponent(event), round: Number(round)};
		this.body = h('div.archive', null, h('p.none', null, t('report.loading')));
		this.element = h('div.rounds', null, h('p.row', null, h('a', {href: this.of ? '#/archive' : '#/pairings'}, '← ' + t(this.of ? 'archive.title' : 'nav.round'))),
			h('h1', {tabIndex: -1}, this.of ? `${this.of.event} · ${t('round.n', {n: this.of.round})}` : t('archive.title')), this.body);
	}

	async enter() {
		try {
			const query = this.of ? `?event=${encodeURIComponent(this.of.event)}&round=${this.of.round}` : '';
			const told = await ask('/v1/archive' + query);

			fill(this.body, this.of ? this.games(told.games) : this.rounds(told.rounds));
		} catch (error) {
			fill(this.body, h('p.none', null, whyText(error)));
		}
	}

	rounds(rounds) {
		if (rounds.length === 0)
			return h('p.none', null, t('archive.none'));
		return byEvent(rounds).map(([event, all]) => h('section.panel', null, h('h2', null, event), h('ul.archived', null, all.map((one) =>
			h('li', null, h('a', {href: roundAddress(one)}, t('round.n', {n: one.round})), ' ',
				h('span', null, t(one.games === 1 ? 'archive.game' : 'archive.games', {n: one.games})), ' ', h('small', null, dateText(one.began)))))));
	}

	games(games) {
		const heads = [t('table.n', {n: ''}), t('white'), t('black'), t('table.result'), t('table.moves'), ''];

		return h('div.panel.wide', null, h('table', null, h('thead', null, h('tr', null, heads.map((text) => text ? h('th', {scope: 'col'}, text) : h('td')))),
			h('tbody', null, games.map((one) => h('tr', null, h('th', {scope: 'row'}, String(one.table)), h('td', null, nameText(one.white)), h('td', null, nameText(one.black)),
				h('td', null, h('b', null, one.result === '*' ? '–' : one.result)), h('td', null, String(Math.ceil(one.plies / 2))),
				h('td', null, gameLinks(one.game, `${nameText(one.white)} – ${nameText(one.black)}`)))))));
	}
}

/* Where else a game is; whose it is, for who does not see the row. */
function gameLinks(id, who) {
	const link = (key, href) => h('a', {href, 'aria-label': `${t(key)}: ${who}`}, t(key));

	return h('span.links', null, link('archive.replay', '#/game/' + encodeURIComponent(id)), link('table.report', '#/report/' + encodeURIComponent(id)),
		link('archive.pgn', `/v1/games/${encodeURIComponent(id)}.pgn`));
}

const OPPONENTS = ['white', 'black'];

/* A game that is no longer at its table: its board, gone through by buttons, keys and a click on a move. */
export class GameView {
	constructor(id) {
		this.id = id;
		this.board = new Board({isLarge: true});
		this.ply = 0;
		this.lines = {};
		for (const color of OPPONENTS) {
			const name = h('span.name');
			const time = h('span.time');

			this.lines[color] = {name, time, element: h('p.player.large', null, h(`span.${color}-man`, {'aria-hidden': 'true'}), h('span.hidden', null, t(color) + ': '), name, time)};
		}
		this.replay = new Replay({game: () => this.game, at: () => ({ply: this.ply, label: this.label()}), go: (ply) => this.go(ply),
			now: () => this.go(Infinity), flip: () => this.flip(), panel: () => this.panel});
		this.moves = h('ol.moves', {role: 'list'});
		this.title = h('h1', {tabIndex: -1}, t('report.loading'));
		this.meta = h('p.meta');
		this.links = h('p.row');
		this.panel = h('section.panel.on-board', {'aria-label': t('table.board')}, this.lines.black.element, this.board.element, this.lines.white.element,
			this.replay.element);
		this.element = h('div.table', null, h('p.row', null, h('a', {href: '#/archive'}, '← ' + t('archive.title'))), h('div.table-head', null, this.title, this.meta),
			this.body = h('div.one', {hidden: true}, this.panel, h('section.panel', {'aria-labelledby': 'moves-title'}, h('h2', {id: 'moves-title'}, t('table.moves')), this.moves, this.links)));
		this.onkey = (event) => this.game && this.replay.key(event);
	}

	async enter() {
		addEventListener('keydown', this.onkey);
		try {
			this.show(await ask('/v1/games/' + encodeURIComponent(this.id)));
		} catch (error) {
			setText(this.title, whyText(error));
		}
	}

	leave() {
		removeEventListener('keydown', this.onkey);
		this.board.destroy();
	}

	show(game) {
		this.game = game;
		setText(this.title, `${nameText(game.white)} – ${nameText(game.black)}`);
		setText(this.meta, [game.result !== '*' && game.result, game.event, t('round.n', {n: game.round ?? '–'}), t('table.n', {n: game.table}), dateText(game.started)].filter(Boolean).join(' · '));
		for (const color of OPPONENTS)
			setText(this.lines[color].name, nameText(game[color]));
		fill(this.moves, game.moves.length === 0 && h('li', null, t('move.none')), game.moves.map((move) => h('li', null,
			h('button', {type: 'button', 'data-ply': move.ply, onclick: () => this.go(move.ply)}, h('span.ply', null, plyText(move.ply)), ' ',
				h('span.san', null, move.legal ? sanText(move.san) : t('move.illegal')), ' ',
				h('span.clock', null, move.clock ? clockText(move.clock[move.ply % 2 === 1 ? 'white' : 'black']) : '')))));
		fill(this.links, h('a', {href: '#/report/' + encodeURIComponent(this.id)}, t('table.report')), h('a', {href: `/v1/games/${encodeURIComponent(this.id)}.pgn`}, t('archive.pgn')));
		this.body.hidden = false;
		this.go(Infinity);
	}

	label() {
		const move = this.game?.moves[this.ply - 1];

		return move ? `${plyText(move.ply)} ${move.legal ? sanText(move.san) : t('move.illegal')}` : t('past.start');
	}

	go(ply) {
		const {game} = this;

		this.ply = Math.max(0, Math.min(ply, game.moves.length));
		const move = game.moves[this.ply - 1];

		this.board.show({fen: fenAfter(game, this.ply) || game.start, last: move && fromAndTo(move.uci), turned: this.isFlipped});
		for (const color of OPPONENTS)
			setText(this.lines[color].time, move?.clock ? clockText(move.clock[color]) : '');
		this.moves.querySelector('[aria-current]')?.removeAttribute('aria-current');
		const at = this.moves.querySelector(`[data-ply="${this.ply}"]`);

		at?.setAttribute('aria-current', 'step');
		if (at) /* the list alone: the page stays where it is */
			this.moves.scrollTop = at.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
	}

	flip() {
		this.isFlipped = !this.isFlipped;
		setClass(this.panel, 'flipped', this.isFlipped);
		this.go(this.ply);
	}
}

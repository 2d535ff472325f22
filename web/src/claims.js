// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine has found and a person must choose or rule on: moves that are not known, draws
// that can be claimed, flags.
import { h } from './dom.js';
import { diagram } from './boards.js';
import { fenAfter, fromAndTo, playUci, readPlacement } from './model.js';
import { clockText, colorText, lawText, plyText, sanText, t, timeText } from './words.js';

/* "2… e5 3. Nf3 Nc6": from the position the line begins in. */
function lineText(fen, sans) {
	const [, turn, , , , number] = fen.split(' ');
	let ply = 2 * Number(number) - (turn === 'b' ? 0 : 1);

	return sans.map((san, i) => {
		const isNumbered = i === 0 || ply % 2 === 1;

		return (isNumbered ? plyText(ply++) + ' ' : (ply++, '')) + sanText(san);
	}).join(' ');
}

/* The lines that explain what stands on the board, each with where it leads. */
export function choices({fen, candidates}, act) {
	return h('ol.choices', {role: 'list'}, candidates.map(({uci, san}, i) => {
		const men = readPlacement(fen);
		const text = lineText(fen, san);

		uci.forEach((move) => playUci(men, move));
		return h('li', null, diagram(men, fromAndTo(uci[uci.length - 1])), h('span.san', null, text),
			act && h('button', {type: 'button', 'data-do': 'choose', 'aria-label': `${t('act.choose')}: ${text}`,
				onclick: () => act('choose ' + (i + 1))}, t('act.choose')));
	}));
}

function positions(game, plies) {
	return h('ol.choices', {role: 'list'}, plies.map((ply) => {
		const move = game.moves?.[ply - 1];
		const fen = fenAfter(game, ply);

		return h('li', null, fen && diagram(readPlacement(fen), move && fromAndTo(move.uci)),
			h('span.san', null, move ? `${plyText(ply)} ${sanText(move.san)}` : t('claim.start')),
			move && h('small', null, timeText(move.time)));
	}));
}

/* Half-moves without a capture or a pawn's move are the fifth word of a FEN. */
function fiftyText(game) {
	const count = Number(game.fen.split(' ')[4]);
	const since = game.moves?.[game.plies - count - 1];

	return t('claim.count', {n: Math.floor(count / 2)}) +
		(since ? ` (${t('claim.since', {move: `${plyText(since.ply)} ${sanText(since.san)}`})})` : '');
}

/* It was said, and nobody has ruled on it. */
function isMade(decisions = [], said) {
	return decisions.some((one) => !one.undone && one.action.startsWith(said) &&
		!decisions.some((other) => other.seq > one.seq && !other.undone && /^(uphold|dismiss)/.test(other.action)));
}

function upholdButton(act) {
	return h('button.primary', {type: 'button', 'data-do': 'uphold-claim', onclick: () => act('uphold')}, t('claim.uphold'));
}

/* A claim that the machine has checked and found right. */
export function claimBox(game, claim, act) {
	const sans = (claim.san || []).map(sanText).join(', ');
	const said = `claim ${claim.by} ${claim.what}`;
	const waits = isMade(game.decisions, said);

	return h('div.claim', null,
		h('p', null, h('b', null, `${t('table.claims')}: ${t('claim.' + claim.what)}`), ` · ${colorText(claim.by)} · ${claim.article}`),
		h('p.none', null, lawText(game.laws, claim.article)),
		claim.what === 'fifty' ? h('p', null, fiftyText(game)) : positions(game, claim.plies || []),
		sans && h('p', null, t('claim.announced', {moves: sans})),
		h('p.rule', null, !sans && !waits && h('button', {type: 'button', 'data-do': 'claim', onclick: () => act(said)},
			t('claim.by', {color: colorText(claim.by)})),
		waits && upholdButton(act)));
}

/* Can they still mate? In one sentence. */
export function mateText({state, color, white, black, dead}) {
	if (state === 'asked')
		return color === 'both' ? t('mate.asked-both') : t('mate.asked', {color: colorText(color)});
	if (dead)
		return t('mate.dead');
	const who = color !== 'both' ? color : white === 'yes' ? 'white' : 'black';
	const can = who === 'white' ? white : black;

	return can === 'unknown' || (color === 'both' && can === 'no') ? t('mate.unknown') : t('mate.' + can, {color: colorText(who)});
}

/* The same with what is known of it, and the helpmate to be gone through: show(men, uci, label) puts it on the board. */
export function mateBox(mate, show) {
	const line = mate.line || [];
	let at = 0;
	const step = (key, text, by) => h('button', {type: 'button', 'data-do': 'mate-' + key, title: t('replay.' + key), 'aria-label':
		t('replay.' + key), onclick: () => {
		const men = readPlacement(mate.fen);

		at = Math.max(0, Math.min(line.length, at + by));
		line.slice(0, at).forEach((uci) => playUci(men, uci));
		show(men, line[at - 1], t('mate.line', {n: at, all: line.length}));
	}}, text);

	return h('div.claim.mate', {'data-state': mate.state}, h('p', null, h('b', null, mateText(mate)), mate.article && ` · ${mate.article}`),
		mate.late && h('p', null, t('mate.late')),
		line.length > 0 && h('p.rule', null, step('first', '«', -line.length), step('previous', '‹', -1), step('next', '›', 1),
			step('last', '»', line.length)));
}

/* A claim in a quickplay finish, or the request for seconds, that waits: what was played last, and the rulings. */
export function waitingBox(game, {what, claim, color, article, count}, act) {
	const isQuickplay = claim === 'quickplay';
	const button = (key, words, text) => h('button', {type: 'button', 'data-do': key, disabled: count > 0, onclick: () => act(words)}, text);
	const moves = game.moves?.slice(-20) ?? [];

	return h('div.claim.waiting', {'data-claim': claim}, h('p', null, h('b', null, `${t('due.' + what)}: ${t('claim.' + claim)}`), ` · ${colorText(color)} · ${article}`),
		h('p.none', null, lawText(game.laws, article)),
		moves.length > 0 && h('p', null, t('claim.last', {n: moves.length}) + ' ', moves.map((move) => `${plyText(move.ply)} ${move.legal ? sanText(move.san) : t('move.illegal')}` +
			(move.clock ? ` (${clockText(move.clock[move.ply % 2 === 1 ? 'white' : 'black'])})` : '')).join(' ')),
		count > 0 && h('p.limit', null, t('claim.reports-first', {n: count})),
		h('p.rule', null, button('uphold-waiting', 'uphold', t(isQuickplay ? 'claim.draw' : 'claim.grant')),
			isQuickplay && what === 'claim' && article !== 'D1' && article !== 'III.6' && [button('postpone', 'postpone', t('claim.postpone')),
				button('postpone-2', 'postpone 2', t('claim.postpone-2'))],
			button('dismiss-waiting', 'dismiss', t('do.dismiss'))));
}

/* A clock that shows nothing any more, where the Laws leave it to the players or the arbiter. */
export function flagBox(game, color, act, limit) {
	const other = color === 'white' ? 'black' : 'white';
	const said = `claim ${other} flag`;

	return h('div.claim', null, h('p', null, h('b', null, `${colorText(color)}: ${clockText(0)}`)), limit && h('p.limit', null, limit), h('p.rule', null,
		h('button', {type: 'button', 'data-do': 'flag', onclick: () => act('flag ' + color)}, t('act.flag')),
		isMade(game.decisions, said) ? upholdButton(act) : h('button', {type: 'button', 'data-do': 'claim-flag', onclick: () => act(said)},
			t('claim.flag-by', {color: colorText(other)}))));
}

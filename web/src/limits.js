// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter may not do by himself: the appendices for rapid and blitz let him act only on a claim, or at the
// moment they name. Said beside the button, by the edition in force.
import { t } from './words.js';

/* By edition and mode: the article, and the word for what it asks. */
const APPENDICES = {
	2001: {rapid: {flag: 'B6', touch: 'B5a', illegal: 'B5b'}, blitz: {flag: 'B6', touch: 'B5a', illegal: 'C3'}},
	2009: {rapid: {flag: 'A4d', touch: 'A4b', illegal: 'A4c'}, blitz: {flag: 'A4d', touch: 'A4b', illegal: 'B3c'}},
	2023: {rapid: {until: 'A.5.2', kings: 'A.5.4'}, blitz: {until: 'A.5.2', kings: 'A.5.4'}},
};

const TOUCH_KINDS = ['touch-move', 'must-castle', 'castling-rook-first', 'released-then-moved', 'promotion-changed'];
const ILLEGAL_KINDS = ['illegal-move', 'castling-incomplete', 'capture-not-removed', 'promotion-wrong-piece', 'king-captured'];

/* 2001 asks for no supervision: its appendices hold for all rapid and blitz. */
function appendixOf(game) {
	const isInForce = game && (game.laws === '2001' || game.supervised === false);

	return isInForce ? APPENDICES[game.laws]?.[game.mode] ?? {} : {};
}

function limitText(appendix, what) {
	return appendix[what] ? t('may.' + what, {article: appendix[what]}) : null;
}

/* Beside the ruling on a report; null: nothing keeps the arbiter from it. */
export function limitOfReport(game, report) {
	const appendix = appendixOf(game);

	if (TOUCH_KINDS.includes(report.kind))
		return limitText(appendix, 'touch');
	if (ILLEGAL_KINDS.includes(report.kind))
		return limitText(appendix, 'illegal') ?? limitText(appendix, 'until');
	return ['both-kings-in-check', 'promotion-not-replaced'].includes(report.kind) ? limitText(appendix, 'kings') ?? limitText(appendix, 'illegal') : null;
}

/* Beside an action of the form. */
export function limitOfAction(game, action) {
	return action === 'flag' ? limitText(appendixOf(game), 'flag') : null;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What an arbiter may not do by himself: the appendices for rapid and blitz let him act only on a claim, or at the
// moment they name. Said beside the button, by the edition in force.
import { isOpen } from './model.js';
import { t } from './words.js';

/* By edition and mode: what is limited, the article, and the words for it. */
const APPENDICES = {
	2001: {
		rapid: {flag: ['B6', 'flag'], time: ['B7', 'time'], touch: ['B5a', 'touch'], illegal: ['B5b', 'touched'], pawn: ['B5b', 'touched'], setup: ['B4', 'three']},
		blitz: {flag: ['B6', 'flag'], time: ['B7', 'time'], touch: ['B5a', 'touch'], illegal: ['C3', 'illegal'], pawn: ['C3', 'illegal'], setup: ['B4', 'three']},
	},
	2009: {
		rapid: {flag: ['A4d', 'flag'], time: ['A4d', 'time'], touch: ['A4b', 'touch'], illegal: ['A4c', 'illegal'], pawn: ['A4c', 'must'], kings: ['A4c', 'must'],
			setup: ['A4a', 'three']},
		blitz: {flag: ['A4d', 'flag'], time: ['A4d', 'time'], touch: ['A4b', 'touch'], illegal: ['B3c', 'illegal'], pawn: ['B3c', 'illegal'], setup: ['A4a', 'three']},
	},
	2023: Object.fromEntries(['rapid', 'blitz'].map((mode) => [mode, {illegal: ['A.5.2', 'until'], pressed: ['A.5.2', 'until'],
		pawn: ['A.5.4', 'kings'], kings: ['A.5.4', 'kings'], setup: ['A.5.1.2', 'ten']}])),
};

/* Two hands are of Article 4 before 2023, and an illegal move since. */
const LIMITED_KINDS = {
	'touch-move': ['touch'], 'must-castle': ['touch'], 'castling-rook-first': ['touch'], 'released-then-moved': ['touch'],
	'promotion-changed': ['touch'], 'adjust-out-of-turn': ['touch'], 'two-hands': ['touch', 'pressed'], 'press-without-move': ['pressed'],
	'illegal-move': ['illegal'], 'castling-incomplete': ['illegal'], 'capture-not-removed': ['illegal'], 'promotion-wrong-piece': ['illegal'],
	'king-captured': ['illegal'], 'promotion-not-replaced': ['pawn'], 'both-kings-in-check': ['kings'],
	'wrong-start-position': ['setup'], 'wrong-orientation': ['setup'],
};
const LIMITED_ACTIONS = {flag: ['flag'], report: ['setup'], claim: ['time', 'illegal'], result: ['flag', 'illegal'],
	penalty: ['touch', 'illegal']};

/* 2001 asks for no supervision: its appendices hold for all rapid and blitz. */
function appendixOf(game) {
	const isInForce = game && (game.laws === '2001' || game.supervised === false);

	return isInForce ? APPENDICES[game.laws]?.[game.mode] ?? {} : {};
}

function limitText(appendix, what) {
	const [article, words] = appendix[what] ?? [];

	return article ? t('may.' + words, {article}) : null;
}

/* Beside the ruling on a report; null: nothing keeps the arbiter from it. */
export function limitOfReport(game, report) {
	const appendix = appendixOf(game);

	return (LIMITED_KINDS[report.kind] ?? []).map((what) => limitText(appendix, what)).find(Boolean) ?? null;
}

const RECORD_LIMIT = 5;

/* How often each player has been shown the record (A.4.3, B.2.3 of 2023); null: it is not shown in this game. */
export function recordText(game) {
	const isShown = game?.laws === '2023' && game.mode !== 'standard' && game.supervised !== false;
	const count = (color) => (game.decisions ?? []).filter((one) => !one.undone && one.action === 'record ' + color).length;

	return isShown ? t('record.shown', {limit: RECORD_LIMIT, white: count('white'), black: count('black')}) : null;
}

/* Beside an action of the form; a ruling that names no report is on the newest open one. */
export function limitOfAction(game, action) {
	const appendix = appendixOf(game);
	const report = ['uphold', 'dismiss'].includes(action) && (game?.found ?? game?.irregularities ?? []).findLast(isOpen);

	if (report)
		return limitOfReport(game, report);
	return (LIMITED_ACTIONS[action] ?? []).map((what) => limitText(appendix, what)).filter(Boolean).join(' ') || null;
}

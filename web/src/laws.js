// SPDX-License-Identifier: GPL-3.0-or-later
// Which article of which edition is which rule: editions number them differently, the words of the
// languages stand under the rule.

export const ARTICLES = {
	2001: {'F2.7': 'differ', 'F2.3': 'announce', 'A11b': 'gone', 'A10': 'default', 'A8a': 'envelope', 'A8b': 'envelope', 'A8c': 'envelope', '6.7': 'default', '6.12': 'flags', '10.3': 'flags', 'B8': 'flags', '10.2': 'quickplay', '10.2a': 'quickplay', '10.2b': 'quickplay', '10.2c': 'quickplay', 'D1': 'quickplay',
		'1.1': 'turn', '4.1': 'hand', '4.2': 'adjust', '4.3a': 'own', '4.3b': 'enemy', '4.3c': 'mixed',
		'4.4a': 'castle', '4.4b': 'rook', '4.4c': 'king', '4.5': 'free', '4.6': 'lapse', '4.7': 'release',
		'5.2c': 'agree', '6.8a': 'press', '7.1a': 'start', '7.1b': 'turned', '7.2': 'colours', '7.3': 'displaced',
		'7.4a': 'illegal', '7.4b': 'count', '9.1a': 'offer', '9.2': 'threefold', '9.2a': 'threefold',
		'9.2b': 'threefold', '9.3': 'fifty', '9.3a': 'fifty', '9.3b': 'fifty', '9.4': 'lost', '9.5b': 'wrong',
		'A1a': 'sealed', 'B4': 'setup', 'B5b': 'lapse', 'C3': 'blitz'},
	2009: {'E2.7': 'differ', 'E2.3': 'announce', 'guideline-11b': 'gone', 'guideline-10': 'default', 'guideline-8a': 'envelope', 'guideline-8b': 'envelope', 'guideline-8c': 'envelope', '6.6a': 'default', '9.1a': 'limited', '6.11a': 'flags', '6.11b': 'flags', 'A4d': 'flags', '10.2': 'quickplay', '10.2a': 'quickplay', '10.2b': 'quickplay', '10.2c': 'quickplay', 'D1': 'quickplay',
		'1.1': 'turn', '4.1': 'hand', '4.2': 'adjust', '4.3a': 'own', '4.3b': 'enemy', '4.3c': 'mixed',
		'4.4a': 'castle', '4.4b': 'rook', '4.4c': 'king', '4.4d': 'choice', '4.5': 'free', '4.6': 'release',
		'4.6b': 'release', '4.6c': 'release', '4.7': 'lapse', '5.2c': 'agree', '6.7a': 'press', '7.1a': 'start',
		'7.1b': 'turned', '7.2': 'colours', '7.3': 'displaced', '7.4a': 'illegal', '7.4b': 'count',
		'9.1b(1)': 'offer', '9.2': 'threefold', '9.2a': 'threefold', '9.2b': 'threefold', '9.3': 'fifty',
		'9.3a': 'fifty', '9.3b': 'fifty', '9.4': 'lost', '9.5b': 'wrong', 'guideline-1a': 'sealed',
		'A4a': 'setup', 'A4c': 'late', 'B3c': 'blitz'},
	2023: {'D.2.9': 'differ', 'D.2.4': 'announce', 'I.12.2': 'gone', 'I.10': 'default', 'I.8.1': 'envelope', 'I.8.2': 'envelope', 'I.8.3': 'envelope', '6.7.1': 'default', '9.1.1': 'limited', 'III.3.1.1': 'flags', 'III.3.1.2': 'flags', 'A.4.3': 'record', 'B.2.3': 'record',
		'III.4': 'increment', 'III.5': 'quickplay', 'III.5.1': 'quickplay', 'III.5.2': 'quickplay', 'III.5.3': 'quickplay', 'III.6': 'quickplay',
		'1.2': 'turn', '4.1': 'hand', '4.2.1': 'adjust', '4.3.1': 'own', '4.3.2': 'enemy', '4.3.3': 'mixed',
		'4.4.1': 'castle', '4.4.2': 'rook', '4.4.3': 'king', '4.4.4': 'choice', '4.5': 'free', '4.7': 'release',
		'4.7.2': 'release', '4.8': 'lapse', '5.2.3': 'agree', '7.2.1': 'start', '7.2.2': 'turned', '7.3': 'colours',
		'7.4.1': 'displaced', '7.5.1': 'illegal', '7.5.2': 'pawn', '7.5.3': 'pressed', '7.5.4': 'hands',
		'7.5.5': 'count', '9.1.2.1': 'offer', '9.2': 'threefold', '9.2.1': 'threefold', '9.2.2': 'threefold',
		'9.3': 'fifty', '9.3.1': 'fifty', '9.3.2': 'fifty', '9.4': 'lost', '9.5.3': 'wrong', 'A.5.1.2': 'setup',
		'A.5.2': 'late', 'A.5.4': 'kings', 'I.1.1': 'sealed'},
};

/* The key of the words for an article; null: we have none. */
export function lawOf(edition, article) {
	return ARTICLES[edition]?.[article] ?? null;
}

const BEFORE = {'warning': '13.4a', 'opponent-time': '13.4b', 'own-time': '13.4c', 'loss': '13.4d', 'own-points': '13.4e',
	'opponent-points': '13.4f', 'expulsion': '13.4g'};

/* What an arbiter may impose, in the order of the edition. */
export const PENALTIES = {
	2001: BEFORE,
	2009: BEFORE,
	2023: {'warning': '12.9.1', 'opponent-time': '12.9.2', 'own-time': '12.9.3', 'opponent-points': '12.9.4',
		'own-points': '12.9.5', 'loss': '12.9.6', 'fine': '12.9.7', 'exclusion': '12.9.8', 'expulsion': '12.9.9'},
};

// SPDX-License-Identifier: GPL-3.0-or-later
// Why the daemon refuses: it says so in English and in its own terms; here it is said in the reader's language and in
// terms of the page.
import { Refused } from './link.js';
import { t } from './words.js';

/* What the daemon says, and the key of the words for it; {x} of these is the group x. */
const REFUSALS = [
	[/^there is no game (on the board|on "|at table )/, 'no-game'],
	[/^there is no open report or claim to rule on/, 'nothing-open'],
	[/^was it claimed\?/, 'was-it-claimed'],
	[/^(this edition of the Laws has no such penalty|the edition in force has no such request|the edition and mode in force have no right)/, 'not-in-edition'],
	[/^only the player having the move may ask for the record/, 'record-turn'],
	[/^there are not so many moves to take back/, 'too-many-back'],
	[/^an illegal move stands before it/, 'illegal-before'],
	[/^(there is no such half-move in the game|this board has no such half-move)/, 'no-such-move'],
	[/^(this move is not legal there|this is no legal move before|this is no move)/, 'not-legal'],
	[/^the announced move is ambiguous/, 'announced-unclear'],
	[/^this player has no move to announce/, 'announced-late'],
	[/^there is no open report of the other player/, 'nothing-to-claim'],
	[/^there is no result to withdraw/, 'no-result'],
	[/^(there is no quickplay finish|the clocks have an increment now)/, 'no-quickplay'],
	[/^no article says what follows here/, 'no-article'],
	[/^the quickplay finish has not begun/, 'quickplay-later'],
	[/^the flag of the player who claims has fallen/, 'own-flag'],
	[/^the decision on the claim before is postponed/, 'is-postponed'],
	[/^(there is no claim in a quickplay finish to postpone|the claim has ended play)/, 'nothing-postponed'],
	[/^the Laws give the opponent two minutes here/, 'two-minutes'],
	[/^the game is not adjourned/, 'not-adjourned'],
	[/^this player has sealed no move/, 'not-sealed'],
	[/^the game is over/, 'is-over'],
	[/^(there is no such line to choose|nothing is unsure)/, 'no-line'],
	[/^(nothing has this number yet|this is the number of no decision|nothing can be undone here|this is not the number of a decision|the number of a decision is missing)/, 'no-decision'],
	[/^(this decision is of another game|without it another game would be played)/, 'other-game'],
	[/^this decision has been undone already/, 'is-undone'],
	[/^(the past of this table cannot be read|the journal cannot be read)/, 'no-past'],
	[/^the player has two minutes or more/, 'enough-time'],
	[/^the player has less time left/, 'too-little-time'],
	[/^the clock cannot be set by wire/, 'no-wire'],
	[/^nothing is known of what was done before/, 'nothing-known'],
	[/^the game has begun: another position/, 'has-begun'],
	[/^the text is missing/, 'no-text'],
	[/^a time is written/, 'time-form'],
	[/^the number of a position, 0 to 959/, 'number-960'],
	[/^who plays at which table/, 'other-board'],
	[/^this is the table itself/, 'same-table'],
	[/^(unknown (word|action|reason)|too many words|a number is missing|the move is missing|how many minutes|white(, black or both|\s+or black)|absent, or nothing|1-0, 0-1|a number, claimed|the action is too long)/, 'form'],
	[/^(there is no board|there is no table \d+|the board is not connected)/, 'no-board'],
	[/^table \d+ is at another machine/, 'other-machine'],
	[/^a table is a number/, 'table-number'],
	[/^the board does not rest/, 'no-rest'],
	[/^(boardd is stopping|out of memory|the journal can take no more|the system (gives|has) no|it cannot be written down)/, 'machine'],
	[/^too many requests/, 'too-often'],
	[/^not from there/, 'not-from-there'],
	[/^log in/, 'log-in'],
	/* rounds */
	[/games? of round (?<n>\d+) (is|are) under way, at tables? (?<tables>[\d, and]+):/, 'under-way'],
	[/games? of round (?<n>\d+) (is|are) under way, the first at table (?<tables>\d+)/, 'under-way'],
	[/^round (?<n>\d+) is (over|over already)$/, 'round-over'],
	[/^no start of a round can be taken back/, 'no-back'],
	[/^round (?<n>\d+) is played already/, 'is-played'],
	[/^there are no pairings of round (?<n>\d+) in the file/, 'not-in-file'],
	[/^(these are no pairings|the file (cannot be read|is empty))/, 'no-pairings'],
	[/^a round is a number/, 'round-number'],
	[/^nobody is paired (at table|in round)/, 'nobody-paired'],
	[/^the game at table \d+ is over: force it/, 'swap-over'],
	[/^who is absent/, 'form'],
	/* set-up */
	[/^\[(?<section>\w+)\] (?<key>[\w.]+): '(?<value>[^']*)(\.\.\.)?'/, 'value'],
	[/^\[(?<section>\w+)\] (?<key>[\w.]+)/, 'setting'],
	[/^[\w.]+(: this is no value| cannot be set here)/, 'no-setting'],
	[/^a token is a word/, 'token'],
	/* boards */
	[/^there is no such board, or no BlueZ/, 'radio-gone'],
	[/^this machine has no Bluetooth/, 'no-radio'],
	[/^Bluetooth is (switched off|not used)/, 'radio-off'],
	[/^a PIN has/, 'pin-form'],
	[/^table \d+ has no board with lights/, 'no-lights'],
	[/^a game is played there: its board does not blink/, 'no-blinking'],
];

/* The daemon's words in those of the reader; null: there are none for them. */
export function refusalText(said) {
	for (const [pattern, key] of REFUSALS) {
		const hit = pattern.exec(said || '');
		const {section, ...given} = hit?.groups ?? {};

		if (hit)
			return t('refused.' + key, {...given, what: section ? settingText(`${section}.${given.key}`) : ''});
	}
	return null;
}

/* A setting as the page calls it. */
function settingText(name) {
	const key = 'conf.key.' + name.replaceAll('_', '-');
	const text = t(key);

	return text === key ? name : text;
}

/*
 * What a person is told of an error, as notify() takes it: the words, their kind, and the daemon's own, in English, where
 * there are none in the reader's language.
 */
export function toldOf(error) {
	const text = error.status === 401 ? `${t('do.login')} ${t('who.how')}` : refusalText(error.message);

	if (!(error instanceof Refused))
		return [t('do.failed'), 'bad', error.message];
	return text ? [text, 'bad', null] : [t('do.refused'), 'bad', error.message];
}

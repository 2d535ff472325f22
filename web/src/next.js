// SPDX-License-Identifier: GPL-3.0-or-later
// What the arbiter does at the board after a ruling, step by step, and the minutes that are still owed.
import { h, fill } from './dom.js';
import { restoreList } from './boards.js';
import { howToRestore, owedMinutes, readPlacement } from './model.js';
import { clockText, colorText, kindText, t } from './words.js';

const SIDES = ['white', 'black'];
const AT_THE_BOARD = ['replace', 'replace-and-count', 'right-square', 'time', 'restart'];

/* The last ruling that asks for something at the board, if nothing was played or said to be done since. */
function lastRuling({decisions = [], found = [], moves = []}) {
	const ruling = decisions.findLast((one) => !one.undone && /^uphold/.test(one.action));
	const report = ruling && found.find((one) => one.id === (ruling.irregularity ?? Number(ruling.action.split(' ')[1])));
	const isDone = ruling && (moves.at(-1)?.seq > ruling.seq || decisions.some((one) => !one.undone && one.seq > ruling.seq &&
		one.action === 'note done #' + report?.id));

	return report && !isDone && AT_THE_BOARD.includes(report.remedy) ? report : null;
}

export class NextSteps {
	constructor({entry, act}) {
		Object.assign(this, {entry, act});
		this.element = h('section.panel.next', {hidden: true, 'aria-labelledby': 'next-title'});
	}

	draw() {
		const {game, men, clock} = this.entry() || {};
		const owed = game?.found ? owedMinutes(game) : {white: 0, black: 0};
		const report = game?.found && game.state !== 'ended' ? lastRuling(game) : null;
		const wrong = report ? howToRestore(men, readPlacement(game.fen)) : [];
		const canSet = this.entry()?.tells?.includes('sets_clock') && clock && !clock.running && clock.white !== null && clock.black !== null;
		const key = JSON.stringify([owed, canSet, report?.seq, wrong, clock?.running, game?.illegal_moves]);

		if (key === this.key)
			return;
		this.key = key;
		this.element.hidden = !report && owed.white + owed.black === 0 && !(game?.illegal_moves?.white + game?.illegal_moves?.black > 0);
		fill(this.element, h('h2', {id: 'next-title'}, t('next.title')), report && h('p.none', null, kindText(report.kind)),
			game?.illegal_moves && h('p.counts', null, t('owed.counts', game.illegal_moves)),
			h('ol.steps', {role: 'list'}, report && this.step(t('next.stop'), !clock?.running),
				report && this.step(t('table.restore'), wrong.length === 0, wrong.length > 0 && restoreList(men, readPlacement(game.fen))),
				SIDES.filter((color) => owed[color] > 0).map((color) => this.step(t('next.minutes', {color: colorText(color), n: owed[color]}), false,
					[h('button', {type: 'button', 'data-do': 'given', onclick: () => this.give(color, owed[color])}, t('next.given')),
						canSet && h('button', {type: 'button', 'data-do': 'set-clock', onclick: () => this.setClock(color, owed[color])}, t('next.set'))])),
				report && this.step(t('next.restart'), false, h('button', {type: 'button', 'data-do': 'done',
					onclick: () => this.act('note done #' + report.id)}, t('next.done')))));
	}

	give(color, minutes) {
		return this.act(`note given ${color} ${minutes}`);
	}

	/* By wire, from what the clock shows while it stands; what was owed is then given. */
	async setClock(color, minutes) {
		const {clock} = this.entry();
		const times = SIDES.map((side) => clockText(clock[side] + (side === color ? 60 * minutes : 0)));

		if (await this.act('clock ' + times.join(' ')))
			await this.give(color, minutes);
	}

	step(text, isDone, more) {
		return h('li', {className: isDone ? 'done' : ''}, h('span.mark', {'aria-hidden': 'true'}, isDone ? '✓' : '○'),
			h('div', null, text, isDone && h('span.hidden', null, ' ✓'), more));
	}
}

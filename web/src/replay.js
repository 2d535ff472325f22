// SPDX-License-Identifier: GPL-3.0-or-later
// Going through a game: by buttons, by keys, by a click on a move. The past looks like the past.
import { h, fill, setText } from './dom.js';
import { t } from './words.js';

const STEP_SIGNS = {first: '«', previous: '‹', next: '›', last: '»'};
const STEP_KEYS = {Home: 'first', ArrowLeft: 'previous', ArrowRight: 'next', End: 'last'};

/* Keys are for the page unless they are typed somewhere, or something is asked. */
export function isTyping(event) {
	return event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') ||
		event.target.closest?.('input, select, textarea, [role=grid]');
}

export class Replay {
	/* game() is the game, at() the past that is shown or null; go(ply), now(), flip() change it; panel() is what fills the screen. */
	constructor({game, at, go, now, flip, panel}) {
		Object.assign(this, {game, at, go, now, flip});
		this.when = h('span');
		this.back = h('button', {type: 'button', 'data-do': 'now', hidden: true, onclick: now}, t('evidence.live'), h('kbd', null, 'Esc'));
		this.banner = h('p.when', {role: 'status'}, this.when, this.back);
		const button = (key, text, onclick) => h('button', {type: 'button', 'data-do': key, title: t('replay.' + key), 'aria-label': t('replay.' + key),
			onclick}, text);

		this.element = h('div.rule.replay', {role: 'group', 'aria-label': t('replay.label')},
			Object.entries(STEP_SIGNS).map(([key, text]) => button(key, text, () => this.step(key))), button('flip', '⇅', flip),
			document.fullscreenEnabled && button('full', '⤢', () => document.fullscreenElement ? document.exitFullscreen() : panel().requestFullscreen()));
	}

	step(key) {
		const count = this.game()?.moves?.length ?? 0;
		const at = this.at()?.ply ?? count;

		this.go({first: 0, previous: Math.max(0, at - 1), next: at + 1, last: count}[key]);
	}

	key(event) {
		if (event.key === 'Escape' && this.at() && !document.querySelector('dialog[open]')) {
			this.now();
		} else if (!isTyping(event) && STEP_KEYS[event.key]) {
			event.preventDefault();
			this.step(STEP_KEYS[event.key]);
		} else if (!isTyping(event) && event.key === 'f') {
			this.flip();
		}
	}

	/* What both clocks showed after a ply; null: nobody knows. */
	clockAt(ply) {
		return ply === undefined ? null : this.game()?.moves?.[ply - 1]?.clock;
	}

	draw() {
		const past = this.at();

		setText(this.when, past ? past.label : t('past.now'));
		this.back.hidden = !past;
	}
}

/* The keys of a view, for who asks with "?". */
export function keyList(keys) {
	return fill(h('dl.keys'), keys.map(([key, text]) => [h('dt', null, h('kbd', null, key)), h('dd', null, text)]));
}

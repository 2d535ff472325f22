// SPDX-License-Identifier: GPL-3.0-or-later
// Who is logged in: others are let in by a code or a PIN, and anybody can be sent away.
import { h, fill, setText } from './dom.js';
import { qrCode } from './lean-qr.js';
import { ask } from './link.js';
import { typed } from './login.js';
import { toldOf } from './refusals.js';
import { sure } from './sure.js';
import { clockText, dateText, t, timeText } from './words.js';

/* Black on white in every theme: cameras expect it so, with four squares of margin. */
function codeElement(text, label) {
	const code = qrCode(text);
	const element = (name, given, child) => {
		const one = document.createElementNS('http://www.w3.org/2000/svg', name);

		for (const [key, value] of Object.entries(given))
			one.setAttribute(key, value);
		if (child)
			one.append(child);
		return one;
	};
	let path = '';

	for (let y = 0; y < code.size; y++)
		for (let x = 0; x < code.size; x++)
			path += code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '';
	return element('svg', {class: 'code', role: 'img', 'aria-label': label, viewBox: `-4 -4 ${code.size + 8} ${code.size + 8}`,
		'shape-rendering': 'crispEdges'}, element('path', {d: path}));
}

export class PeopleView {
	constructor({person, notify}) {
		Object.assign(this, {person, notify});
		this.list = h('ul.people');
		this.lent = h('div.lent', {role: 'status'});
		this.element = h('div.logins', null, h('h1', {tabIndex: -1}, t('people.title')),
			h('section.panel', {'aria-label': t('people.title')}, this.list, h('p.none.strangers', null, t('do.login'), ' ', t('who.how'))),
			h('section.panel', {'aria-labelledby': 'let-in'}, h('h2', {id: 'let-in'}, t('people.invite')), h('p', null, t('people.how')),
				typed({label: t('people.name'), button: t('people.make'), input: {maxLength: 60}, done: (name) => this.invite(name), key: 'invite'}), this.lent));
	}

	async enter() {
		await this.refresh();
		this.timer = setInterval(() => this.tick(), 1000);
	}

	leave() {
		clearInterval(this.timer);
		this.hasLeft = true;
	}

	/* Whoever comes by the code appears in the list, and the code has done its work. */
	async refresh() {
		if (!this.person())
			return;
		const {people} = await ask('/v1/people').catch(() => ({people: null}));

		if (!people || this.hasLeft)
			return;
		const key = people.map(({name}) => name).join('\n');

		if (key !== this.key)
			this.draw(people);
		this.key = key;
	}

	draw(people) {
		if (this.code && !this.before.includes(this.code.name) && people.some(({name}) => name === this.code.name))
			this.close(t('people.came', {name: this.code.name}));
		this.before = people.map(({name}) => name);
		fill(this.list, people.map(({name, since_s: since}) => {
			const from = new Date(Date.now() - since * 1000).toISOString();
			const isMe = name === this.person();

			return h('li', null, h('b', null, name), isMe && h('span.tag', null, t('people.you')),
				h('small', null, t('people.since', {time: `${since > 43200 ? dateText(from) + ' ' : ''}${timeText(from)}`})),
				!isMe && h('button', {type: 'button', 'data-do': 'end-person', 'aria-label': `${t('who.logout')}: ${name}`, onclick: () => this.end(name)}, t('who.logout')));
		}));
	}

	async end(name) {
		if (!await sure({title: t('people.end', {name}), text: t('people.end-how'), yes: t('who.logout')}))
			return;
		try {
			const {people} = await ask('/v1/people', {end: name});

			this.key = null;
			this.draw(people);
			this.notify(t('people.ended', {name}), 'good');
		} catch (error) {
			this.notify(...toldOf(error));
		}
	}

	async invite(name) {
		try {
			this.code = await ask('/v1/invite', {name});
		} catch (error) {
			this.notify(...toldOf(error));
			return;
		}
		const {pin, invitation, seconds} = this.code;

		this.until = performance.now() + seconds * 1000;
		this.left = h('p.left', {'aria-live': 'off'});
		fill(this.lent, codeElement(`${location.origin}/#login=${invitation}`, t('people.scan', {name})),
			h('div', null, h('p', null, t('people.pin-how', {name})), h('p.pin', {'aria-label': [...pin].join(' ')}, pin.slice(0, 3), h('span', null, pin.slice(3))), this.left,
				/^(localhost|127\.|\[::1\])/.test(location.host) && h('p.none', null, t('people.local', {host: location.host}))));
		this.tick();
	}

	close(text) {
		this.code = null;
		fill(this.lent, h('p', null, text));
	}

	tick() {
		const left = Math.ceil((this.until - performance.now()) / 1000);

		if (this.code && left <= 0)
			this.close(t('people.over'));
		else if (this.code)
			setText(this.left, t('people.left', {time: clockText(left)}));
		this.ticks = (this.ticks || 0) + 1;
		if (this.ticks % (this.code ? 2 : 5) === 0)
			this.refresh();
	}
}

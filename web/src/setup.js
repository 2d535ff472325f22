// SPDX-License-Identifier: GPL-3.0-or-later
// Setting up without a terminal: boards and tables, event, Laws and clocks, and where the games go.
import { h, fill } from './dom.js';
import { ask } from './link.js';
import { toldOf } from './refusals.js';
import { sure } from './sure.js';
import { t } from './words.js';

/* What is asked for, in the order of a tournament's life; a key is that of boardd.conf(5). */
const SECTIONS = {
	event: ['broadcast.event', 'broadcast.site'],
	laws: ['laws.edition', 'laws.mode', 'game.time_control', 'laws.supervised', 'laws.penalty_minutes', 'laws.default_minutes', 'laws.draw_moves', 'laws.quickplay_finish'],
	boards: ['boards.lights'],
	broadcast: ['broadcast.delay', 'broadcast.delay_plies', 'broadcast.publish', 'broadcast.hidden', 'http.public'],
};
const TIMES = ['90m+30s', '60m+30s', '25m+10s', '15m+10s', '5m', '3m+2s', '40/90m+30s 30m+30s', '40/100m+30s 20/50m+30s 15m+30s'];
const WRITTEN = ['laws.default_minutes', 'laws.draw_moves']; /* a number or a word, and "no" may be the word */
const UNITS = {ms: 1 / 60000, s: 1 / 60, m: 1, h: 60, d: 1440};

function minutesOf(text) {
	return [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)].reduce((sum, [, n, unit]) => sum + n * UNITS[unit], 0);
}

/* How a key is put in: {element, value()}; value() is null for the default. */
function inputOf(name, {value, words, from}) {
	const given = {id: 'conf-' + name, disabled: from === 'fixed'};
	const isDefault = from === 'default';

	if (words.length > 0 || (['yes', 'no'].includes(value) && !WRITTEN.includes(name))) {
		const all = words.length > 0 ? words : ['yes', 'no'];
		const word = (one) => name === 'laws.mode' ? t('mode.' + one) : name === 'laws.edition' ? one : t('conf.word.' + one);
		const element = h('select', given, all.map((one) => h('option', {value: one, selected: one === value}, word(one))));

		return {element, value: () => isDefault && element.value === value ? null : element.value};
	}
	if (name === 'broadcast.delay') {
		const element = h('input', {...given, type: 'number', min: 0, max: 720, step: 'any', value: Math.round(minutesOf(value) * 100) / 100});

		return {element, value: () => Number(element.value) > 0 ? `${Math.round(Number(element.value) * 60)}s` : null};
	}
	const isEmpty = isDefault || ['off', 'none', 'auto', 'no'].includes(value);
	const element = h('input', {...given, autocomplete: 'off', list: name === 'game.time_control' ? 'conf-times' : null, maxLength: name === 'broadcast.hidden' ? 60000 : 200,
		value: isEmpty ? '' : value, placeholder: t('conf.example.' + name.replaceAll('_', '-'))});

	return {element, value: () => element.value.trim() || null};
}

/* The end of the address of a round on Lichess, or what was typed instead. */
function lichessId(text) {
	return text.trim().replace(/[?#].*$/, '').replace(/\/+$/, '').split('/').at(-1);
}

export class SetupView {
	constructor({hall, notify, round, person}) {
		Object.assign(this, {hall, notify, round, person});
		this.boards = h('tbody');
		this.table = h('table', null, h('thead', null, h('tr', null, [t('table.n', {n: ''}), t('conf.board'), t('conf.state')].map((text) =>
			h('th', {scope: 'col'}, text)))), this.boards);
		this.none = h('div.findings-of-doctor', {role: 'status'});
		this.bluetooth = h('div.bluetooth'); /* what is paired and found by radio stands here */
		this.banner = h('div.panel.again', {hidden: true, role: 'status'}, h('p', null, t('conf.restart-how')),
			h('button.primary', {type: 'button', 'data-do': 'restart', onclick: () => this.restart()}, t('conf.restart')));
		this.sections = h('div.sections');
		this.where = h('p.none');
		this.element = h('div.setup', null, h('h1', {tabIndex: -1}, t('nav.setup')), h('p.none.strangers', null, t('do.login'), ' ', t('who.how')), this.banner,
			h('section.panel', {'aria-labelledby': 'conf-boards'}, h('h2', {id: 'conf-boards'}, t('conf.boards')), this.table, this.none, this.bluetooth),
			this.sections, h('p.row', null, h('a.button.primary', {href: '#/pairings'}, t('conf.go-on'))), this.where,
			h('datalist', {id: 'conf-times'}, TIMES.map((value) => h('option', {value}))));
	}

	async enter() {
		this.timer = setInterval(() => {
			this.drawBoards();
			this.drawBluetooth();
			ask('/v1/setup').then((told) => this.draw(told), () => {}); /* somebody else may set something */
		}, 3000);
		this.element.hidden = true;
		await Promise.all([this.drawBoards(), this.refresh(), this.drawBluetooth()]);
		this.element.hidden = false;
	}

	leave() {
		clearInterval(this.timer);
		clearTimeout(this.waiting);
	}

	touch(table, change) {
		if (!change || 'state' in change || 'board' in change || 'health' in change || 'battery' in change)
			this.waiting ||= setTimeout(() => {
				this.waiting = 0;
				this.drawBoards();
			}, 400);
	}

	/* --- boards --- */

	async drawBoards() {
		const all = [...this.hall.tables.values()].filter((one) => one.board).sort((a, b) => a.table - b.table);
		const key = JSON.stringify(all.map((one) => [one.table, one.board, one.state, one.health, one.battery, one.make, one.device]));

		this.table.hidden = all.length === 0;
		if (!all.some((one) => one.state === 'connected'))
			await this.drawPorts(all.length === 0);
		else
			fill(this.none);
		if (key === this.key || this.boards.contains(document.activeElement))
			return;
		this.key = key;
		fill(this.boards, all.map((one) => this.row(one)));
	}

	row(one) {
		const number = h('input.number', {type: 'number', min: 1, max: 9999, value: one.table, 'aria-label': `${t('conf.table-of')} ${one.board}`,
			onchange: () => this.assign(one, number)});

		return h('tr', null, h('td', null, number), h('td', null, h('b', null, one.board), ' ', h('small', null, [one.make, one.device].filter(Boolean).join(' · '))),
			h('td', null, h('span.tag.cast-' + (one.state === 'connected' ? 'good' : 'bad'), null, t(one.state === 'connected' ? 'conf.there' : 'conf.gone')),
				(one.battery ?? null) !== null && h('small', null, ` ${one.battery} %`), (one.signal_dbm ?? null) !== null && h('small', null, ` ${one.signal_dbm} dBm`),
				one.state === 'connected' && one.tells?.includes('lights') && h('button', {type: 'button', 'data-do': 'blink', 'aria-label': `${t('conf.blink')}: ${one.board}`,
					onclick: () => this.send('/v1/blink', {board: one.board}, t('conf.blinks', {board: one.board}))}, t('conf.blink'))));
	}

	async assign(one, input) {
		input.blur();
		await this.send('/v1/assign', {board: one.board, table: Number(input.value)}, t('conf.assigned', {board: one.board, n: input.value}));
		this.key = null;
		this.drawBoards();
	}

	/* No board speaks: what the machine sees of them, and what to do. */
	async drawPorts(isFirst) {
		const found = await ask('/v1/ports').catch(() => null);

		if (!found)
			return;
		const steps = [...found.lonely.map((one) => t('conf.lonely', one)),
			...found.ports.filter((one) => !one.may_open).map((one) => t('conf.closed', one)),
			...found.ports.filter((one) => one.holder && one.holder !== 'boardd').map((one) => t('conf.held', one)),
			...(found.modem_manager && found.ports.some((one) => one.rule !== 'applied') ? [t('conf.modem')] : [])];
		const key = JSON.stringify(found);

		if (key === this.portsKey && this.none.firstChild)
			return;
		this.portsKey = key;
		fill(this.none, h('p', null, h('b', null, t(isFirst ? 'tables.empty' : 'conf.silent')), ' ', t(found.ports.length > 0 ? 'conf.found' : 'conf.nothing', {n: found.ports.length})),
			h('ul', null, steps.map((text) => h('li', null, text)), h('li', null, t('conf.plug')), h('li', null, t('conf.bluetooth'))));
	}

	/* --- boards by radio --- */

	async drawBluetooth() {
		const found = this.person() ? await ask('/v1/bluetooth').catch(() => null) : null;
		const key = JSON.stringify(found);

		if (key === this.radioKey || this.bluetooth.contains(document.activeElement?.closest('input')))
			return;
		this.radioKey = key;
		fill(this.bluetooth, found && h('h3', null, 'Bluetooth'), found && (found.bluetooth !== 'on' ? h('p.none', null, t('radio.' + found.bluetooth)) :
			[h('ul.radio', null, found.boards.map((one) => this.radio(one))), h('p.rule', null, h('button', {type: 'button', 'data-do': 'scan', disabled: found.scanning,
				onclick: () => this.sendRadio({do: 'scan'})}, t(found.scanning ? 'radio.scanning' : 'radio.scan')))]));
	}

	radio(one) {
		const pin = h('input', {inputMode: 'numeric', maxLength: 16, autocomplete: 'off', placeholder: 'PIN', 'aria-label': `PIN: ${one.name || one.address}`});
		const pair = {do: 'pair', address: one.address};

		return h('li', null, h('b', null, one.name || one.address), h('small', null, [one.make, one.address, one.signal_dbm && one.signal_dbm + ' dBm', one.battery && one.battery + ' %', one.state === 'failed' && one.why].filter(Boolean).join(' · ')),
			one.state === 'pairing' ? t('radio.doing.pair') : one.state === 'paired' ? h('button', {type: 'button', 'data-do': 'forget-radio', onclick: async () => await sure({title: `${t('radio.forget')}: ${one.name || one.address}`, yes: t('radio.forget')}) &&
				this.sendRadio({do: 'forget', address: one.address})}, t('radio.forget')) :
				[one.pin && pin, h('button', {type: 'button', 'data-do': 'pair', onclick: () => this.sendRadio(pin.value.trim() ? {...pair, pin: pin.value.trim()} : pair)}, t('radio.pair'))]);
	}

	async sendRadio(body) {
		await this.send('/v1/bluetooth', body, t('radio.doing.' + body.do));
		this.radioKey = null;
		this.drawBluetooth();
	}

	/* --- keys --- */

	async refresh() {
		try {
			this.draw(await ask('/v1/setup'));
		} catch (error) {
			this.notify(...toldOf(error));
		}
	}

	draw({keys, token, restart, file}) {
		const known = Object.fromEntries(keys.map((one) => [`${one.section}.${one.key}`, one]));

		this.banner.hidden = !restart;
		this.where.textContent = t('conf.where', {file});
		const forms = [...Object.entries(SECTIONS).map(([name, names]) => this.section(name, names, known)), this.lichess(known, token)];

		forms.forEach((form, i) => {
			form.known = JSON.stringify([...(Object.values(SECTIONS)[i] || [this.lichessKey()]).map((name) => known[name]), token]);
		});

		/* What somebody has typed and not saved stays, and so does a form of which nothing has changed: somebody may be about to type. */
		this.forms = forms.map((form, i) => {
			const shown = this.forms?.[i];

			return shown && (shown.dataset.typed || (!shown.saved && (shown.known === form.known || shown.contains(document.activeElement)))) ? shown : form;
		});
		this.forms.forEach((form) => form.addEventListener('input', () => {
			form.dataset.typed = 'yes';
		}));
		/* One by one: a field that is taken out and put back loses the hand that types in it. */
		this.forms.forEach((form, i) => {
			const shown = this.sections.children[i];

			if (!shown)
				this.sections.append(form);
			else if (shown !== form)
				shown.replaceWith(form);
		});
	}

	section(name, names, known) {
		const usual = known[names[0]].when;
		const fields = names.map((key) => ({key, known: known[key], ...inputOf(key, known[key])}));

		return h('form.panel', {'aria-labelledby': 'conf-of-' + name, onsubmit: (event) => {
			event.preventDefault();
			this.save(event.target, Object.fromEntries(fields.filter((one) => one.known.from !== 'fixed').map((one) => [one.key, one.value()])));
		}}, h('h2', {id: 'conf-of-' + name}, t('conf.section.' + name)), h('p.none', null, t('conf.when.' + usual)), fields.map(({key, known: one, element}) => h('div.field-of', null,
			h('label', {htmlFor: element.id}, t('conf.key.' + key.replaceAll('_', '-'))), element, one.from === 'fixed' ? h('small', null, t('conf.fixed', {where: one.where})) :
				one.when !== usual && h('small', null, t('conf.when.' + one.when)))), h('p.rule', null, h('button.primary', {type: 'submit', 'data-do': 'save-' + name}, t('conf.save'))));
	}

	lichessKey() {
		return 'lichess.round.' + (this.round() || 1);
	}

	/* The token is written, and never read again. */
	lichess(known, hasToken) {
		const number = this.round() || 1;
		const key = this.lichessKey();
		const id = h('input', {id: 'conf-lichess', autocomplete: 'off', value: known[key]?.value || '', disabled: known[key]?.from === 'fixed',
			placeholder: 'https://lichess.org/broadcast/…/AbCd1234'});
		const token = h('input', {id: 'conf-token', type: 'password', autocomplete: 'new-password', maxLength: 200, placeholder: hasToken ? '••••••••' : ''});

		return h('form.panel', {'aria-labelledby': 'conf-of-lichess', onsubmit: (event) => {
			event.preventDefault();
			this.save(event.target, {[key]: lichessId(id.value) || null}, token.value.trim() || undefined);
		}}, h('h2', {id: 'conf-of-lichess'}, 'Lichess'),
		h('div.field-of', null, h('label', {htmlFor: id.id}, t('conf.lichess-round', {n: number})), id, h('small', null, t('conf.lichess-how'))),
		h('div.field-of', null, h('label', {htmlFor: token.id}, t('conf.token')), token, h('small', null, t(hasToken ? 'conf.token-kept' : 'conf.token-none'))),
		h('p.rule', null, h('button.primary', {type: 'submit', 'data-do': 'save-lichess'}, t('conf.save')),
			hasToken && h('button', {type: 'button', 'data-do': 'forget-token', onclick: (event) => this.save(event.target.form, {}, null)}, t('conf.token-forget'))));
	}

	async save(form, set, token) {
		const answer = await this.send('/v1/setup', {set, ...(token !== undefined && {token})}, t('conf.saved'));

		if (answer) {
			delete form.dataset.typed;
			form.saved = true; /* what was typed is shown as it was taken */
			setTimeout(() => this.refresh(), 300); /* when it is in force */
		}
	}

	async send(path, body, text) {
		try {
			const answer = await ask(path, body);

			this.notify(text, 'good');
			return answer;
		} catch (error) {
			this.notify(...toldOf(error));
			return null;
		}
	}

	async restart() {
		if (await sure({title: t('conf.restart'), text: t('conf.restart-sure'), yes: t('conf.restart')}))
			await this.send('/v1/setup', {restart: true}, t('conf.restarting'));
	}
}

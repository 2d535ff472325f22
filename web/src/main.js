// SPDX-License-Identifier: GPL-3.0-or-later
// The page: settings, who is logged in, which view, and the stream that feeds it.
import { h, fill, say, setText } from './dom.js';
import { HallView } from './hall.js';
import { Inbox } from './inbox.js';
import { Hall } from './model.js';
import { Refused, Stream, ask } from './link.js';
import { GameReport, RoundReport } from './report.js';
import { RoundView } from './round.js';
import { TableView } from './table.js';
import { actionText, languageName, setLanguage, t } from './words.js';

const settings = {
	get: (key) => JSON.parse(localStorage.getItem('boardd.' + key) ?? 'null'),
	set: (key, value) => localStorage.setItem('boardd.' + key, JSON.stringify(value)),
};
const hall = new Hall();
const main = document.querySelector('main');
let view = null;
let inbox = null;
let person = null;
let round = null;
let stream = null;

/* --- asking again for what a report did not tell wholly --- */

const stale = new Set();
const again = new Set();
let asking = 0;

hall.onstale = (table) => {
	stale.add(table);
	asking ||= setTimeout(refresh, 120);
};

/* All at once is one question; a few are asked for by themselves. */
async function refresh() {
	const tables = [...stale];

	stale.clear();
	try {
		for (const table of tables)
			await refreshOne(table);
	} catch (error) { /* gone, or too many questions: later */
		if (!(error instanceof Refused) || error.status === 429 || error.status >= 500)
			tables.forEach((table) => stale.add(table));
	}
	asking = stale.size > 0 ? setTimeout(refresh, 1500) : 0;
	inbox?.draw();
}

async function refreshOne(table) {
	const before = hall.tables.get(table);

	if (!before?.board)
		return;
	const one = await ask('/v1/boards/' + encodeURIComponent(before.board));

	if (one.table !== table)
		return;
	if (one.seq < before.seq && !again.delete(table)) { /* a report has overtaken the answer */
		again.add(table);
		hall.onstale(table);
		return;
	}
	const entry = hall.put(one, hall.tables.get(table));

	if (one.game && (one.game.irregularities > 0 || one.game.unsure || entry.open.length > 0 || view?.table === table)) {
		hall.detail(table, await ask('/v1/games/' + encodeURIComponent(one.game.game)));
	}
	view?.touch?.(table);
}

/* --- deciding --- */

/* why(text) hears the reason, where the one who asked shows it. */
async function act(table, action, why) {
	const board = hall.tables.get(table)?.board;

	try {
		await ask(`/v1/boards/${encodeURIComponent(board)}/actions`, {action});
		notify(t('do.done', {what: actionText(action)}), 'good');
		hall.onstale(table);
		return true;
	} catch (error) {
		if (error instanceof Refused && error.status === 401)
			notify(t('do.login') + ' ' + t('who.how'), 'bad');
		else
			notify(error instanceof Refused ? t('do.refused') : t('do.failed'), 'bad', error.message);
		if (error instanceof Refused)
			why?.(error.message);
		return false;
	}
}

let noticeTimer = 0;

/* The daemon gives its reasons in English; they are marked so. */
function notify(text, kind, why) {
	const notice = document.getElementById('notice');

	notice.setAttribute('role', kind === 'bad' ? 'alert' : 'status');
	fill(notice, h('span', null, text), why && h('span', {lang: 'en'}, ' ' + why),
		h('button', {type: 'button', 'aria-label': '✕', onclick: () => fill(notice)}, '✕'));
	notice.dataset.kind = kind;
	clearTimeout(noticeTimer);
	noticeTimer = setTimeout(() => fill(notice), kind === 'bad' ? 15000 : 5000);
}

/* --- the bar --- */

function toggle(key, onchange) {
	const box = h('input', {type: 'checkbox', checked: Boolean(settings.get(key)), onchange: () => {
		settings.set(key, box.checked);
		onchange?.();
	}});

	return h('label.toggle', {title: t(`set.${key}-why`)}, box, ' ', t('set.' + key));
}

function choice(key, values, word, onchange) {
	return h('select', {'aria-label': t('set.' + key), onchange: (event) => {
		settings.set(key, event.target.value);
		onchange(event.target.value);
	}}, values.map((value) => h('option', {value, selected: value === (settings.get(key) ?? values[0])}, word(value))));
}

function drawBar() {
	const names = {en: 'English', da: 'Dansk', no: 'Norsk'};

	fill(document.querySelector('header'),
		h('a.skip', {href: '#main', onclick: (event) => {
			event.preventDefault();
			main.querySelector('h1')?.focus();
		}}, t('page.skip')),
		h('a.brand', {href: '#/'}, 'boardd', h('span.round-name', null, round ? ' · ' + t('round.n', {n: round}) : '')),
		h('nav', {'aria-label': t('nav.label')}, h('a', {href: '#/'}, t('nav.hall')), h('a', {href: '#/pairings'}, t('nav.round')),
			h('a', {href: '#/round'}, t('nav.round-short'))),
		h('span.link', {id: 'link', 'data-up': String(stream?.isUp ?? false)}, t('link.good')),
		h('details.settings', null, h('summary', null, person ? person : t('set.label')),
			h('div.menu', null,
				h('p.who', {id: 'who'}, person ? t('who.in', {name: person}) : [h('b', null, t('who.nobody')), '. ', t('who.how')]),
				person && h('button', {type: 'button', 'data-do': 'logout', onclick: logout}, t('who.logout')),
				toggle('discreet', redraw), toggle('sound'),
				h('label.field', null, h('span', null, t('set.language')), choice('language', ['en', 'da', 'no'],
					(name) => names[name], start)),
				h('label.field', null, h('span', null, t('set.theme')), choice('theme', ['auto', 'light', 'dark'],
					(name) => t('theme.' + name), paint)))));
	markPlace();
}

function paint() {
	document.documentElement.dataset.theme = settings.get('theme') || 'auto';
	document.body.classList.toggle('discreet', Boolean(settings.get('discreet')));
}

function redraw() {
	paint();
	route();
	inbox.redraw();
}

async function logout() {
	await ask('/v1/logout', {}).catch(() => {});
	person = null;
	drawBar();
}

/* A link from boardctl works once: it must not stay in the address. */
async function login() {
	const invitation = /^#login=(\w+)/.exec(location.hash)?.[1];

	if (invitation) {
		history.replaceState(null, '', location.pathname + '#/');
		try {
			person = (await ask('/v1/login', {invitation})).name;
			notify(t('who.in', {name: person}), 'good');
			return;
		} catch (error) {
			notify(t('who.refused'), 'bad');
		}
	}
	person = (await ask('/v1/me')).name;
}

/* --- views --- */

function viewOf(hash) {
	const [, word, rest] = /^#\/?(\w*)\/?(.*)$/.exec(hash) || ['', '', ''];

	if (word === 'table' && hall.tables.has(Number(rest)))
		return new TableView(hall, Number(rest), act, settings);
	if (word === 'report')
		return new GameReport(decodeURIComponent(rest));
	if (word === 'pairings')
		return new RoundView({round, notify, changed: (number) => {
			round = number;
			drawBar();
		}});
	if (word === 'round')
		return new RoundReport(hall);
	return new HallView(hall, settings);
}

function markPlace() {
	for (const link of document.querySelectorAll('nav a'))
		link.ariaCurrent = link.hash === (location.hash || '#/') ? 'page' : null;
}

function route(event) {
	view?.leave?.();
	view = viewOf(location.hash);
	const isHall = view instanceof HallView;

	document.body.dataset.view = isHall ? 'hall' : 'other';
	fill(main, isHall ? [view.element, inbox.element] : view.element);
	markPlace();
	scrollTo(0, 0);
	const entered = view.enter();

	document.title = `${main.querySelector('h1')?.textContent || 'boardd'} · boardd`;
	if (event) { /* whoever went there by a key goes on from the heading */
		main.querySelector('h1')?.focus({preventScroll: true});
		entered?.then(() => main.querySelector('h1')?.focus({preventScroll: true}));
	}
}

/* --- the stream --- */

async function begin() {
	const [status, boards] = await Promise.all([ask('/v1/status'), ask('/v1/boards')]);

	round = status.round;
	hall.scale = status.time_scale;
	hall.load(boards);
	drawBar();
	route();
	inbox.draw();
	for (const entry of hall.tables.values())
		if (entry.game?.irregularities > 0 || entry.game?.unsure)
			hall.onstale(entry.table);
	return boards.seq;
}

function hear(report) {
	const table = hall.apply(report);

	if (table === null)
		return;
	if (report.event === 'irregularity' || report.event === 'unsure') {
		inbox.arrived({...report, kind: report.kind || 'unsure'});
		inbox.draw();
	}
	view?.touch?.(table, report);
}

function changed(isUp) {
	const was = document.body.dataset.link;

	document.body.dataset.link = isUp ? 'up' : 'down';
	document.getElementById('link')?.setAttribute('data-up', isUp);
	setText(document.getElementById('lost'), isUp ? '' : t('link.lost'));
	if (was && was !== document.body.dataset.link)
		say(t(isUp ? 'link.healed' : 'link.lost'), !isUp);
}

async function start() {
	document.documentElement.lang = await setLanguage(settings.get('language') ?? navigator.language);
	if (settings.get('language') === null)
		settings.set('language', languageName());
	paint();
	inbox = new Inbox(hall, settings, act);
	drawBar();
	if (stream) {
		route();
		inbox.draw();
		changed(stream.isUp);
	}
}

await start();
await login().catch(() => {});
stream = new Stream({begin, report: hear, changed});
addEventListener('hashchange', (event) => {
	if (location.hash.startsWith('#login='))
		login().then(drawBar);
	else
		route(event);
});

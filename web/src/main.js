// SPDX-License-Identifier: GPL-3.0-or-later
// The page: settings, who is logged in, which view, and the tables that feed it.
import { h, fill, say, setText } from './dom.js';
import { castRows, castWord, isSent } from './broadcast.js';
import { mateText } from './claims.js';
import { HallView } from './hall.js';
import { Inbox } from './inbox.js';
import { Hall } from './model.js';
import { Tables, ask } from './link.js';
import { firstForm, pinForm } from './login.js';
import { isTyping, keyList } from './replay.js';
import { sure } from './sure.js';
import { TableView } from './table.js';
import { LANGUAGES, actionText, decisionText, languageName, setLanguage, t, timeText } from './words.js';

const settings = {
	get: (key) => JSON.parse(localStorage.getItem('boardd.' + key) ?? 'null'),
	set: (key, value) => localStorage.setItem('boardd.' + key, JSON.stringify(value)),
};
const hall = new Hall();
const main = document.querySelector('main');
let view = null;
let inbox = null;
let person = null;
let isFirst = false; /* nobody has ever logged in: the name can be taken here */
let round = null;
let link = null; /* with the daemon */

/* --- deciding --- */

/* What changes a game: when it is over, or when it would be, it is asked first. */
const CHANGES = ['result', 'set-move', 'takeback', 'set-position', 'new-game', 'resign', 'flag', 'penalty', 'count', 'claim', 'accept', 'choose'];

const MOVES = ['set-move', 'takeback', 'set-position']; /* what has been sent to those who watch becomes another */

async function isMeant(entry, action) {
	const verb = action.split(' ')[0];
	const game = entry?.game;
	const isOver = game?.state === 'ended' && CHANGES.includes(verb);
	const isPlayed = game?.state === 'started' && game.plies > 0;
	const why = isOver ? 'finished' : isPlayed && verb === 'new-game' ? 'playing' : isPlayed && sends && MOVES.includes(verb) ? 'published' : null;

	return !why || sure({title: `${t('table.n', {n: entry.table})}: ${actionText(action)}`, text: t('sure.' + why), list: isOver ? [`${t('table.result')}: ${game.result}`] : [], yes: actionText(action)});
}

/* Somebody was first: who, and what was ruled. Null: nobody was. */
async function ruledBefore(entry, action) {
	const [verb, id] = action.split(' ');

	if (!['uphold', 'dismiss'].includes(verb) || !id || !entry?.game)
		return null;
	const game = await ask('/v1/games/' + encodeURIComponent(entry.game.game)).catch(() => null);
	const ruling = game?.decisions.findLast((one) => !one.undone && [`uphold ${id}`, `dismiss ${id}`].includes(one.action.split(' ', 2).join(' ')));

	return ruling ? `${decisionText(ruling, game.irregularities)} (${timeText(ruling.time)})` : null;
}

/* What a person is told of an error, as notify() takes it; the words for refusals come with the office. */
async function told(error) {
	const theirs = await fetchOffice();

	return theirs ? theirs.toldOf(error) : [t('do.failed'), 'bad', error.message];
}

/* why(...) hears the reason, where the one who asked shows it. The daemon's own words are marked as English. */
async function refused(entry, action, error, why) {
	const first = await ruledBefore(entry, action);
	const [reason, , words] = first ? [first, 'bad', null] : await told(error);

	if (error.status === 401)
		setPerson(null);
	notify(reason, 'bad', words);
	why?.(reason, words && h('span', {lang: 'en'}, ' ' + words));
	return false;
}

/* isAsked: somebody has been asked already, of the first of several. */
async function act(table, action, why, isAsked = false) {
	const entry = hall.tables.get(table);

	if (!isAsked && !await isMeant(entry, action))
		return false;
	try {
		const {seq} = await ask(`/v1/boards/${encodeURIComponent(entry?.board)}/actions`, {action});

		notify(action.startsWith('note ') ? decisionText({by: person, action}) : t('do.done', {what: actionText(action)}), 'good', null, !action.startsWith('undo') && seq &&
			{text: t('do.undo'), act: () => act(table, 'undo ' + seq)});
		return true;
	} catch (error) {
		return refused(entry, action, error, why);
	}
}

let noticeTimer = 0;

/* The daemon gives its reasons in English; they are marked so. more: a button, {text, act}. */
function notify(text, kind, why, more) {
	const notice = document.getElementById('notice');
	const close = () => fill(notice);

	notice.setAttribute('role', kind === 'bad' ? 'alert' : 'status');
	fill(notice, h('span', null, text), why && h('span', {lang: 'en'}, ' ' + why),
		more && h('button', {type: 'button', 'data-do': 'toast-undo', onclick: () => {
			close();
			more.act();
		}}, more.text), h('button', {type: 'button', 'aria-label': t('do.close'), onclick: close}, '✕'));
	notice.dataset.kind = kind;
	clearTimeout(noticeTimer);
	noticeTimer = setTimeout(close, kind === 'bad' ? 15000 : more ? 10000 : 5000);
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
	fill(document.querySelector('header'),
		h('a.skip', {href: '#main', onclick: (event) => {
			event.preventDefault();
			main.querySelector('h1')?.focus();
		}}, t('page.skip')),
		h('a.brand', {href: '#/'}, 'boardd', h('span.round-name', null, round ? ' · ' + t('round.n', {n: round}) : '')),
		h('nav', {'aria-label': t('nav.label')}, h('a', {href: '#/'}, t('nav.hall')), h('a', {href: '#/pairings'}, t('nav.round')),
			h('a', {href: '#/round'}, t('nav.round-short')), h('a', {href: '#/broadcast'}, t('nav.broadcast')), h('a', {href: '#/setup'}, t('nav.setup'))),
		h('a.cast-link', {id: 'cast', href: '#/broadcast', 'data-state': cast}, t('cast.word.' + cast)),
		h('span.link', {id: 'link', 'data-up': String(link?.isUp ?? false)}, t('link.good')),
		h('details.settings', null, h('summary', null, person ? person : t('set.label')),
			h('div.menu', null,
				h('p.who', {id: 'who'}, person ? t('who.in', {name: person}) : [h('b', null, t('who.nobody')), '. ', t('who.how')]),
				person ? [h('a', {href: '#/people'}, t('people.title')), h('button', {type: 'button', 'data-do': 'logout', onclick: logout}, t('who.logout'))] :
					!isFirst && pinForm((pin) => come('/v1/login', {pin}, 'who.pin-refused')),
				toggle('discreet', redraw), toggle('sound', () => settings.get('sound') && inbox.sound()), toggle('notices', askNotices),
				h('label.field', null, h('span', null, t('set.language')), choice('language', Object.keys(LANGUAGES),
					(name) => LANGUAGES[name], start)),
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

/* Who the daemon takes us for: somebody may have been logged out elsewhere. */
function setPerson(name) {
	if (name === person)
		return;
	person = name;
	document.body.classList.toggle('stranger', !person);
	drawBar();
}

async function logout() {
	await ask('/v1/logout', {}).catch(() => {});
	setPerson(null);
}

/* By a PIN, or as the first. */
async function come(path, body, why) {
	try {
		const {name} = await ask(path, body);

		isFirst = false;
		setPerson(name);
		redraw();
		notify(t('who.in', {name}), 'good');
	} catch (error) {
		const isLate = error.status === 401 || error.status === 409;

		notify(...isLate ? [t(why), 'bad'] : await told(error));
		if (error.status === 409) {
			isFirst = false;
			drawBar();
			redraw();
		}
	}
}

/* A link from boardctl works once: it must not stay in the address. */
async function login() {
	const invitation = /^#login=(\w+)/.exec(location.hash)?.[1];

	if (invitation) {
		history.replaceState(null, '', location.pathname + '#/');
		try {
			setPerson((await ask('/v1/login', {invitation})).name);
			notify(t('who.in', {name: person}), 'good');
			return;
		} catch (error) {
			notify(t('who.refused'), 'bad');
		}
	}
	const me = await ask('/v1/me');

	isFirst = Boolean(me.claim);
	setPerson(me.name);
	document.body.classList.toggle('stranger', !person);
}

/* Notices outside the page are the browser's to allow. */
async function askNotices() {
	if (settings.get('notices') && await Notification.requestPermission() !== 'granted') {
		settings.set('notices', false);
		drawBar();
		notify(t('set.notices-not'), 'bad');
	}
}

/* --- views --- */

const OFFICE = ['report', 'pairings', 'broadcast', 'setup', 'people', 'round', 'archive', 'game'];
let office = null; /* their views: fetched when one of them is first looked at */

function placeOf(hash) {
	const [, word, rest] = /^#\/?(\w*)\/?(.*)$/.exec(hash) || ['', '', ''];

	return {word, rest};
}

function viewOf(hash) {
	const {word, rest} = placeOf(hash);

	if (OFFICE.includes(word) && !office)
		return new Nowhere(t('do.failed'));
	if (word === 'table' && hall.tables.has(Number(rest)))
		return new TableView(hall, Number(rest), act, settings, (table) => link?.watch(table));
	if (word === 'report')
		return new office.GameReport(decodeURIComponent(rest), hall);
	if (word === 'pairings')
		return new office.RoundView({round, hall, notify, act, changed: setRound, past: Number(rest) && Number(rest) !== round ? Number(rest) : 0});
	if (word === 'broadcast')
		return new office.BroadcastView(hall);
	if (word === 'setup')
		return new office.SetupView({hall, notify, round: () => round, person: () => person});
	if (word === 'people')
		return new office.PeopleView({person: () => person, notify});
	if (word === 'archive')
		return new office.ArchiveView(rest);
	if (word === 'game')
		return new office.GameView(decodeURIComponent(rest));
	if (word === 'round')
		return new office.RoundReport(() => round, hall);
	return word === '' ? new HallView(hall, settings, saveFloor) : new Nowhere(word === 'table' ? t('page.no-table', {n: rest}) : t('page.nowhere'));
}

/* An address that leads nowhere says so. */
class Nowhere {
	constructor(text) {
		this.element = h('div.panel.nowhere', null, h('h1', {tabIndex: -1}, text), h('p', null, h('a', {href: '#/'}, '← ' + t('table.back'))));
	}

	enter() {}

	/* Perhaps it is there now. */
	touch() {
		if (!(viewOf(location.hash) instanceof Nowhere))
			route();
	}
}

function setRound(number) {
	if (round === number)
		return;
	round = number;
	drawBar();
}

async function fetchOffice() {
	office ??= await import('./office.js').catch(() => null);
	return office;
}

function markPlace() {
	for (const link of document.querySelectorAll('nav a'))
		link.ariaCurrent = link.hash === (location.hash || '#/') ? 'page' : null;
}

async function route(event) {
	const {hash} = location;

	if (!office && OFFICE.includes(placeOf(hash).word)) {
		await fetchOffice();
		if (location.hash !== hash) /* somebody has gone on meanwhile */
			return;
	}
	view?.leave?.();
	view = viewOf(location.hash);
	const isHall = view instanceof HallView;

	document.body.dataset.view = isHall ? 'hall' : 'other';
	fill(main, isFirst && !person && firstForm((name) => come('/v1/claim', {name}, 'first.late')), isHall ? [view.element, inbox.element] : view.element);
	markPlace();
	scrollTo(0, 0);
	const entered = view.enter();

	setTitle();
	if (event) { /* whoever went there by a key goes on from the heading */
		main.querySelector('h1')?.focus({preventScroll: true});
		entered?.then(() => main.querySelector('h1')?.focus({preventScroll: true}));
	}
}

/* How many wait stands before the title, for who looks at another tab. */
function setTitle() {
	const count = hall.waiting().length;

	const title = `${count > 0 ? `(${count}) ` : ''}${main.querySelector('h1')?.textContent || 'boardd'} · boardd`;

	if (document.title !== title)
		document.title = title;
}

/* j and k go through what waits, u and d rule on it, / finds, ? tells. */
function onkey(event) {
	const rows = [...document.querySelectorAll('.findings > li[data-seq] > details')];
	const at = rows.indexOf(document.activeElement?.closest?.('.findings > li > details'));
	const go = (step) => rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.querySelector('summary').focus();

	if (isTyping(event))
		return;
	if (event.key === 'j' || event.key === 'k')
		go(event.key === 'j' ? 1 : -1);
	else if ((event.key === 'u' || event.key === 'd') && at >= 0)
		rows[at].querySelector(`[data-do=${event.key === 'u' ? 'uphold' : 'dismiss'}]`)?.click();
	else if (event.key === '/')
		document.getElementById('find')?.focus();
	else if (event.key === '?')
		sayKeys();
	else
		return;
	event.preventDefault();
}

function sayKeys() {
	const dialog = h('dialog.sure', {'aria-labelledby': 'keys-title', onclose: () => dialog.remove()}, h('h2', {id: 'keys-title'}, t('keys.title')),
		keyList([['j', t('keys.j')], ['k', t('keys.k')], ['u', t('do.uphold')], ['d', t('do.dismiss')], ['/', t('tables.find')],
			['← →', t('replay.label')], ['f', t('replay.flip')], ['Esc', t('evidence.live')]]),
		h('p.rule', null, h('button', {type: 'button', onclick: () => dialog.close()}, t('do.close'))));

	document.body.append(dialog);
	dialog.showModal();
}

/* --- what the daemon tells --- */

let isTold = false; /* every table at least once */

/* All tables are known, at first or after a loss. */
async function begin() {
	const status = await ask('/v1/status').catch(() => null);

	hall.settle();
	if (status) {
		round = status.round;
		hall.scale = status.time_scale;
		setCast(status);
		hall.floor = floorOf(status);
	}
	drawBar();
	if (isTold && view)
		hall.tables.forEach((entry, table) => view.touch?.(table));
	else
		route();
	isTold = true;
	inbox.draw();
	setTitle();
}

/* What waits for a person since the last time; at first nothing is new. */
function noticeArrivals(before, entry) {
	const known = new Set([...before.open.map((one) => one.seq), before.asks?.seq]);
	const fresh = [...entry.open, ...(entry.asks ? [entry.asks] : [])].filter((one) => !known.has(one.seq));

	fresh.forEach((one) => inbox.arrived(one));
	if (entry.mate?.late && entry.mate.dead && entry.mate.seq !== before.mate?.seq)
		say(`${t('table.n', {n: entry.table})}: ${mateText(entry.mate)}. ${t('mate.late')}`, true);
}

let isComplete = false;

function hearTables({complete, seq, tables}) {
	hall.seq = seq;
	for (const change of tables) {
		const before = hall.apply(change);
		const entry = hall.tables.get(change.table);

		if (isTold && before)
			noticeArrivals(before, entry);
		if (change.game?.round)
			noticeRound(change.game.round);
		if (isTold)
			view?.touch?.(change.table, change);
	}
	if (complete && !isComplete) {
		isComplete = true;
		begin();
	} else if (isTold && tables.length > 0) {
		inbox.draw();
		setTitle();
	}
}

let cast = 'off';
let sends = false; /* games, to any who watch */

/* Whether it is live: that is said of the broadcast, and on every page. */
function setCast(status) {
	const rows = castRows(status, [...hall.tables.values()]);
	const word = castWord(rows);

	sends = isSent(rows);
	if (word !== cast) {
		cast = word;
		drawBar();
	}
}

setInterval(async () => {
	const status = !document.hidden && link?.isUp ? await ask('/v1/status').catch(() => null) : null;

	if (status) {
		setCast(status);
		setRound(status.round);
		noticeFloor(floorOf(status));
	}
}, 10000);

/* --- the floor, which is the same for everybody --- */

function floorOf({floor}) {
	return floor ? floor.split(' ').map(Number) : null;
}

let savesFloor = 0;

function noticeFloor(floor) {
	if (savesFloor > 0 || String(floor) === String(hall.floor))
		return;
	hall.floor = floor;
	view?.stand?.(floor);
}

async function saveFloor(floor) {
	savesFloor++;
	try {
		await ask('/v1/setup', {set: {'boards.floor': floor.join(' ')}});
		return true;
	} catch (error) {
		notify(...await told(error));
		return false;
	} finally {
		setTimeout(() => savesFloor--, 1000); /* until it is in force nobody else's is older */
	}
}

let asksRound = 0;

/* Another round was begun, or taken back, perhaps by somebody else. */
function noticeRound(number) {
	if (number !== round)
		asksRound ||= setTimeout(async () => {
			asksRound = 0;
			setRound((await ask('/v1/status').catch(() => ({round}))).round);
		}, 500);
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
	if (link?.isUp) {
		route();
		inbox.draw();
		changed(link.isUp);
	}
}

await start();
await login().catch(() => {});
link = new Tables({tell: hearTables, changed, person: setPerson, hello() {
	isComplete = false;
	hall.begin();
}});
addEventListener('keydown', onkey);
addEventListener('hashchange', (event) => {
	if (location.hash.startsWith('#login='))
		login().then(drawBar);
	else
		route(event);
});

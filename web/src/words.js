// SPDX-License-Identifier: GPL-3.0-or-later
// The language in use, and how things are said in it.
import { lawOf } from './laws.js';

/* The one list of them: each is a file of this folder, and CMake reads this line. */
export const LANGUAGES = {en: 'English', da: 'Dansk', no: 'Norsk'};

let language = 'en';
let words = {messages: {}, kinds: {}, remedies: {}, laws: {}};

/* Only the words of the language in use are fetched. */
export async function setLanguage(name) {
	const wanted = String(name || '').toLowerCase().replace(/^n[bn]\b/, 'no').slice(0, 2);

	language = wanted in LANGUAGES ? wanted : 'en';
	words = await import(`./${language}.js`);
	return language;
}

export function languageName() {
	return language;
}

/* The message of a key, filled in. A key that is missing is shown, so that it is found. */
export function t(key, given) {
	const text = words.messages[key] ?? key;

	return given ? text.replace(/\{(\w+)\}/g, (all, name) => given[name] ?? all) : text;
}

export function kindText(kind) {
	return words.kinds[kind] ?? kind;
}

export function remedyText(remedy) {
	return words.remedies[remedy || 'none'] ?? remedy;
}

export function lawText(edition, article) {
	return words.laws[lawOf(edition, article)] ?? '';
}

/* A move in the letters of the language: the Laws let each nation use its own (Art. C.3). */
export function sanText(san) {
	if (!san || language === 'en')
		return san || '';
	return san.replace(/[QRBN]/g, (letter) => t('letters')['QRBN'.indexOf(letter)]).replace(/O/g, '0');
}

export function colorText(color) {
	return t(color === 'white' || color === 'black' || color === 'both' ? color : 'nobody');
}

export function manText(letter) {
	return t('man.of', {color: t(letter === letter.toUpperCase() ? 'color.w' : 'color.b'),
		man: t('man.' + letter.toLowerCase())});
}

export function nameText(player) {
	return player && player.name ? (player.title ? player.title + ' ' : '') + player.name : '–';
}

export function clockText(seconds) {
	if (seconds === null || seconds === undefined)
		return '–:––';
	const whole = Math.ceil(seconds);
	const two = (n) => String(n).padStart(2, '0');

	return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

export function timeText(time, withMs) {
	if (!time)
		return '–';
	return new Date(time).toLocaleTimeString(language, {hour: '2-digit', minute: '2-digit',
		second: '2-digit', fractionalSecondDigits: withMs ? 3 : undefined, hour12: false});
}

export function dateText(time) {
	return time ? new Date(time).toLocaleString(language, {dateStyle: 'medium', timeStyle: 'short',
		hour12: false}) : '–';
}

/* "12." or "12...": how a ply is called. */
export function plyText(ply, firstIsBlack) {
	const at = ply + (firstIsBlack ? 1 : 0);

	return `${Math.ceil(at / 2)}${at % 2 === 1 ? '.' : '…'}`;
}

/* Notes that the page writes itself mean something: they are said in the reader's language. */
const NOTES = [[/^note going #(\d+)$/, 'going'], [/^note done #(\d+)$/, 'done'], [/^note given (white|black) (\d+)$/, 'given'],
	[/^note colours swapped after the game$/, 'swapped'], [/^note #(\d+): (.*)$/, 'note-of'], [/^note (.*)$/, 'note']];

function noteText(by, action) {
	for (const [pattern, key] of NOTES) {
		const [all, first, second] = pattern.exec(action) || [];

		if (all)
			return t('log.' + key, {by, id: first, text: second ?? first, color: colorText(first), n: second});
	}
	return null;
}

/* Who decided what, as a sentence: "Ane upheld report 1: ..., Black". found: the reports of the game. */
export function decisionText({by, action}, found) {
	const [verb, id, ...rest] = action.split(' ');
	const report = found?.find((one) => String(one.id) === id);
	const about = report ? ': ' + [kindText(report.kind).replace(/\.$/, ''), colorText(report.color)].join(', ') : '';

	if (verb === 'uphold' || verb === 'dismiss')
		return id ? t('log.' + verb, {by, id}) + about : t(`log.${verb}-newest`, {by});
	if (verb === 'undo')
		return t('log.undo', {by});
	if (verb === 'result')
		return id === '*' ? t('log.no-result', {by}) : t('log.result', {by, result: id}) +
			(rest.length > 0 && words.messages['reason.' + rest[0]] ? `, ${t('reason.' + rest[0])}` : '');
	return noteText(by, action) ?? t('log.other', {by, what: actionText(action)});
}

/* An arbiter's action in words, from the words of the stream. */
export function actionText(action) {
	const [verb, ...rest] = action.split(' ');

	if (verb === 'set-move') /* which move, and not in the letters of programs */
		return `${t('act.set-move')} ${plyText(Number(rest[0]))}`;
	if (verb === 'set-position')
		return t('act.set-position');
	const known = words.messages['act.' + verb] ? t('act.' + verb) : verb;
	const said = verb === 'note' ? rest : rest.map((word) => {
		for (const group of ['', 'claim.', 'penalty.', 'reason.'])
			if (words.messages[group + word])
				return t(group + word);
		return words.kinds[word] ? kindText(word) : word;
	});
	const number = verb === 'uphold' || verb === 'dismiss' ? rest.map((id) => '#' + id) : said;
	const short = verb === 'uphold' || verb === 'dismiss' ? t('do.' + verb) : known;

	return [short, ...number].join(' ');
}

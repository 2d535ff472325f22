// SPDX-License-Identifier: GPL-3.0-or-later
// A file of a pairing program as the page reads it: its letters, and who in it is a minor.

/* UTF-8, or else what older programs write; a file that is read as the wrong one loses its letters. */
export async function pairingText(file) {
	const bytes = await file.arrayBuffer();

	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/* Whole years from a day of birth, "2010/05/31" or a year alone, to a day; null: it is not known. A year alone counts to its end. */
function ageAt(born, day) {
	const [, year, month, date] = /^(\d{4})(?:[/.-](\d\d)[/.-](\d\d))?$/.exec(born) ?? [];

	if (!year || Number(year) < 1900)
		return null;
	const isBefore = !Number(month) || new Date(day.getFullYear(), Number(month) - 1, Number(date)) > day;

	return day.getFullYear() - Number(year) - (isBefore ? 1 : 0);
}

const OF_AGE = 18;

/* Names of a TRF's players under age on a day: columns 15 to 47 are the name, 70 to 79 the day of birth. */
export function minorsOf(text, day) {
	return text.split(/\r\n|\r|\n/).filter((line) => line.startsWith('001 ')).map((line) => {
		const letters = [...line]; /* columns are letters, not halves of them */
		const age = ageAt(letters.slice(69, 79).join('').trim(), day);

		return age !== null && age < OF_AGE ? letters.slice(14, 47).join('').trim().replace(/\s+/g, ' ') : null;
	}).filter(Boolean);
}

/* A list of hidden names, as [broadcast] hidden has it, and those of these that it does not have yet. */
export function notHidden(names, list) {
	const known = (list || '').split('|').map((name) => name.trim().toLowerCase());

	return known.includes('*') ? [] : names.filter((name) => !known.includes(name.toLowerCase()));
}

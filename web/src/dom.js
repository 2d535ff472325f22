// SPDX-License-Identifier: GPL-3.0-or-later
// Elements in a line of code each; nothing is ever parsed from text.

/* h('a.big', {href: '#/'}, 'text', child, ...): null and false are left out. */
export function h(name, given, ...children) {
	const [tag, ...classes] = name.split('.');
	const element = document.createElement(tag || 'div');

	if (classes.length > 0)
		element.className = classes.join(' ');
	for (const [key, value] of Object.entries(given || {})) {
		if (value === null || value === undefined || value === false)
			continue;
		if (key.startsWith('on'))
			element.addEventListener(key.slice(2), value);
		else if (key in element && key !== 'list' && key !== 'form' && key !== 'role')
			element[key] = value;
		else
			element.setAttribute(key, value === true ? '' : value);
	}
	fill(element, ...children);
	return element;
}

export function fill(element, ...children) {
	element.replaceChildren(
		...children.flat(9).filter((one) => one !== null && one !== undefined && one !== false));
	return element;
}

/* Sets what changed and nothing else: a live region speaks, and a layout happens, only then. */
export function setText(element, text) {
	if (element.textContent !== text)
		element.textContent = text;
}

export function setClass(element, name, isOn) {
	if (element.classList.contains(name) !== Boolean(isOn))
		element.classList.toggle(name, Boolean(isOn));
}

let sayTimer = 0;

/* For those who listen: a sentence in the live region. */
export function say(text, isUrgent) {
	const region = document.getElementById(isUrgent ? 'alert' : 'status');

	region.textContent = '';
	clearTimeout(sayTimer);
	sayTimer = setTimeout(() => {
		region.textContent = text;
	}, 50);
}

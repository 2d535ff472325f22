// SPDX-License-Identifier: GPL-3.0-or-later
// Coming in: the first takes a name, others type a PIN.
import { h } from './dom.js';
import { t } from './words.js';

/* A field and a button beside it; done(text) is called with what was typed. */
export function typed({label, button, input, done, key}) {
	const field = h('input', {required: true, autocomplete: 'off', ...input});

	return h('form.typed', {onsubmit: (event) => {
		event.preventDefault();
		done(field.value.trim());
	}}, h('label.field', null, h('span', null, label), field), h('button.primary', {type: 'submit', 'data-do': key}, button));
}

/* While nobody has ever logged in: who is here now may be the first. */
export function firstForm(done) {
	return h('section.panel.welcome', {'aria-labelledby': 'welcome'}, h('div', null, h('h2', {id: 'welcome'}, t('first.title')), h('p', null, t('first.how'))),
		typed({label: t('first.name'), button: t('first.take'), input: {maxLength: 60}, done, key: 'claim'}));
}

export function pinForm(done) {
	return typed({label: t('who.pin'), button: t('who.enter'), input: {inputMode: 'numeric', pattern: '[0-9]{6}', maxLength: 6}, done, key: 'pin'});
}

// SPDX-License-Identifier: GPL-3.0-or-later
// What is hard to take back is asked about first: with what it concerns, and "no" under the finger.
import { h } from './dom.js';
import { t } from './words.js';

/* Resolves to true only by the button that says what will be done. */
export function sure({title, text, list, yes}) {
	return new Promise((done) => {
		const answer = (isYes) => {
			dialog.close();
			dialog.remove();
			done(isYes);
		};
		const dialog = h('dialog.sure', {'aria-labelledby': 'sure-title', oncancel: () => answer(false)},
			h('h2', {id: 'sure-title'}, title), text && h('p', null, text),
			list?.length > 0 && h('ul', null, list.map((one) => h('li', null, one))),
			h('p.rule', null, h('button', {type: 'button', 'data-do': 'no', onclick: () => answer(false)}, t('sure.no')),
				h('button.grave', {type: 'button', 'data-do': 'yes', onclick: () => answer(true)}, yes)));

		document.body.append(dialog);
		dialog.showModal();
	});
}

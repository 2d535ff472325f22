// SPDX-License-Identifier: GPL-3.0-or-later
// print.mjs URL: what the page prints of a game, as text.
import { end, open } from './support.mjs';

const page = await open(process.argv[2]);

await page.emulateMedia({media: 'print'});
await page.waitForSelector('.report .signatures');
console.log(await page.locator('.report').innerText());
await end();

// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the tests of the page: a daemon, a board, a browser, a person.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const {BOARDD, BOARDSIM, CHROMIUM, MODULES, SHOTS} = process.env;
const require = createRequire(join(MODULES, 'package.json'));
const {chromium} = require('playwright-core');

const axePath = require.resolve('axe-core/axe.min.js');
export const PATIENCE = Number(process.env.PATIENCE) || 300000; /* machines are busy */

const children = new Set();

function run(program, args, ready) {
	const child = spawn(program, args, {stdio: ['ignore', 'pipe', 'pipe']});

	children.add(child);
	child.gone = new Promise((done) => child.on('exit', (code, signal) => {
		children.delete(child);
		done(signal || code);
	}));
	child.said = '';
	child.ready = new Promise((done, fail) => {
		const hear = (text) => {
			child.said += text;
			const at = child.said.indexOf(ready);

			if (at >= 0 && child.said.includes('\n', at)) /* the whole line is there */
				done();
		};

		child.stdout.on('data', hear);
		child.stderr.on('data', hear);
		child.on('error', fail);
		child.gone.then((why) => fail(new Error(`${program} ended (${why}): ${child.said}`)));
	});
	return child;
}

export async function stop(child) {
	child.kill('SIGTERM');
	return child.gone;
}

const folder = mkdtempSync(join(tmpdir(), 'boardd-page-'));

/*
 * A daemon with a folder of its own, on a port that it finds itself. again() starts it where it
 * stopped, on the same port: somebody's connection may have borrowed that number meanwhile.
 */
export async function daemon(name, args) {
	const home = join(folder, name);
	const socket = join(home, 'control');
	const it = {socket, home, port: 0, async again() {
		const last = Date.now() + PATIENCE;

		for (;;) {
			it.child = run(BOARDD, ['--port', String(it.port), '--state', join(home, 'state'), '--socket', socket,
				...args], 'ready: ');
			try {
				await it.child.ready;
				break;
			} catch (error) {
				if (it.port === 0 || !error.message.includes('cannot listen') || Date.now() > last)
					throw error;
			}
		}
		[, it.url, it.port] = /ready: (http:\/\/localhost:(\d+)\/)/.exec(it.child.said);
		return it;
	}};

	mkdirSync(home, {recursive: true});
	return it.again();
}

/* A board on which hands do what the script says. */
export async function scripted(script, name = 'a', options = []) {
	const path = join(folder, name + '.board');

	writeFileSync(path + '.script', script);
	const child = run(BOARDSIM, ['--unix', path, '--script', path + '.script', ...options], 'board 1');

	await child.ready;
	return 'unix:' + path;
}

/*
 * A daemon and a board whose hands have brought about what holds. On a machine that stands still
 * for seconds a sensor is read too late and it does not come about: the scene is played again.
 */
export async function staged(name, script, holds, args = [], options = []) {
	for (let i = 0; i < 5; i++) {
		const it = await daemon(name + i, [...args, '--device', await scripted(script, name + i, options)]);
		const last = Date.now() + 60000;

		while (Date.now() < last) {
			if (await holds(it))
				return it;
			await new Promise((done) => setTimeout(done, 200));
		}
		await stop(it.child);
	}
	throw new Error(`${name}: it does not come about: ${holds}`);
}

/* The link that lets a person in. */
export function invite(it, name) {
	return new Promise((done, fail) => {
		const socket = connect(it.socket, () =>
			socket.write(JSON.stringify({id: 1, call: 'login', param: {name}}) + '\n'));
		let heard = '';

		socket.on('error', fail);
		socket.on('data', (bytes) => {
			heard += bytes;
			for (const line of heard.split('\n').slice(0, -1)) {
				const answer = JSON.parse(line);

				if (answer.id !== 1)
					continue;
				socket.end();
				if (answer.result)
					done(answer.result.link);
				else
					fail(new Error(answer.error));
			}
		});
	});
}

/* Machines are busy: what is waited for is a condition, never a time. */
export async function until(holds) {
	const last = Date.now() + PATIENCE;

	while (!await holds()) {
		assert.ok(Date.now() < last, 'in vain: ' + holds);
		await new Promise((done) => setTimeout(done, 100));
	}
}

export async function boards(it) {
	return (await (await fetch(it.url + 'v1/boards')).json()).boards;
}

export async function pgnOf(it) {
	const [{game}] = await boards(it);

	return (await fetch(`${it.url}v1/games/${game.game}.pgn`)).text();
}

let browser = null;

/* A window of its own, with nothing remembered; what goes wrong in it is in page.faults. */
export async function open(url, options = {}) {
	browser ??= await chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage']});
	const context = await browser.newContext({viewport: {width: 1440, height: 900}, locale: 'en', ...options});
	const page = await context.newPage();

	page.setDefaultTimeout(PATIENCE);
	page.faults = [];
	page.on('pageerror', (error) => page.faults.push(error.stack));
	if (url)
		await page.goto(url);
	return page;
}

/* The page with somebody logged in. */
export async function entered(it, name, options) {
	const page = await open(await invite(it, name), options);

	await page.waitForSelector('body[data-link=up]');
	return page;
}

/* What sticks out to the right, where the page would have to be scrolled sideways. */
export async function overflow(page) {
	return page.evaluate(() => document.documentElement.scrollWidth <= innerWidth ? [] :
		[...document.querySelectorAll('main *, header *')].filter((one) => one.getBoundingClientRect().right > innerWidth)
			.map((one) => one.outerHTML.slice(0, 80)));
}

/* What axe finds wrong with the page as it stands. */
export async function wrongs(page) {
	await page.evaluate(readFileSync(axePath, 'utf8'));
	const {violations, passes} = await page.evaluate(() => window.axe.run({exclude: ['.board']}, {runOnly: ['wcag2a', 'wcag2aa',
		'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}));

	assert.ok(passes.length > 15);
	return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html} ${node.failureSummary}`));
}

export async function shot(page, name, options) {
	mkdirSync(SHOTS, {recursive: true});
	if (options?.fullPage)
		await page.evaluate(() => scrollTo(0, 0)); /* else the bar is in the middle of it */
	await page.screenshot({path: join(SHOTS, name + '.png'), ...options});
}

export async function end() {
	await browser?.close();
	await Promise.all([...children].map(stop));
	rmSync(folder, {recursive: true, force: true});
}

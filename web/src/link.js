// SPDX-License-Identifier: GPL-3.0-or-later
// Talking with the daemon: questions, actions, and the stream that heals by itself.

const RETRY_MS = [300, 600, 1200, 2500, 5000];
const QUIET_MS = 2000; /* a hall at rest says nothing: ask whether somebody is there */
const ANSWER_MS = 2000; /* all in all a pulled cable is noticed within five seconds */

export class Refused extends Error {
	constructor(status, why) {
		super(why);
		this.status = status;
	}
}

export async function ask(path, body) {
	const answer = await fetch(path, body === undefined ? {cache: 'no-store'} : {
		method: 'POST',
		headers: {'content-type': 'application/json'},
		body: JSON.stringify(body),
	});

	if (!answer.ok)
		throw new Refused(answer.status, (await answer.json().catch(() => ({}))).error || '');
	return answer.json();
}

/* An answer of many lines, each an object. */
export async function askLines(path) {
	const answer = await fetch(path, {cache: 'no-store'});

	if (!answer.ok)
		throw new Refused(answer.status, (await answer.json().catch(() => ({}))).error || '');
	return (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/* Reports, oldest first. */
export function askEvents(board, since) {
	return askLines(`/v1/events?board=${encodeURIComponent(board)}&since=${since}`);
}

/*
 * The stream. begin() loads a snapshot and gives the number it is as of; report() takes a
 * report; changed() hears whether there is a connection, person() who the daemon takes us for. After
 * a loss it goes on from the last report; another journal, or a number it does not know, means to
 * begin anew.
 */
export class Stream {
	constructor({begin, report, changed, person}) {
		Object.assign(this, {begin, report, changed, person});
		this.since = null;
		this.journal = null;
		this.tries = 0;
		this.isUp = false;
		this.open();
		setInterval(() => this.listen(), 1000);
		addEventListener('visibilitychange', () => this.listen());
		addEventListener('online', () => this.socket?.close());
	}

	async open() {
		try {
			if (this.since === null)
				this.since = await this.begin();
		} catch (error) {
			this.lost();
			return;
		}
		const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
		const socket = new WebSocket(`${scheme}://${location.host}/v1/stream?since=${this.since}`);

		this.socket = socket;
		socket.onmessage = (message) => this.hear(socket, JSON.parse(message.data));
		socket.onclose = () => {
			if (this.socket !== socket)
				return;
			if (!this.isUp)
				this.since = null; /* refused before a word was said */
			this.lost();
		};
	}

	hear(socket, said) {
		this.heard = performance.now();
		if (said.event !== 'hello') {
			this.since = said.seq;
			this.report(said);
			return;
		}
		const isOther = this.journal !== null && this.journal !== said.journal;

		this.journal = said.journal;
		if (isOther || said.last < this.since) {
			this.since = null;
			socket.close();
			return;
		}
		this.tries = 0;
		this.isUp = true;
		this.changed(true);
	}

	lost() {
		this.isUp = false;
		this.changed(false);
		setTimeout(() => this.open(), RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)]);
	}

	/* A cable that was pulled closes no socket; and somebody may have been logged out elsewhere. */
	async listen() {
		if (!this.isUp || this.isAsking || document.hidden || performance.now() - this.heard < QUIET_MS)
			return;
		const socket = this.socket;

		this.isAsking = true;
		try {
			const answer = await fetch('/v1/me', {cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS)});

			this.heard = performance.now();
			if (answer.ok)
				this.person((await answer.json()).name);
		} catch (error) {
			if (this.isUp && this.socket === socket) { /* close() waits for an answer that will not come */
				this.socket = null;
				socket.close();
				this.lost();
			}
		}
		this.isAsking = false;
	}
}

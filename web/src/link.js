// SPDX-License-Identifier: GPL-3.0-or-later
// Talking with the daemon: questions, actions, and the stream that heals by itself.

const RETRY_MS = [300, 600, 1200, 2500, 5000];
const QUIET_MS = 15000; /* a hall at rest says nothing: ask whether somebody is there */

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

/* Reports as lines, oldest first. */
export async function askEvents(board, since) {
	const answer = await fetch(`/v1/events?board=${encodeURIComponent(board)}&since=${since}`,
		{cache: 'no-store'});

	if (!answer.ok)
		throw new Refused(answer.status, '');
	return (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/*
 * The stream. begin() loads a snapshot and gives the number it is as of; report() takes a
 * report; changed() hears whether there is a connection. After a loss it goes on from the last
 * report; another journal, or a number it does not know, means to begin anew.
 */
export class Stream {
	constructor({begin, report, changed}) {
		Object.assign(this, {begin, report, changed});
		this.since = null;
		this.journal = null;
		this.tries = 0;
		this.isUp = false;
		this.open();
		setInterval(() => this.listen(), 5000);
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

	/* A cable that was pulled closes no socket. */
	async listen() {
		if (!this.isUp || performance.now() - this.heard < QUIET_MS)
			return;
		try {
			await fetch('/healthz', {cache: 'no-store', signal: AbortSignal.timeout(5000)});
			this.heard = performance.now();
		} catch (error) {
			this.socket.close();
			if (this.isUp) { /* close() waits for an answer that will not come */
				this.socket = null;
				this.lost();
			}
		}
	}
}

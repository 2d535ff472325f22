// SPDX-License-Identifier: GPL-3.0-or-later
// pack.mjs FILE...: each once more as FILE.gz, for browsers that take it so; the same bytes give the same bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

for (const path of process.argv.slice(2))
	writeFileSync(path + '.gz', gzipSync(readFileSync(path), {level: 9}));

// SPDX-License-Identifier: GPL-3.0-or-later
// unpack.mjs LOCK                   names what LOCK wants, a line each: name@version
// unpack.mjs LOCK FOLDER CMAKE      unpacks the archives in FOLDER as `npm ci` would, here and without a network
//
// An archive has the name that `npm pack` gives it, and the hash that LOCK gives it, or nothing is unpacked.
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, renameSync, rmSync} from 'node:fs';
import {execFileSync} from 'node:child_process';
import {dirname, join, resolve} from 'node:path';

function stop(why) {
	console.error(`unpack.mjs: ${why}`);
	process.exit(1);
}

// {path, name, version, integrity} of each package
function wantedBy(lock) {
	return Object.entries(JSON.parse(readFileSync(lock, 'utf8')).packages)
		.filter(([path]) => path !== '')
		.map(([path, entry]) => ({path, name: path.replace(/^.*node_modules\//, ''), ...entry}));
}

function archiveOf(folder, {name, version, integrity}) {
	const file = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
	const [kind, digest] = integrity.split('-');

	if (!existsSync(file))
		stop(`${file} is missing: npm pack ${name}@${version}, or ./dev package`);
	if (createHash(kind).update(readFileSync(file)).digest('base64') !== digest)
		stop(`${file} is not the archive that package-lock.json names`);
	return file;
}

const [lock, folder, cmake] = process.argv.slice(2);
const wanted = wantedBy(lock);

if (folder === undefined) {
	wanted.forEach(({name, version}) => console.log(`${name}@${version}`));
} else {
	const files = wanted.map(entry => archiveOf(resolve(folder), entry));

	rmSync('node_modules', {recursive: true, force: true});
	wanted.forEach(({path}, i) => {
		rmSync('package', {recursive: true, force: true});
		execFileSync(cmake, ['-E', 'tar', 'xzf', files[i]]);
		mkdirSync(dirname(path), {recursive: true});
		renameSync('package', path);
	});
}

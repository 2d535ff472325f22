#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_documents.sh SOURCE-ROOT FOLDER...: what the documents show is what happens. TAP.
# The folders hold the programs that are shown.
set -u

cd "$1" || exit 1
shift
for folder; do
	PATH="$folder:$PATH"
done
shown=$(mktemp)
happened=$(mktemp)
trap 'rm -f "$shown" "$happened"' EXIT

# block KIND FILE: the lines of all blocks of a kind
block() {
	awk -v start="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == start { inside = 1 }' "$2"
}

# Types what stands behind each prompt, and writes down what comes.
type_all() {
	sed -n 's/^\$ //p' | while read -r line; do
		printf '$ %s\n' "$line"
		sh -c "$line" 2>&1 </dev/null
	done
}

status=0
verdict() {
	if diff -u "$shown" "$happened" | sed 's/^/# /' | grep .; then
		printf 'not '
		status=1
	fi
	echo "ok - $1"
}

for document in README.md docs/embedding.md docs/guide/programmer.md; do
	block console "$document" >"$shown"
	type_all <"$shown" >"$happened"
	verdict "$document: the commands say what it shows"
done
block c docs/embedding.md >"$shown"
cat docs/examples/legal_moves.c >"$happened"
verdict 'docs/embedding.md: the program is the one that is tested'
{ printf '%s\n' rules-core/*.h && grep -l '^BOARDD_PUBLIC_BEGIN$' touchmove/*/*.h; } | sed 's|.*/||' | grep -v _private | sort >"$shown"
grep '^| .*\.h' docs/embedding.md | grep -o '[a-z]*\.h' | sort >"$happened"
verdict 'docs/embedding.md: every installed header is named'
echo 1..5
exit "$status"

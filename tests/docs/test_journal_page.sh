#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_journal_page.sh MAKE-JOURNAL PAGE: the examples of boardd-journal(5) give what it shows,
# and every table and column is in it. TAP.
set -u

make_journal=$1
page=$2
count=0
failures=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# ok WHAT COMMAND...
ok() {
	what=$1
	shift
	count=$((count + 1))
	if "$@"; then
		echo "ok $count - $what"
	else
		failures=$((failures + 1))
		echo "not ok $count - $what"
	fi
}

if ! "$make_journal" "$folder" || ! cd "$folder"; then
	echo "Bail out! there is no journal"
	exit 1
fi
page_has() {
	grep -qE "^$1( |\$)" "$page"
}

# --- the examples ---

awk '/^\.Sh / { inside = 0 } /^\.Sh EXAMPLES/ { inside = 1 } inside && !/^\./' "$page" |
	sed -n '/^\$ /,$p' | grep -v ':$' >shown
grep '^\$ ' shown | cut -c 3- >commands
while read -r command; do
	printf '$ %s\n' "$command"
	sh -c "$command" 2>&1 </dev/null
done <commands >happened
ok 'there are examples' test "$(wc -l <commands)" -ge 5
diff -u shown happened | sed 's/^/# /'
ok 'the examples give what is shown' cmp -s shown happened

# --- the tables ---

for table in $(sqlite3 journal.sqlite "SELECT name FROM sqlite_schema WHERE type = 'table'"); do
	ok "a section on $table" page_has "\.Ss $table"
	awk -v start=".Ss $table" '/^\.S[sh] / { inside = ($0 == start) } inside' "$page" |
		sed -n 's/^\.It Va //p' | tr -d ' ' | tr ',' '\n' >described
	sqlite3 journal.sqlite "SELECT name FROM pragma_table_info('$table')" >columns
	diff -u columns described | sed 's/^/# /'
	ok "the columns of $table" cmp -s columns described
done
version=$(sqlite3 journal.sqlite 'PRAGMA user_version')
ok 'the version of the layout' grep -q "version $version of this layout" "$page"
echo "1..$count"
[ "$failures" -eq 0 ]

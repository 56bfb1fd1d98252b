#!/bin/sh
# Reports the results of Unity's tests: report-tests.sh [FILE OR FOLDER]…
#
# Run it after `Unity -runTests -testResults results/editmode.xml`, whatever its exit code. It sends each NUnit 3 report
# in the files and folders, by default results, EditMode and PlayMode as suites of their own. Empty the folder before the
# tests, so that results of an earlier build are not sent again. With SLIPWAY_STRICT=1, an editor that wrote no report
# is an error. See ../report-tests.sh for the other variables; SLIPWAY_SUITE names reports that do not say their mode.
here=$(cd "$(dirname "$0")" && pwd)
if [ $# = 0 ]; then set -- results; fi
suite=${SLIPWAY_SUITE:-Unity}

list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
find "$@" -name '*.xml' -size +0 -exec grep -lE '<(test-run|test-suite)[ >]' {} + >"$list" 2>/dev/null

# send SUITE [MODE]: the reports of a mode, or those without one.
send() {
  SLIPWAY_SUITE=$1
  export SLIPWAY_SUITE
  mode=$2
  set --
  while IFS= read -r file; do
    found=$(grep -oE 'name="platform" value="(Edit|Play)Mode"' "$file" | head -n 1 | sed 's/.*value="//; s/"//')
    if [ "$found" = "$mode" ]; then set -- "$@" "$file"; fi
  done <"$list"
  if [ $# = 0 ]; then return 0; fi
  sent=$((sent + $#))
  sh "$here/../report-tests.sh" "$@" || code=1
}

code=0
sent=0
send EditMode EditMode
send PlayMode PlayMode
send "$suite" ''
if [ "$sent" = 0 ]; then exec sh "$here/../report-tests.sh"; fi
exit "$code"

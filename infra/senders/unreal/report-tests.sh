#!/bin/sh
# Reports the results of Unreal's automation tests: report-tests.sh [FOLDER]…
#
# Run it after the tests, whatever their exit code. It sends each index.json that the automation wrote below the folders:
# by default Saved/Automation, or what -ReportExportPath names. Empty them before the tests, so that results of an
# earlier build are not sent again. The suite is Automation unless SLIPWAY_SUITE is set. A run that crashed writes no
# index.json; with SLIPWAY_STRICT=1 that is an error. See ../report-tests.sh for the other variables.
here=$(cd "$(dirname "$0")" && pwd)
if [ $# = 0 ]; then set -- Saved/Automation; fi
export SLIPWAY_SUITE="${SLIPWAY_SUITE:-Automation}"

list=$(mktemp) || exit 1
find "$@" -name index.json -size +0 -exec grep -l '"fullTestPath"' {} + >"$list" 2>/dev/null
set --
while IFS= read -r file; do set -- "$@" "$file"; done <"$list"
rm -f "$list"
exec sh "$here/../report-tests.sh" "$@"

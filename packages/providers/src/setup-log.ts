// How snippets send a long log: the first lines that name an error, each with the 8 lines after it, and the end. The
// patterns say the same as those of the scripts in `infra/senders`, in lower case and without backslashes, which a
// Jenkinsfile would need to escape.

/** How many bytes are sent whole. The service stores as many characters. */
const WHOLE_BYTES = 256_000;
const ERROR_BYTES = 120_000;
const END_BYTES = 128_000;
const MAX_LINE = 4_000;

const ERROR =
  '(^|[^a-z0-9_]|[0-9]m)(errors?|fatal|fail(ed|ures?|ing|s)?|panic(ked)?|traceback|assertion|expected|cannot|could not|unable to|not found|no such)([^a-z0-9_]|$)|(error|exception):|exit(ed with| code| status) [1-9]';
/** A line with an error word that reports none, unless it is `CERTAIN`. */
const HARMLESS =
  'warning|deprecat|passed|skipped|no errors?|(^|[^0-9])0 (errors?|fail)|(errors?|failures?|failed): ?0';
const CERTAIN = 'error( [a-z]+[0-9]+)? ?:';
const MARK = '[... lines were cut ...]';

/** Writes what is to be sent of a log to another file, and sets `log_truncated`. Never fails. */
export function shellLog(log: string, sent: string): string {
  return `size=$(wc -c <${log}) || size=0
if [ "$size" -gt ${WHOLE_BYTES} ]; then
  log_truncated=true
  {
    head -c $((size - ${END_BYTES})) ${log} | LC_ALL=C awk '
      { line = tolower($0) }
      line ~ /${ERROR}/ &&
        (line !~ /${HARMLESS}/ || line ~ /${CERTAIN}/) { lines = 9 }
      lines-- > 0 { print substr($0, 1, ${MAX_LINE}) }' | head -c ${ERROR_BYTES} || true
    echo
    echo '${MARK}'
    tail -c ${END_BYTES} ${log}
  } >${sent}
else
  log_truncated=false
  cp ${log} ${sent} || : >${sent}
fi`;
}

/** Leaves in `$log` what is to be sent of it, and sets `$truncated`. */
export const POWERSHELL_LOG = `$truncated = $log.Length -gt ${WHOLE_BYTES}
if ($truncated) {
  $end = $log.Length - ${END_BYTES}
  $lines = 0
  $errors = foreach ($line in $log.Substring(0, $end) -split "\`n") {
    if ($line -match '${ERROR}' -and
      ($line -notmatch '${HARMLESS}' -or $line -match '${CERTAIN}')) { $lines = 9 }
    if ($lines -gt 0) { $line.Substring(0, [Math]::Min(${MAX_LINE}, $line.Length)) }
    $lines -= 1
  }
  $errors = $errors -join "\`n"
  $log = $errors.Substring(0, [Math]::Min(${ERROR_BYTES}, $errors.Length)) + "\`n${MARK}\`n" + $log.Substring($end)
}`;

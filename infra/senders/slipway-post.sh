#!/bin/sh
# Posts a report to Slipway. Needs a POSIX shell and curl 7.55 or newer, nothing else.
#
#   printf '%s' '{"changelist":48213}' | slipway-post.sh perforce
#   slipway-post.sh --flush
#
# SLIPWAY_HOST            the address of the service, https://slipway.example.com
# SLIPWAY_WEBHOOK_TOKEN   the webhook token of the integration
# SLIPWAY_OUTBOX          where reports wait; by default slipway/senders below XDG_STATE_HOME or ~/.local/state
# SLIPWAY_STRICT          1: exit with 1 if the report is not accepted immediately; otherwise the exit code is 0
# SLIPWAY_TIMEOUT         seconds that reporting may take, by default 5
# SLIPWAY_MIN_SPEED       the lowest expected upload speed in bytes per second, by default 131072
#
# A report is stored before it is sent. Unless the service accepts or rejects it, it stays in the outbox. The next
# report of the same integration sends it again with the same id, so that nothing is lost or duplicated. Where the outbox
# cannot be written, the report is sent once. --flush sends the reports of all integrations. Other scripts can source
# this file; one that sends several reports sets slipway_run to a folder of its own, and all of them together then delay
# it by SLIPWAY_TIMEOUT at most.

SLIPWAY_MAX_REPORTS=500
# How many bytes of a log are sent. The service stores as many characters.
SLIPWAY_MAX_LOG=256000
# With --flush, no request begins after this time, however many reports are waiting.
SLIPWAY_FLUSH_SECONDS=15
# Small reports do not wait for a larger one. Measured in 512-byte blocks.
SLIPWAY_LARGE_BLOCKS=128
# A report with more bytes gets more time. No build with its log has as many.
SLIPWAY_SLOW_BYTES=524288
# The time limit for a request. Together with SLIPWAY_FLUSH_SECONDS, a lock is held for less than two minutes.
SLIPWAY_MAX_TIMEOUT=100
# A large report that was too slow this many times is skipped for a while, so that it does not delay every build.
SLIPWAY_MAX_TIMEOUTS=3
SLIPWAY_PAUSE_MINUTES=10
SLIPWAY_SENT_ALL=1
# What happens to a report that is not accepted.
slipway_later='it is kept for next time'

# Reads lines and writes each as the inside of a JSON string.
json_escape() {
  tab=$(printf '\t')
  LC_ALL=C tr -d '\000-\010\013-\037\177' |
    LC_ALL=C sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e "s/$tab/\\\\t/g"
}

# Reads text and writes it as a JSON string.
json_text() {
  json_escape |
    LC_ALL=C awk 'BEGIN { printf "\"" } NR > 1 { printf "\\n" } { printf "%s", $0 } END { printf "\"" }'
}

# json_string TEXT
json_string() { printf '%s\n' "$1" | json_text; }

# json_field NAME TEXT: a field with a comma before it, or nothing if the text is empty.
json_field() {
  if [ -n "$2" ]; then printf ',"%s":%s' "$1" "$(json_string "$2")"; fi
}

# json_log NAME FILE: the lines of a log that matter, as a field. A report without its log is better than none.
json_log() {
  if [ ! -s "$2" ]; then
    slipway_warn "$2 is missing or empty; the report has no log"
    return 0
  fi
  printf ',"%s":' "$1"
  slipway_cut_log "$SLIPWAY_MAX_LOG" "$2" | slipway_whole_characters | json_text
  if [ "$(wc -c <"$2")" -gt "$SLIPWAY_MAX_LOG" ]; then printf ',"log_truncated":true'; fi
}

# slipway_cut_log BYTES FILE: a log without the lines that do not matter. senders.md specifies which lines are kept;
# `slipway report` and report-build.ps1 keep the same ones. Reads the log once, with memory for about twice the limit.
slipway_cut_log() {
  if [ "$(wc -c <"$2")" -le "$1" ]; then
    cat "$2"
    return
  fi
  LC_ALL=C tr -d '\000\r' <"$2" | LC_ALL=C awk -v limit="$1" '
    function size(line) { return length(line) + 1 }

    function grouped(number,  rest) {
      for (number = number ""; length(number) > 3; number = substr(number, 1, length(number) - 3))
        rest = "," substr(number, length(number) - 2) rest
      return number rest
    }

    function mark(count, unit) {
      return "[… " (count == 1 ? "1 " unit " was" : grouped(count) " " unit "s were") " cut …]"
    }

    # A long line loses its middle, and with it a character that may be incomplete.
    function without_middle(line,  start, end) {
      if (length(line) <= 4000) return line
      start = substr(line, 1, 1952)
      sub(/[\300-\377][\200-\277]*$/, "", start)
      end = substr(line, length(line) - 1951)
      sub(/^[\200-\277]+/, "", end)
      return start " " mark(length(line) - length(start) - length(end), "byte") " " end
    }

    function keep(number, cost) {
      kept[number] = recent[number]
      kept_numbers[++kept_count] = number
      kept_bytes += cost
    }

    # A line of a report is one of the first or one of the last.
    function report(number,  cost, oldest) {
      cost = size(recent[number]) + (number > reported + 1 ? 48 : 0)
      reported = number
      if (number <= head_end || number < recent_start) return
      if (cost > first_left) first_is_full = 1
      if (!first_is_full) {
        first_left -= cost
        keep(number, cost)
        return
      }
      last[number] = recent[number]
      last_cost[number] = cost
      last_numbers[++last_end] = number
      for (last_bytes += cost; last_bytes > int(room / 2); last_bytes -= last_cost[oldest]) {
        oldest = last_numbers[++last_start]
        delete last[oldest]
        delete last_numbers[last_start]
      }
    }

    function put(number, line) {
      if (number > before + 1) print mark(number - before - 1, "line")
      before = number
      if (number <= NR) print line
    }

    BEGIN {
      room = limit - 4 * 48
      first_left = int(room * 3 / 16)
      recent_start = 1
    }

    {
      line = recent[NR] = without_middle($0)
      for (recent_bytes += size(line); recent_bytes > limit; recent_start++) {
        recent_bytes -= size(recent[recent_start])
        delete recent[recent_start]
      }
      if (!head_is_full && kept_bytes + size(line) > int(room / 16)) head_is_full = 1
      if (!head_is_full) {
        head_end = NR
        keep(NR, size(line))
      }
      from = NR
      if (line ~ /(^|[^A-Za-z0-9_]|[;[][0-9]*m)([Ee]rrors?|ERRORS?|[Ff]atal|FATAL|[Ff]ail(ed|ures?|ing|s)?|FAIL(ED|URES?)?|panic|panicked|Traceback|[Aa]ssertion|[Ee]xpected|[Cc]annot|[Cc]ould not|[Uu]nable to|not found|[Nn]o such)([^A-Za-z0-9_]|$)|[a-z](Error|Exception)([^A-Za-z0-9_]|$)|exited with [1-9]|exit (code|status) [1-9]/ && (line !~ /(^|[^0-9])0 ([Ee]rrors?|[Ff]ailures?|failed)|([Ee]rrors?|[Ff]ailures?|[Ff]ailed): ?0|[Nn]o errors?|[Ww]arning|WARN|[Dd]eprecat|PASS|[Pp]assed|[Ss]kipped/ || line ~ /([Ee]rror|ERROR|FATAL)( [A-Z]+[0-9]+)? ?:/)) {
        from = NR - 3
        report_end = NR + 8
      } else if (line ~ /^(##\[group]Run |##\[section]Starting: |\[Pipeline] (sh|bat|powershell|stage)|section_start:|~~~ |--- |[+][+][+] |[*][*][*][*][*][*][*][*][*][*] |[$] |> Task :)/ && report_end < NR) report_end = NR
      if (NR > report_end) next
      for (number = from > reported ? from : reported + 1; number <= NR; number++) report(number)
    }

    END {
      tail = NR + 1
      left = int(room / 4)
      while (tail > 1 && size(recent[tail - 1]) <= left) left -= size(recent[--tail])
      left = room - kept_bytes - (int(room / 4) - left)
      for (at = last_start + 1; at <= last_end; at++) if (last_numbers[at] < tail) left -= last_cost[last_numbers[at]]
      for (; tail > 1; tail--) {
        number = tail - 1
        cost = number in kept || number in last ? 0 : number < recent_start ? limit + 1 : size(recent[number])
        if (cost > left) break
        left -= cost
      }
      if (recent_start == 1) tail = 1
      for (at = 1; at <= kept_count; at++) if (kept_numbers[at] < tail) put(kept_numbers[at], kept[kept_numbers[at]])
      for (at = last_start + 1; at <= last_end; at++)
        if (last_numbers[at] < tail) put(last_numbers[at], last[last_numbers[at]])
      for (number = tail; number <= NR; number++)
        put(number, number in kept ? kept[number] : number in last ? last[number] : recent[number])
      put(NR + 1)
    }'
}

# Cutting a log may split a character.
slipway_whole_characters() {
  if command -v iconv >/dev/null 2>&1; then iconv -c -f UTF-8 -t UTF-8 2>/dev/null; else cat; fi
}

# Sets job, number, url, commit, branch, changelist and author to those of the build that the CI system runs.
slipway_build() {
  changelist=$P4_CHANGELIST
  author=
  if [ "$GITHUB_ACTIONS" = true ]; then
    # Jobs of a workflow are builds of their own, and so are the jobs of a matrix, which share a name.
    job="$GITHUB_WORKFLOW / $GITHUB_JOB${SLIPWAY_MATRIX:+ ($SLIPWAY_MATRIX)}"
    number=$GITHUB_RUN_NUMBER
    # A second attempt keeps the build number.
    [ "${GITHUB_RUN_ATTEMPT:-1}" = 1 ] || number="$number.$GITHUB_RUN_ATTEMPT"
    url="$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID"
    commit=$GITHUB_SHA
    branch=${GITHUB_HEAD_REF:-$GITHUB_REF_NAME}
    author=$GITHUB_ACTOR
  elif [ "$BUILDKITE" = true ]; then
    job=$BUILDKITE_PIPELINE_SLUG
    number=$BUILDKITE_BUILD_NUMBER
    url=$BUILDKITE_BUILD_URL
    commit=$BUILDKITE_COMMIT
    branch=$BUILDKITE_BRANCH
    author=${BUILDKITE_BUILD_CREATOR:-$BUILDKITE_BUILD_AUTHOR}
  elif [ "$GITLAB_CI" = true ]; then
    job="$CI_PROJECT_NAME/$CI_JOB_NAME"
    number=$CI_JOB_ID
    url=$CI_JOB_URL
    commit=$CI_COMMIT_SHA
    branch=$CI_COMMIT_REF_NAME
    author=$GITLAB_USER_NAME
  elif [ -n "$TEAMCITY_VERSION" ]; then
    job=$TEAMCITY_BUILDCONF_NAME
    number=$BUILD_NUMBER
    url=$BUILD_URL
    commit=$BUILD_VCS_NUMBER
    branch=$(git branch --show-current 2>/dev/null)
  else
    job=$JOB_NAME
    number=$BUILD_NUMBER
    url=$BUILD_URL
    commit=$GIT_COMMIT
    branch=${BRANCH_NAME:-${GIT_BRANCH#origin/}}
  fi

  job=${SLIPWAY_JOB:-$job}
  number=${SLIPWAY_BUILD_NUMBER:-$number}
  url=${SLIPWAY_BUILD_URL:-$url}
  commit=${SLIPWAY_COMMIT:-$commit}
  branch=${SLIPWAY_BRANCH:-$branch}
}

slipway_now() { date -u +%Y-%m-%dT%H:%M:%SZ; }

slipway_warn() { printf 'slipway: %s\n' "$1" >&2; }

slipway_id() {
  cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen 2>/dev/null ||
    od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

slipway_outbox() {
  printf '%s' "${SLIPWAY_OUTBOX:-${XDG_STATE_HOME:-$HOME/.local/state}/slipway/senders}"
}

# One folder for each host and token, so that no integration waits for another.
slipway_queue() {
  digest=$(printf '%s %s' "${SLIPWAY_HOST%/}" "$SLIPWAY_WEBHOOK_TOKEN" | cksum) || return 1
  printf '%s/%s' "$(slipway_outbox)" "$(printf '%s' "$digest" | tr ' ' '-')"
}

# slipway_post PATH [FILE TYPE]: reads the body, or takes it from a file, stores the report, and sends all waiting reports
# of the same integration.
slipway_post() {
  accepted=0
  refused=
  slipway_file=$2
  slipway_type=${3:-application/json}
  if [ -z "$slipway_file" ]; then slipway_body=$(cat); fi
  if [ -z "$SLIPWAY_HOST" ] || [ -z "$SLIPWAY_WEBHOOK_TOKEN" ]; then
    slipway_warn 'set SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN; nothing is reported'
  elif own=$(slipway_content | slipway_keep "$1" 2>/dev/null); then
    slipway_flush "$(slipway_queue)"
    if [ ! -d "$own" ] && [ "$refused" != "$own" ]; then accepted=1; fi
  else
    slipway_send_once "$1"
  fi
  [ "$accepted" = 1 ] || [ "$SLIPWAY_STRICT" != 1 ]
}

slipway_content() {
  if [ -n "$slipway_file" ]; then cat "$slipway_file"; else printf '%s' "$slipway_body"; fi
}

# slipway_send_once PATH: sends the body from a folder that is then deleted; /dev/shm is writable even if the disk is full.
slipway_send_once() {
  slipway_warn "the outbox $(slipway_outbox) cannot be written; the report is sent only once"
  slipway_later='it is lost'
  if SLIPWAY_OUTBOX=$(mktemp -d 2>/dev/null || mktemp -d -p /dev/shm) &&
    own=$(slipway_content | slipway_keep "$1"); then
    slipway_flush "$(slipway_queue)"
    if [ ! -d "$own" ] && [ "$refused" != "$own" ]; then accepted=1; fi
  fi
  if [ -n "$SLIPWAY_OUTBOX" ]; then rm -rf "$SLIPWAY_OUTBOX"; fi
}

# A report is a folder with the address, the headers and the body. When it is complete, it gets its name, which is
# printed.
slipway_keep() (
  umask 077
  queue=$(slipway_queue) || exit 1
  id=$(slipway_id)
  draft="$queue/draft-$id"
  mkdir -p "$draft" || exit 1
  case $1 in
    ci* | jenkins*) header=X-Webhook-Token ;;
    *) header=X-Service-Token ;;
  esac
  if ! {
    printf '%s/webhooks/%s' "${SLIPWAY_HOST%/}" "$1" >"$draft/url" &&
      printf 'Content-Type: %s\nUser-Agent: slipway-sender\nX-Slipway-Delivery: %s\n%s: %s\n' \
        "$slipway_type" "$id" "$header" "$SLIPWAY_WEBHOOK_TOKEN" >"$draft/headers" &&
      cat >"$draft/body" &&
      report="$queue/report-$(slipway_position "$queue")-$id" &&
      mv "$draft" "$report"
  }; then
    rm -rf "$draft"
    exit 1
  fi
  printf '%s' "$report"
)

# slipway_position QUEUE: a 16-digit number that is higher than those of the waiting reports: the time in seconds, and a
# counter for reports in the same second. Some systems have no smaller unit.
slipway_position() {
  position="$(date +%s)000000"
  last=
  for report in "$1"/report-*; do last=${report##*/report-}; done
  last=${last%%-*}
  case $last in
    '' | *[!0-9]*) ;;
    *) if [ "$last" -ge "$position" ]; then position=$((last + 1)); fi ;;
  esac
  printf '%s' "$position"
}

# slipway_flush QUEUE…: sends the reports of each queue, small ones first and in order. If a small one gets no response,
# the service cannot be reached. A large one may just be too slow, so the next one is tried.
slipway_flush() {
  start=$(date +%s)
  end=$((start + SLIPWAY_FLUSH_SECONDS))
  # A service that does not respond must not hold up a build.
  if [ -n "$own" ]; then end=$((start + $(slipway_number "$SLIPWAY_TIMEOUT" 5) - $(slipway_delay))); fi
  for queue in "$@"; do
    if [ ! -d "$queue" ]; then continue; fi
    if slipway_lock "$queue/lock" "$end"; then
      slipway_clean "$queue"
      slipway_send_each small "$queue"
      reached=$?
      rmdir "$queue/lock" 2>/dev/null
    else
      slipway_warn "another sender is busy; $slipway_later"
      SLIPWAY_SENT_ALL=0
      continue
    fi
    if [ "$reached" = 0 ] && slipway_has_large "$queue"; then slipway_flush_large "$queue"; fi
  done
  if [ "$SLIPWAY_SENT_ALL" = 0 ] && [ -n "$slipway_run" ]; then
    echo $(($(slipway_delay) + $(date +%s) - start)) >"$slipway_run/delay"
  fi
}

# The seconds that the run has already waited in vain.
slipway_delay() { cat "${slipway_run:-/nonexistent}/delay" 2>/dev/null || echo 0; }

# slipway_flush_large QUEUE: if another sender is busy with large reports, only a sender with a large report of its own
# waits.
slipway_flush_large() {
  patience=$end
  if [ -n "$own" ] && ! slipway_is_large "$own"; then patience=0; fi
  if slipway_lock "$1/lock-large" "$patience"; then
    slipway_send_each large "$1"
    rmdir "$1/lock-large" 2>/dev/null
  else
    SLIPWAY_SENT_ALL=0
    if [ "$patience" != 0 ]; then
      slipway_warn "another sender is busy; $slipway_later"
    fi
  fi
}

# slipway_send_each SIZE QUEUE: sends the reports of one size. False if the service cannot be reached.
slipway_send_each() {
  for report in "$2"/report-*; do
    if [ ! -d "$report" ]; then continue; fi
    if slipway_is_large "$report"; then
      if [ "$1" = small ] || slipway_is_paused "$report"; then continue; fi
    elif [ "$1" = large ]; then
      continue
    fi
    if [ "$(date +%s)" -ge "$end" ]; then
      slipway_warn 'there was not enough time for all reports; the rest are kept for next time'
      SLIPWAY_SENT_ALL=0
      return 1
    fi
    slipway_send "$report" || [ "$1" = large ] || return 1
  done
  return 0
}

slipway_is_large() { [ -n "$(find "$1/body" -size "+$SLIPWAY_LARGE_BLOCKS" 2>/dev/null)" ]; }

# slipway_has_large QUEUE
slipway_has_large() {
  [ -n "$(find "$1" -path '*/report-*/body' -size "+$SLIPWAY_LARGE_BLOCKS" 2>/dev/null | head -n 1)" ]
}

# slipway_is_paused REPORT: whether to skip a large report that was too slow. --flush skips none.
slipway_is_paused() {
  if [ -z "$own" ] || [ ! -f "$1/timeouts" ]; then return 1; fi
  if [ "$(wc -l <"$1/timeouts")" -lt "$SLIPWAY_MAX_TIMEOUTS" ]; then return 1; fi
  if [ -z "$(find "$1/timeouts" -mmin "-$SLIPWAY_PAUSE_MINUTES" 2>/dev/null)" ]; then return 1; fi
  slipway_warn 'a large report was too slow; it is kept and will be sent again later'
}

# slipway_lock FOLDER END
slipway_lock() {
  until mkdir "$1" 2>/dev/null; do
    if [ "$(date +%s)" -ge "$2" ]; then return 1; fi
    # A flush has a time limit, so a sender that holds the lock for minutes has died.
    find "$1" -prune -mmin +2 -exec rmdir {} \; 2>/dev/null
    sleep 1
  done
}

# slipway_clean QUEUE: deletes reports beyond the limit, and drafts older than a day, whose senders were killed.
slipway_clean() {
  find "$1" -name 'draft-*' -prune -mmin +1440 -exec rm -rf {} + 2>/dev/null
  set -- "$1"/report-*
  while [ $# -gt "$SLIPWAY_MAX_REPORTS" ]; do
    slipway_warn 'the outbox is full; the oldest report is dropped'
    rm -rf "$1"
    shift
  done
}

# slipway_number TEXT DEFAULT: a positive whole number.
slipway_number() {
  case $1 in
    '' | 0* | *[!0-9]*) printf '%s' "$2" ;;
    *) printf '%s' "$1" ;;
  esac
}

# slipway_limit REPORT: the seconds that a request may take.
slipway_limit() {
  limit=$(slipway_number "$SLIPWAY_TIMEOUT" 5)
  if [ -n "$own" ]; then limit=$((end - $(date +%s))); fi
  if [ "$limit" -lt 1 ]; then limit=1; fi
  slow=$(($(wc -c <"$1/body") - SLIPWAY_SLOW_BYTES))
  if [ "$slow" -gt 0 ]; then limit=$((limit + slow / $(slipway_number "$SLIPWAY_MIN_SPEED" 131072))); fi
  if [ "$limit" -gt "$SLIPWAY_MAX_TIMEOUT" ]; then limit=$SLIPWAY_MAX_TIMEOUT; fi
  printf '%s' "$limit"
}

# slipway_send REPORT: false if the report is neither accepted nor rejected. The headers are read from a file, so that
# the token appears in no process list. Without the empty Expect, curl would wait for 100 Continue, and would report
# that as the response if no other follows.
slipway_send() {
  http_code=$(curl -s -m "$(slipway_limit "$1")" --connect-timeout 3 -o "$1/answer" -w '%{http_code}' \
    -H "@$1/headers" -H 'Expect:' --data-binary "@$1/body" "$(cat "$1/url")")
  curl_code=$?
  # A response counts only if it arrived completely.
  if [ "$curl_code" != 0 ]; then http_code="curl error $curl_code"; fi
  # A proxy or a sign-in page may respond in place of the service. Every response of the service names the delivery; a
  # report that is too large for a proxy never arrives.
  case $http_code in
    413) ;;
    2?? | 4??)
      if ! grep -q '"delivery_id"' "$1/answer" 2>/dev/null; then http_code="$http_code, but not from Slipway"; fi
      ;;
  esac
  case $http_code in
    2??)
      rm -rf "$1"
      return 0
      ;;
    408 | 425 | 429) ;;
    4??)
      slipway_warn "the service refused the report: $http_code $(cat "$1/answer" 2>/dev/null)"
      rm -rf "$1"
      refused=$1
      SLIPWAY_SENT_ALL=0
      return 0
      ;;
  esac
  slipway_warn "the service did not accept the report ($http_code); $slipway_later"
  if [ "$curl_code" = 28 ]; then { echo timeout >>"$1/timeouts"; } 2>/dev/null; fi
  SLIPWAY_SENT_ALL=0
  return 1
}

# Skipped if another script sources this file.
case ${0##*/} in
  slipway-post.sh | slipway-post)
    if [ "$1" = --flush ]; then
      own=
      slipway_flush "$(slipway_outbox)"/*
      [ "$SLIPWAY_SENT_ALL" = 1 ] || [ "$SLIPWAY_STRICT" != 1 ]
    else
      slipway_post "$1"
    fi
    ;;
esac

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
# SLIPWAY_TIMEOUT         seconds for a small report, by default 5
# SLIPWAY_MIN_SPEED       the lowest expected upload speed in bytes per second, by default 131072
#
# A report is stored before it is sent. Unless the service accepts or rejects it, it stays in the outbox. The next
# report of the same integration sends it again with the same id, so that nothing is lost or duplicated. --flush sends
# the reports of all integrations. Other scripts can source this file.

SLIPWAY_MAX_REPORTS=500
# The service stores 256,000 characters of a log.
SLIPWAY_MAX_LOG=250000
# No request begins after this time, however many reports are waiting.
SLIPWAY_FLUSH_SECONDS=15
# A larger report gets more time, and small ones do not wait for it. Measured in 512-byte blocks.
SLIPWAY_LARGE_BLOCKS=128
# The time limit for a request. Together with SLIPWAY_FLUSH_SECONDS, a lock is held for less than two minutes.
SLIPWAY_MAX_TIMEOUT=100
# A large report that was too slow this many times is skipped for a while, so that it does not delay every build.
SLIPWAY_MAX_TIMEOUTS=3
SLIPWAY_PAUSE_MINUTES=10
SLIPWAY_SENT_ALL=1

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

# json_log NAME FILE: the end of a log as a field. A report without its log is better than none.
json_log() {
  if [ ! -s "$2" ]; then
    slipway_warn "$2 is missing or empty; the report has no log"
    return 0
  fi
  printf ',"%s":' "$1"
  tail -c "$SLIPWAY_MAX_LOG" "$2" | slipway_whole_characters | json_text
  if [ "$(wc -c <"$2")" -gt "$SLIPWAY_MAX_LOG" ]; then printf ',"log_truncated":true'; fi
}

# Cutting a log may split a character.
slipway_whole_characters() {
  if command -v iconv >/dev/null 2>&1; then iconv -c -f UTF-8 -t UTF-8 2>/dev/null; else cat; fi
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

# slipway_post PATH: reads the body, stores the report, and sends all waiting reports of the same integration.
slipway_post() {
  accepted=0
  if [ -z "$SLIPWAY_HOST" ] || [ -z "$SLIPWAY_WEBHOOK_TOKEN" ]; then
    cat >/dev/null
    slipway_warn 'set SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN; nothing is reported'
  elif own=$(slipway_keep "$1"); then
    refused=
    slipway_flush "$(slipway_queue)"
    if [ ! -d "$own" ] && [ "$refused" != "$own" ]; then accepted=1; fi
  else
    slipway_warn "the report cannot be stored in $(slipway_outbox)"
  fi
  [ "$accepted" = 1 ] || [ "$SLIPWAY_STRICT" != 1 ]
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
      printf 'Content-Type: application/json\nUser-Agent: slipway-sender\nX-Slipway-Delivery: %s\n%s: %s\n' \
        "$id" "$header" "$SLIPWAY_WEBHOOK_TOKEN" >"$draft/headers" &&
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
  end=$(($(date +%s) + SLIPWAY_FLUSH_SECONDS))
  for queue in "$@"; do
    if [ ! -d "$queue" ]; then continue; fi
    if slipway_lock "$queue/lock" "$end"; then
      slipway_clean "$queue"
      slipway_send_each small "$queue"
      reached=$?
      rmdir "$queue/lock" 2>/dev/null
    else
      slipway_warn 'another sender is busy; the report is kept for next time'
      SLIPWAY_SENT_ALL=0
      continue
    fi
    if [ "$reached" = 0 ] && slipway_has_large "$queue"; then slipway_flush_large "$queue"; fi
  done
}

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
      slipway_warn 'another sender is busy; the report is kept for next time'
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
  size=$(($(wc -c <"$1/body")))
  limit=$(($(slipway_number "$SLIPWAY_TIMEOUT" 5) + size / $(slipway_number "$SLIPWAY_MIN_SPEED" 131072)))
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
  slipway_warn "the service did not accept the report ($http_code); it is kept for next time"
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

#!/bin/sh
# Posts a report to Slipway. Needs a POSIX shell and curl, nothing else.
#
#   printf '%s' '{"changelist":48213}' | slipway-post.sh perforce
#   slipway-post.sh --flush
#
# SLIPWAY_HOST            the address of the service, https://slipway.example.com
# SLIPWAY_WEBHOOK_TOKEN   the webhook token of the integration
# SLIPWAY_OUTBOX          where reports wait; by default slipway/senders below XDG_STATE_HOME or ~/.local/state
# SLIPWAY_STRICT          1: exit with 1 if the report is not accepted now; otherwise the exit code is 0
#
# A report is stored before it is sent. If the service cannot be reached, it stays there, and the next report of the same
# integration sends it first, with the same id, so that nothing is lost, doubled or out of order. --flush sends the
# reports of all integrations. Other scripts can source this file.

SLIPWAY_MAX_REPORTS=500
# No request begins later, and a request takes at most 5 s: a flush of one integration is over after 20 s.
SLIPWAY_FLUSH_SECONDS=15
SLIPWAY_SENT_ALL=1

# Reads text and writes it as a JSON string.
json_text() {
  tab=$(printf '\t')
  LC_ALL=C tr -d '\000-\010\013-\037\177' |
    LC_ALL=C sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e "s/$tab/\\\\t/g" |
    LC_ALL=C awk 'BEGIN { printf "\"" } NR > 1 { printf "\\n" } { printf "%s", $0 } END { printf "\"" }'
}

# json_string TEXT
json_string() { printf '%s\n' "$1" | json_text; }

# json_field NAME TEXT: a field with a comma before it, or nothing if the text is empty.
json_field() {
  if [ -n "$2" ]; then printf ',"%s":%s' "$1" "$(json_string "$2")"; fi
}

# json_log NAME FILE: the end of a log as a field. The cut may split a character, which iconv removes.
json_log() {
  if [ -s "$2" ]; then
    printf ',"%s":' "$1"
    if command -v iconv >/dev/null 2>&1; then
      tail -c 250000 "$2" | iconv -c -f UTF-8 -t UTF-8 2>/dev/null | json_text
    else
      tail -c 250000 "$2" | json_text
    fi
  fi
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

# One folder for each host and token: no integration waits for another.
slipway_queue() {
  printf '%s/%s' "$(slipway_outbox)" \
    "$(printf '%s %s' "${SLIPWAY_HOST%/}" "$SLIPWAY_WEBHOOK_TOKEN" | cksum | tr ' ' '-')"
}

# slipway_post PATH: reads the body, stores the report and sends everything that waits for the same integration.
slipway_post() {
  if [ -z "$SLIPWAY_HOST" ] || [ -z "$SLIPWAY_WEBHOOK_TOKEN" ]; then
    cat >/dev/null
    slipway_warn 'set SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN; nothing is reported'
    SLIPWAY_SENT_ALL=0
  elif slipway_keep "$1"; then
    slipway_flush "$(slipway_queue)"
  else
    slipway_warn "the report cannot be stored in $(slipway_outbox)"
    SLIPWAY_SENT_ALL=0
  fi
  [ "$SLIPWAY_SENT_ALL" = 1 ] || [ "$SLIPWAY_STRICT" != 1 ]
}

# A report is a folder with the address, the headers and the body. It gets its name when it is complete.
slipway_keep() (
  umask 077
  queue=$(slipway_queue)
  id=$(slipway_id)
  draft="$queue/draft-$id"
  mkdir -p "$draft" || exit 1
  printf '%s/webhooks/%s' "${SLIPWAY_HOST%/}" "$1" >"$draft/url"
  {
    printf 'Content-Type: application/json\nUser-Agent: slipway-sender\nIdempotency-Key: %s\n' "$id"
    case $1 in
      ci* | jenkins*) printf 'X-Webhook-Token: %s\n' "$SLIPWAY_WEBHOOK_TOKEN" ;;
      *) printf 'X-Service-Token: %s\n' "$SLIPWAY_WEBHOOK_TOKEN" ;;
    esac
  } >"$draft/headers"
  cat >"$draft/body" || exit 1
  mv "$draft" "$queue/report-$(slipway_position "$queue")-$id"
)

# A number that is higher than those of the reports that wait. It is the time in nanoseconds; where date knows only
# seconds, two reports of one second still keep their order.
slipway_position() {
  time=$(printf '%-19s' "$(date +%s%N | tr -cd '0-9')" | tr ' ' 0)
  last=$(ls "$1" | sed -n 's/^report-\([0-9]\{19\}\)-.*/\1/p' | sort | tail -n 1)
  if [ "${last:-0}" -ge "$time" ]; then time=$((last + 1)); fi
  printf '%s' "$time"
}

# slipway_flush QUEUE: sends in order. Stops at the first report that the service cannot take now.
slipway_flush() {
  [ -d "$1" ] || return 0
  slipway_lock "$1/lock" || { SLIPWAY_SENT_ALL=0; return 0; }
  slipway_drop_oldest "$1"
  end=$(($(date +%s) + SLIPWAY_FLUSH_SECONDS))
  for report in "$1"/report-*; do
    [ -d "$report" ] || continue
    if [ "$(date +%s)" -ge "$end" ]; then
      slipway_warn 'there was not enough time for all reports; the others are kept for the next time'
      SLIPWAY_SENT_ALL=0
      break
    fi
    slipway_send "$report" || break
  done
  rmdir "$1/lock" 2>/dev/null
}

slipway_flush_all() {
  for queue in "$(slipway_outbox)"/*; do slipway_flush "$queue"; done
}

slipway_lock() {
  tries=0
  until mkdir "$1" 2>/dev/null; do
    # A sender that holds the lock for minutes has died: a flush has a time limit.
    find "$1" -prune -mmin +2 -exec rmdir {} \; 2>/dev/null
    tries=$((tries + 1))
    if [ "$tries" -gt 10 ]; then
      slipway_warn 'another sender is busy; the report is kept'
      return 1
    fi
    sleep 1
  done
}

slipway_drop_oldest() {
  # A sender that was killed while it stored a report leaves a draft.
  find "$1" -name 'draft-*' -prune -mtime +0 -exec rm -rf {} + 2>/dev/null
  set -- "$1"/report-*
  while [ $# -gt "$SLIPWAY_MAX_REPORTS" ]; do
    slipway_warn 'the outbox is full; the oldest report is dropped'
    rm -rf "$1"
    shift
  done
}

# The headers are read from a file, so that the token appears in no list of processes.
slipway_send() {
  code=$(curl -s -m 5 --connect-timeout 3 -o "$1/answer" -w '%{http_code}' -H "@$1/headers" \
    --data-binary "@$1/body" "$(cat "$1/url")")
  case $code in
    2??) rm -rf "$1" ;;
    408 | 429 | 5?? | 000 | '')
      slipway_warn "the service did not take the report ($code); it is kept for the next time"
      SLIPWAY_SENT_ALL=0
      return 1
      ;;
    *)
      slipway_warn "the service refused the report: $code $(cat "$1/answer" 2>/dev/null)"
      rm -rf "$1"
      SLIPWAY_SENT_ALL=0
      ;;
  esac
}

# Not when another script sources this file.
case ${0##*/} in
  slipway-post.sh | slipway-post)
    if [ "$1" = --flush ]; then
      slipway_flush_all
      [ "$SLIPWAY_SENT_ALL" = 1 ] || [ "$SLIPWAY_STRICT" != 1 ]
    else
      slipway_post "$1"
    fi
    ;;
esac

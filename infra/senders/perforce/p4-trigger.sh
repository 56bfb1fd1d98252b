#!/bin/sh
# Reports submitted Perforce changelists. It never blocks a submit: its exit code is 0 and its time is limited.
# triggers.txt contains the lines for `p4 triggers`, and the settings.
#
#   p4-trigger.sh change %changelist% %serverport%     after a submit
#   p4-trigger.sh form %formname% %serverport%         after an edit to the description of a submitted changelist
#
# The settings are read from slipway.env next to this script, because every user of the machine can see the command
# lines of processes. Without that file, they are read from the environment:
#
# SLIPWAY_HOST, SLIPWAY_WEBHOOK_TOKEN   see slipway-post.sh
# P4PORT       the address of the server; by default the %serverport% of the trigger
# P4USER       a user that may run `p4 describe`
# P4PASSWD     a ticket of that user, as `p4 login -p` prints it; or P4TICKETS, the path of a ticket file
#
# If p4 fails, changes are reported without author and files. The script warns once, on stderr and in the system log.
# The file p4-failed in the outbox contains the warning until p4 works again.
. "$(dirname "$0")/../slipway-post.sh"

settings="$(dirname "$0")/slipway.env"
# shellcheck source=/dev/null
if [ -f "$settings" ]; then . "$settings"; fi
P4PORT=${P4PORT:-$3}
if [ -n "$P4PORT" ]; then export P4PORT; fi
if [ -n "$P4USER" ]; then export P4USER; fi
if [ -n "$P4PASSWD" ]; then export P4PASSWD; fi
if [ -n "$P4TICKETS" ]; then export P4TICKETS; fi

change=$2
case $change in
  '' | *[!0-9]*) exit 0 ;; # a new form is called "new" or "default"
esac

# warn_once TEXT: until p4 works again, only the first failure is worth a line.
warn_once() {
  warning="$(slipway_outbox)/p4-failed"
  if [ -f "$warning" ]; then return; fi
  slipway_warn "p4 describe failed, so changes are reported without author and files: $1"
  mkdir -p "$(slipway_outbox)" && printf '%s\n' "$1" >"$warning"
  logger -t slipway -p daemon.warning "p4 describe failed: $1" 2>/dev/null
}

errors=$(mktemp)
described=$(p4 -vnet.maxwait=10 -Mj -ztag describe -s "$change" 2>"$errors" | head -n 1)
# With -Mj, p4 prints some errors to stdout.
failure="$described$(head -n 1 "$errors")"
rm -f "$errors"
case $described in
  '{'*'"change":'*'}') rm -f "$(slipway_outbox)/p4-failed" ;;
  *)
    warn_once "${failure:-no output}"
    described=null
    ;;
esac
if [ "$1" = form ]; then
  # A form may also be a pending changelist, which is not a change yet.
  case $described in
    *'"status":"submitted"'*) ;;
    *) exit 0 ;;
  esac
fi

{
  printf '{"changelist":"%s","describe":%s' "$change" "$described"
  # The output of describe contains the time of the submit.
  if [ "$described" = null ]; then json_field timestamp "$(slipway_now)"; fi
  printf '}'
} | slipway_post perforce
exit 0

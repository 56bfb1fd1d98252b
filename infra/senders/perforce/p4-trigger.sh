#!/bin/sh
# Reports submitted Perforce changelists. It never blocks a submit: its exit code is 0 and its time is limited.
# triggers.txt contains the lines for `p4 triggers`. The user that runs triggers must be able to run `p4 describe`.
#
#   p4-trigger.sh change %changelist%     after a submit
#   p4-trigger.sh form %formname%         after an edit to the description of a submitted changelist
#
# The address and token are read from slipway.env next to this script, because every user of the machine can see the
# command lines of processes. triggers.txt shows that file. Without it, they are read from the environment.
. "$(dirname "$0")/../slipway-post.sh"

settings="$(dirname "$0")/slipway.env"
# shellcheck source=/dev/null
if [ -f "$settings" ]; then . "$settings"; fi

change=$2
case $change in
  '' | *[!0-9]*) exit 0 ;; # a new form is called "new" or "default"
esac

described=$(p4 -Mj -ztag describe -s "$change" 2>/dev/null | head -n 1)
case $described in
  '{'*'}') ;;
  *) described=null ;;
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

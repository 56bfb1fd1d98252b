import { curl, defineSetup, type SetupContext } from '../../define-setup.js';

function script({ baseUrl, token }: SetupContext): string {
  return `#!/bin/sh
# slipway.sh CHANGELIST SERVERPORT: reports a submitted changelist. It never blocks a submit.
export P4PORT="$2" P4USER=slipway P4PASSWD=TICKET
WARNED=/p4/triggers/slipway.warned
DESCRIBE=$(mktemp)
p4 -vnet.maxwait=10 -Mj -ztag describe -s "$1" >"$DESCRIBE" 2>"$DESCRIBE.errors"
if grep -q '^{.*"change":' "$DESCRIBE"; then
  rm -f "$WARNED"
else
  if [ ! -f "$WARNED" ]; then
    echo "slipway: p4 failed, so changes have neither author nor files: $(cat "$DESCRIBE" "$DESCRIBE.errors")" | tee "$WARNED" >&2
    logger -t slipway -f "$WARNED" 2>/dev/null
  fi
  : >"$DESCRIBE"
fi
printf 'X-Service-Token: %s' '${token}' |
  curl -sS -m 10 -H @- '${baseUrl}/webhooks/perforce' \\
    --data-urlencode "changelist=$1" --data-urlencode "describe@$DESCRIBE" >/dev/null 2>&1
rm -f "$DESCRIBE" "$DESCRIBE.errors"
exit 0`;
}

export const setup = defineSetup({
  label: 'Perforce',
  mark: 'P4',
  group: 'Version control',
  rank: 1,
  gives: 'Submitted changelists with author, description and files',
  path: 'perforce',
  secret: 'none',
  sample: ({ baseUrl, token }) =>
    curl(`${baseUrl}/webhooks/perforce`, [`X-Service-Token: ${token}`], {
      changelist: 1,
      user: 'you',
      description: 'Hello from curl',
    }),
  steps: (context) => [
    {
      title: 'Put the script on the Perforce server',
      text: [
        'Create a Perforce user “slipway” that may run p4 describe, in a group whose ',
        {
          label: 'Timeout',
          href: 'https://help.perforce.com/helix-core/server-apps/cmdref/current/Content/CmdRef/p4_group.html',
        },
        ' is unlimited. Replace TICKET with the ticket that ',
        {
          label: 'p4 login -p',
          href: 'https://help.perforce.com/helix-core/server-apps/cmdref/current/Content/CmdRef/p4_login.html',
        },
        ' prints for it. Make the file executable, and readable only for the user that runs the server. If p4 fails, the script warns once, in slipway.warned and in the system log. The Slipway repository has a longer version in infra/senders/perforce that also keeps reports while the service is unreachable.',
      ],
      code: { label: '/p4/triggers/slipway.sh', text: script(context) },
    },
    {
      title: 'Add the trigger',
      text: [
        'Run ',
        {
          label: 'p4 triggers',
          href: 'https://help.perforce.com/helix-core/server-apps/cmdref/current/Content/CmdRef/p4_triggers.html',
        },
        ' as a super user and add this line. Narrow the path to this project’s depot or stream.',
      ],
      code: {
        label: 'p4 triggers',
        text: 'slipway change-commit //depot/... "/p4/triggers/slipway.sh %changelist% %serverport%"',
      },
    },
  ],
});

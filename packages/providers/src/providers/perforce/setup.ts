import { curl, defineSetup, type SetupContext } from '../../define-setup.js';

function script({ baseUrl, token }: SetupContext): string {
  return `#!/bin/sh
# /p4/triggers/slipway.sh: reports a submitted changelist. It never blocks a submit.
CHANGE="$1"
DESCRIBE=$(p4 -Mj -ztag describe -s "$CHANGE" | head -n 1)
curl -sS -m 5 '${baseUrl}/webhooks/perforce' \\
  -H 'X-Service-Token: ${token}' \\
  -H 'Content-Type: application/json' \\
  --data-binary "{\\"changelist\\":\\"$CHANGE\\",\\"describe\\":\${DESCRIBE:-null}}" >/dev/null 2>&1
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
      text: 'The user that runs triggers must be able to run p4 describe. Make the file executable. The Slipway repository has a longer version in infra/senders/perforce that also keeps reports while the service is unreachable.',
      code: { label: '/p4/triggers/slipway.sh', text: script(context) },
    },
    {
      title: 'Add the trigger',
      text: 'Run p4 triggers as a super user and add this line. Narrow the path to this project’s depot or stream.',
      code: {
        label: 'p4 triggers',
        text: 'slipway change-commit //depot/... "/p4/triggers/slipway.sh %changelist%"',
      },
    },
  ],
});

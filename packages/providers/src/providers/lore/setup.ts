import { curl, defineSetup, type SetupContext } from '../../define-setup.js';

function relay({ baseUrl, token }: SetupContext): string {
  return `#!/bin/sh
# Forwards what the Lore server announces. Run it in a checkout, as a service.
lore --json notification subscribe | while read -r LINE; do
  printf %s "$LINE" | curl -sS -m 10 '${baseUrl}/webhooks/lore' \\
    -H 'X-Service-Token: ${token}' -H 'Content-Type: application/json' --data-binary @-
done`;
}

export const setup = defineSetup({
  label: 'Lore',
  mark: 'LO',
  group: 'Version control',
  rank: 4,
  gives: 'Pushed revisions with branch and author',
  path: 'lore',
  secret: 'none',
  sample: ({ baseUrl, token }) =>
    curl(`${baseUrl}/webhooks/lore`, [`X-Service-Token: ${token}`], {
      revision: 'a'.repeat(64),
      revision_number: 1,
      branch: 'main',
      author: 'you',
      message: 'Hello from curl',
    }),
  steps: (context) => [
    {
      title: 'Report pushed revisions',
      choices: [
        {
          label: 'Relay',
          text: 'The Lore server has no webhooks. Run this script next to it: it forwards the server’s notifications, one per line. The Slipway repository has a version in infra/senders/lore that also reports messages and files.',
          code: { label: 'slipway-relay.sh', text: relay(context) },
        },
        {
          label: 'Your own hook',
          text: 'A hook compiled into the server can post {revision, revision_number, branch, repository, author, message, timestamp, files: [{path, action}]}.',
          fields: [
            ['URL', `${context.baseUrl}/webhooks/lore`],
            ['X-Service-Token', context.token],
          ],
        },
      ],
    },
  ],
});

import { addressWithToken, curl, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'Asana',
  mark: 'AS',
  group: 'Trackers',
  rank: 5,
  gives: 'Tasks by their id, with links. Asana sends neither title nor state',
  path: 'asana',
  secret: 'handshake',
  sample: (context) => curl(addressWithToken(context, 'asana'), [], { events: [] }),
  steps: (context) => [
    {
      title: 'Get a personal access token of Asana',
      text: 'At app.asana.com/0/my-apps: Create new token.',
    },
    {
      title: 'Create the webhook',
      text: 'Asana has no settings screen for this. “resource” is the id of a project, the long number in its address. Asana sends a secret during the creation; Slipway stores it and checks every signature with it. It accepts new secrets for 24 hours after the integration was added. Later, first open the handshake window on the page of the integration.',
      code: {
        label: 'Once per project',
        text: [
          "curl -sS 'https://app.asana.com/api/1.0/webhooks'",
          "  -H 'Authorization: Bearer YOUR_ASANA_TOKEN'",
          "  -H 'Content-Type: application/json'",
          `  -d '${JSON.stringify({ data: { resource: 'PROJECT_ID', target: addressWithToken(context, 'asana') } })}'`,
        ].join(' \\\n'),
      },
    },
  ],
});

import { addressWithToken, curl, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'Asana',
  mark: 'AS',
  group: 'Trackers',
  rank: 5,
  gives: 'Tasks by ID, with links. Asana sends neither titles nor states',
  path: 'asana',
  secret: 'handshake',
  sample: (context) => curl(addressWithToken(context, 'asana'), [], { events: [] }),
  steps: (context) => [
    {
      title: 'Create an Asana personal access token',
      text: [
        'In ',
        { label: 'app.asana.com/0/my-apps', href: 'https://app.asana.com/0/my-apps' },
        ', choose Create new token.',
      ],
    },
    {
      title: 'Create the webhook',
      text: [
        'Asana has no settings screen for webhooks, so use its API. “resource” is the project ID: the long number in the project’s URL. Asana sends a secret when it creates the webhook; Slipway stores it and checks every signature with it. Slipway accepts new secrets for 24 hours after you add the integration. After that, open the ',
        { label: 'handshake window', section: 'signatures' },
        ' first.',
      ],
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

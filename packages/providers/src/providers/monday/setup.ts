import { addressWithToken, curl, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'monday.com',
  mark: 'MO',
  group: 'Trackers',
  rank: 4,
  gives: 'Board items with their status',
  path: 'monday',
  secret: 'tool',
  secretHint:
    'Only app webhooks are signed: Developer center > your app > Basic information > Signing secret. Leave this empty for webhooks created on a board.',
  sample: (context) =>
    curl(addressWithToken(context, 'monday'), [], {
      event: {
        type: 'create_pulse',
        triggerTime: '2026-11-15T12:00:00.000Z',
        triggerUuid: 'test-1',
        boardId: 1,
        pulseId: 1,
        pulseName: 'Hello from curl',
      },
    }),
  steps: (context) => [
    {
      title: 'Open the board’s integrations',
      text: [
        'On monday.com, open the board, choose ',
        {
          label: 'Integrate',
          href: 'https://support.monday.com/hc/en-us/articles/360003540679-Webhook-integration',
        },
        ' and search for “Webhooks”.',
      ],
    },
    {
      title: 'Add one webhook for each of these',
      text: '“When an item is created”, “When any column changes”, “When an item name changes”, “When an item is archived” and “When an item is deleted”, each with the URL below. monday.com checks it with a challenge, which Slipway answers.',
      fields: [['Webhook URL', addressWithToken(context, 'monday')]],
    },
    {
      title: 'Set the account slug',
      text: [
        'To get links to items, enter the first part of your URL (“studio” in studio.monday.com) as the ',
        { label: 'account slug', section: 'provider-settings' },
        '.',
      ],
    },
  ],
});

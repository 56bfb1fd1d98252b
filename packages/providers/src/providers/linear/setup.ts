import { addressWithToken, curl, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'Linear',
  mark: 'LI',
  group: 'Trackers',
  rank: 2,
  gives: 'Issues with title, state and assignee, linked to the changes that mention their key',
  path: 'linear',
  secret: 'tool',
  secretHint: 'Linear shows it as “Signing secret” on the webhook page; it starts with lin_wh_.',
  sample: (context) =>
    curl(addressWithToken(context, 'linear'), ['Linear-Event: Issue'], {
      action: 'update',
      type: 'Issue',
      webhookTimestamp: 1_794_000_000_000,
      data: { id: 'test-1', identifier: 'TEST-1', title: 'Hello from curl', state: { name: 'In Progress' } },
    }),
  steps: (context) => [
    {
      title: 'Open the webhook settings of your workspace',
      text: [
        'In Linear: ',
        { label: 'Settings > API', href: 'https://linear.app/settings/api' },
        ' > Webhooks > New webhook. You need to be a workspace admin.',
      ],
    },
    {
      title: 'Fill in the form',
      fields: [
        ['Label', 'Slipway'],
        ['URL', addressWithToken(context, 'linear')],
        ['Data change events', 'Issues'],
        ['Team', 'All public teams, or one'],
      ],
    },
    {
      title: 'Paste the signing secret here',
      text: 'Create the webhook, copy its signing secret and paste it below. From then on, unsigned requests are refused, including the sample request.',
    },
  ],
});

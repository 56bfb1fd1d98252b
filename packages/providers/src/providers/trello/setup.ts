import { addressWithToken, curl, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'Trello',
  mark: 'TR',
  group: 'Trackers',
  rank: 3,
  gives: 'Board cards with their list and members',
  path: 'trello',
  secret: 'tool',
  secretHint: 'Your app’s secret: trello.com/power-ups/admin > your Power-Up > API key > Secret.',
  sample: (context) =>
    curl(addressWithToken(context, 'trello'), [], {
      action: {
        id: '66f0c2a00000000000000001',
        type: 'updateCard',
        date: '2026-11-15T12:00:00.000Z',
        data: { card: { id: 'test-1', name: 'Hello from curl', shortLink: 'test1' }, list: { name: 'Doing' } },
      },
    }),
  steps: (context) => [
    {
      title: 'Get a Trello key and token',
      text: [
        'Open or create a Power-Up in ',
        { label: 'trello.com/power-ups/admin', href: 'https://trello.com/power-ups/admin' },
        '. Its “API key” page has the key, a link to create a token, and the secret.',
      ],
    },
    {
      title: 'Find the board ID',
      text: 'Open the board, add .json to its URL, and copy the first “id”.',
    },
    {
      title: 'Create the webhook',
      text: 'Trello has no settings screen for webhooks, so use its API. Trello checks the URL with a HEAD request, which Slipway answers.',
      code: {
        label: 'Once per board',
        text: [
          "curl -sS -X POST 'https://api.trello.com/1/webhooks/?key=YOUR_KEY&token=YOUR_TRELLO_TOKEN'",
          `  --data-urlencode 'callbackURL=${addressWithToken(context, 'trello')}'`,
          "  -d 'description=Slipway' -d 'idModel=BOARD_ID'",
        ].join(' \\\n'),
      },
    },
  ],
});

import { addressWithToken, curl, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'Trello',
  mark: 'TR',
  group: 'Trackers',
  rank: 3,
  gives: 'Cards of a board with their list and members',
  path: 'trello',
  secret: 'tool',
  secretHint: 'The secret of your app: trello.com/power-ups/admin, your Power-Up, API key, Secret.',
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
      title: 'Get a key and a token of Trello',
      text: 'At trello.com/power-ups/admin, open or create a Power-Up. The page “API key” has the key, a link that makes a token, and the secret.',
    },
    {
      title: 'Find the id of the board',
      text: 'Open the board, add .json to its address, and copy the first “id”.',
    },
    {
      title: 'Create the webhook',
      text: 'Trello has no settings screen for this. It checks the address with a HEAD request, which Slipway answers.',
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

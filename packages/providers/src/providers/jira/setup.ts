import { addressWithToken, curl, defineSetup, type SetupContext, signedCurl } from '../../define-setup.js';

const ISSUE = {
  webhookEvent: 'jira:issue_updated',
  timestamp: 1_794_000_000_000,
  issue: { id: '1', key: 'TEST-1', fields: { summary: 'Hello from curl', status: { name: 'In Progress' } } },
};

function sample(context: SetupContext): string {
  const url = addressWithToken(context, 'jira');
  const { secret } = context;
  if (secret === null) return curl(url, [], ISSUE);
  return signedCurl({ url, headers: [], signature: ['X-Hub-Signature', 'sha256='], secret, body: ISSUE });
}

export const setup = defineSetup({
  label: 'Jira',
  title: 'Jira Cloud',
  mark: 'JI',
  group: 'Trackers',
  rank: 1,
  gives: 'Issues with title, state and assignee, linked to the changes that mention their key',
  path: 'jira',
  secret: 'slipway',
  sample,
  steps: (context) => [
    {
      title: 'Open the webhook settings of your site',
      text: [
        'In Jira: ',
        {
          label: 'Settings (the gear) > System > WebHooks',
          href: 'https://support.atlassian.com/jira-cloud-administration/docs/manage-webhooks/',
        },
        ' > Create a WebHook. You need to be a Jira administrator.',
      ],
    },
    {
      title: 'Fill in the form',
      fields: [
        ['Name', 'Slipway'],
        ['Status', 'Enabled'],
        ['URL', addressWithToken(context, 'jira')],
        ['Secret', context.secret ?? 'leave empty'],
      ],
    },
    {
      title: 'Choose the events',
      text: 'Issue: created, updated, deleted. Comment: created, updated, deleted. A JQL filter such as “project = UND” keeps other projects out.',
    },
  ],
});

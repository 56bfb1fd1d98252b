import { addressWithToken, curl, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'Diversion',
  mark: 'DV',
  group: 'Version control',
  rank: 3,
  gives: 'Commits with branch, author and message',
  path: 'diversion',
  secret: 'tool',
  secretHint: 'Diversion shows it when you create the webhook; it starts with whsec_.',
  sample: (context) =>
    curl(addressWithToken(context, 'diversion'), [], {
      event: 'commit_created',
      repo_id: 'dv.repo.test',
      commit_id: 'dv.commit.1',
      commit_message: 'Hello from curl',
      branch_name: 'main',
    }),
  steps: (context) => [
    {
      title: 'Open the webhook settings of the repository',
      text: [
        'In Diversion, open the repository, then ',
        { label: 'Settings > Webhooks', href: 'https://docs.diversion.dev/webhooks' },
        ' > Add webhook. You need to be a repository admin.',
      ],
    },
    {
      title: 'Fill in the form',
      fields: [
        ['URL', addressWithToken(context, 'diversion')],
        ['Event', 'commit_created'],
      ],
    },
    {
      title: 'Paste the secret here',
      text: 'Diversion creates a secret that starts with whsec_. Paste it below. From then on, unsigned requests are refused.',
    },
  ],
});

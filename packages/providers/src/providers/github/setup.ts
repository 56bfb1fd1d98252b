import { addressWithToken, curl, defineSetup, type SetupContext, signedCurl } from '../../define-setup.js';
import { testStep, workflowStep } from '../../setup-tests.js';

const PING = { zen: 'Hello from curl', hook_id: 1 };
const HEADERS = ['X-GitHub-Event: ping'];

function sample(context: SetupContext): string {
  const url = addressWithToken(context, 'github');
  const { secret } = context;
  if (secret === null) return curl(url, HEADERS, PING);
  return signedCurl({ url, headers: HEADERS, signature: ['X-Hub-Signature-256', 'sha256='], secret, body: PING });
}

/** A run's page names it in every job. */
function workflow(context: SetupContext): string {
  const fields = {
    build_url: '$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID',
    attempt: '$GITHUB_RUN_ATTEMPT',
    suite: 'tests',
  };
  return workflowStep(context, { files: 'results/*.xml', fields });
}

export const setup = defineSetup({
  label: 'GitHub',
  mark: 'GH',
  group: 'Version control',
  rank: 2,
  gives: 'Commits, pull requests, issues, workflow runs, deployments and releases',
  path: 'github',
  secret: 'slipway',
  sample,
  steps: (context) => [
    {
      title: 'Open the webhook settings of the repository or organization',
      text: [
        'On GitHub: ',
        {
          label: 'Settings > Webhooks > Add webhook',
          href: 'https://docs.github.com/en/webhooks/using-webhooks/creating-webhooks',
        },
        '. You need admin access.',
      ],
    },
    {
      title: 'Fill in the form',
      fields: [
        ['Payload URL', addressWithToken(context, 'github')],
        ['Content type', 'application/json'],
        ['Secret', context.secret ?? 'leave empty'],
        ['SSL verification', 'Enable'],
      ],
    },
    {
      title: 'Choose the events',
      text: 'Choose “Let me select individual events”: Pushes, Pull requests, Issues, Issue comments, Workflow runs, Workflow jobs, Check runs, Statuses, Deployments, Deployment statuses, Releases. GitHub sends a ping as soon as you add the webhook.',
    },
    {
      title: 'Add logs to your builds',
      sendsLogs: true,
      text: [
        'GitHub’s webhooks contain no logs. To investigate failed builds, report them from the workflow through ',
        { label: 'Jenkins and other CI', provider: 'jenkins' },
        ', and leave out Workflow runs and Workflow jobs here.',
      ],
    },
    testStep(
      [
        {
          label: 'Workflow',
          fields: [
            ['Name', 'SLIPWAY_TOKEN'],
            ['Secret', context.token],
          ],
          code: { label: '.github/workflows/build.yml', text: workflow(context) },
        },
      ],
      'Only while this integration reports workflow runs; otherwise send them through Jenkins and other CI.',
    ),
  ],
});

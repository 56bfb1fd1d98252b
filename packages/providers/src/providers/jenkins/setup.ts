import { addressWithToken, curl, defineSetup, type SetupChoice, type SetupContext } from '../../define-setup.js';
import { testStep } from '../../setup-tests.js';
import { anyPowershell, anyShell, githubActions, jenkinsOnLinux, jenkinsOnWindows } from './setup-snippets.js';
import { testChoices } from './setup-test-snippets.js';

function jenkins(label: string, { token }: SetupContext, jenkinsfile: string): SetupChoice {
  return {
    label,
    text: [
      'In ',
      {
        label: 'Manage Jenkins > Credentials',
        href: 'https://www.jenkins.io/doc/book/using/using-credentials/',
      },
      ', add a credential with the values below. Then add the tee step and the post section to your Jenkinsfile. tee needs the ',
      { label: 'Pipeline Utility Steps', href: 'https://plugins.jenkins.io/pipeline-utility-steps/' },
      ' plugin.',
    ],
    fields: [
      ['Kind', 'Secret text'],
      ['Secret', token],
      ['ID', 'slipway-token'],
    ],
    code: { label: 'Jenkinsfile', text: jenkinsfile },
  };
}

function notificationPlugin(context: SetupContext): SetupChoice {
  return {
    label: 'Jenkins plugin',
    text: [
      'Install the ',
      { label: 'Notification plugin', href: 'https://plugins.jenkins.io/notification/' },
      '. In the job, open Configure > Job Notifications > Add Endpoint. The plugin reports the start and end of every build, with the last lines of its log; only a Jenkinsfile also sends earlier lines that name errors. For freestyle jobs the plugin needs no Jenkinsfile.',
    ],
    fields: [
      ['Format', 'JSON'],
      ['Protocol', 'HTTP'],
      ['Event', 'All Events'],
      ['URL', addressWithToken(context, 'jenkins')],
      ['Log', '1000'],
    ],
  };
}

function github(context: SetupContext): SetupChoice {
  return {
    label: 'GitHub Actions',
    text: [
      'In the repository, open ',
      {
        label: 'Settings > Secrets and variables > Actions',
        href: 'https://docs.github.com/en/actions/how-tos/write-workflows/choose-what-workflows-do/use-secrets',
      },
      ' and add the secret below. Then add the steps to each job. Jobs of a matrix become builds of their own. If the ',
      { label: 'GitHub integration', provider: 'github' },
      ' reports workflow runs too, remove that event from it.',
    ],
    fields: [
      ['Name', 'SLIPWAY_TOKEN'],
      ['Secret', context.token],
    ],
    code: { label: '.github/workflows/build.yml', text: githubActions(context) },
  };
}

function script(label: string, { token }: SetupContext, code: NonNullable<SetupChoice['code']>): SetupChoice {
  return {
    label,
    text: 'Run your build through this script, in any CI system or by hand. Store the token in the CI system’s secrets as the variable below. JOB_NAME, BUILD_NUMBER, BUILD_URL and BRANCH_NAME replace the defaults; set them from your CI system’s own variables.',
    fields: [['SLIPWAY_TOKEN', token]],
    code,
  };
}

export const setup = defineSetup({
  label: 'Jenkins',
  title: 'Jenkins and other CI',
  mark: 'CI',
  group: 'Builds',
  rank: 1,
  gives: 'Builds with logs from any CI system that can run a script; with a server URL, also missed builds',
  path: 'jenkins',
  secret: 'none',
  sample: ({ baseUrl, token }) =>
    curl(`${baseUrl}/webhooks/jenkins`, [`X-Webhook-Token: ${token}`], {
      job_name: 'hello-slipway',
      build_number: 1,
      status: 'SUCCESS',
      build_url: 'https://ci.example.com/job/hello-slipway/1/',
    }),
  steps: (context) => [
    {
      title: 'Report builds from your CI system',
      sendsLogs: true,
      choices: [
        jenkins('Jenkins', context, jenkinsOnLinux(context)),
        jenkins('Jenkins on Windows', context, jenkinsOnWindows(context)),
        notificationPlugin(context),
        github(context),
        script('Other CI', context, { label: 'slipway-build.sh', text: anyShell(context) }),
        script('Other CI on Windows', context, { label: 'slipway-build.ps1', text: anyPowershell(context) }),
      ],
    },
    testStep(testChoices(context)),
    {
      title: 'Let Slipway read the Jenkins server',
      text: [
        'Optional, and only for Jenkins: enter the ',
        { label: 'server URL', section: 'jenkins-server' },
        '. Slipway then also reads artifacts and change sets, finds builds that no one reported, and starts jobs on commits.',
      ],
    },
  ],
});

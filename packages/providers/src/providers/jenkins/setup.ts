import { addressWithToken, curl, defineSetup, type SetupContext } from '../../define-setup.js';

function pipeline({ baseUrl, token }: SetupContext): string {
  return `post {
  always {
    sh """
      curl -sS -m 10 '${baseUrl}/webhooks/jenkins' \\
        -H 'X-Webhook-Token: ${token}' \\
        -H 'Content-Type: application/json' \\
        -d '{"job_name":"\${env.JOB_NAME}","build_number":\${env.BUILD_NUMBER},"status":"\${currentBuild.currentResult}","build_url":"\${env.BUILD_URL}","commit":"\${env.GIT_COMMIT ?: ''}","changelist":"\${env.P4_CHANGELIST ?: ''}"}' || true
    """
  }
}`;
}

export const setup = defineSetup({
  label: 'Jenkins',
  title: 'Jenkins and other CI',
  mark: 'CI',
  group: 'Builds',
  rank: 1,
  gives: 'Builds from any CI system that can run curl; with a server URL, also logs and missed builds',
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
      title: 'Report builds from the Jenkinsfile',
      text: 'Store the token as a credential if others can read the file. GitLab CI, TeamCity and Horde can send the same body from a script. The Slipway repository has such a script, a shared library step and a GitHub Action in infra/senders.',
      code: { label: 'Jenkinsfile', text: pipeline(context) },
    },
    {
      title: 'Or let the Notification plugin report them',
      text: 'In the job: Configure > Job Notifications > Add Endpoint. The plugin reports the start and end of every build.',
      fields: [
        ['Format', 'JSON'],
        ['Protocol', 'HTTP'],
        ['Event', 'All Events'],
        ['URL', addressWithToken(context, 'jenkins')],
        ['Log', '1000'],
      ],
    },
    {
      title: 'Let Slipway read the server',
      text: 'Enter the server URL in the integration settings. Slipway then reads logs, artifacts and change sets, finds builds that no webhook reported, and starts jobs on commits.',
    },
  ],
});

import { addressWithToken, defineSetup, type SetupContext, TEST_AGENT } from '../../define-setup.js';
import { POWERSHELL_LOG, shellLog } from '../../setup-log.js';
import { powershellTests, shellTests, testStep } from '../../setup-tests.js';

// Buildkite's webhooks contain no logs, so a hook of the agent sends them. It never fails a job.

function shellHook({ baseUrl, token }: SetupContext): string {
  return `#!/bin/sh
# The pre-exit hook of the agent: sends the log of each job to Slipway.
${shellLog('"$BUILDKITE_JOB_LOG_TMPFILE"', '"$BUILDKITE_JOB_LOG_TMPFILE.slipway"')}
printf 'X-Service-Token: %s' '${token}' |
  curl -sS -m 30 -H @- '${baseUrl}/webhooks/buildkite/job_log' \\
    --data-urlencode "pipeline=$BUILDKITE_PIPELINE_SLUG" \\
    --data-urlencode "build_number=$BUILDKITE_BUILD_NUMBER" \\
    --data-urlencode "exit_status=$BUILDKITE_COMMAND_EXIT_STATUS" \\
    --data-urlencode "log_truncated=$log_truncated" \\
    --data-urlencode "log@$BUILDKITE_JOB_LOG_TMPFILE.slipway" || true
rm -f "$BUILDKITE_JOB_LOG_TMPFILE.slipway"`;
}

function powershellHook({ baseUrl, token }: SetupContext): string {
  return `# The pre-exit hook of the agent: sends the log of each job to Slipway.
try {
  $log = [IO.File]::ReadAllText($env:BUILDKITE_JOB_LOG_TMPFILE)
${POWERSHELL_LOG.replaceAll(/^/gm, '  ')}
  $report = @{
    pipeline = $env:BUILDKITE_PIPELINE_SLUG
    build_number = $env:BUILDKITE_BUILD_NUMBER
    exit_status = $env:BUILDKITE_COMMAND_EXIT_STATUS
    log = $log
    log_truncated = $truncated
  }
  $headers = @{ 'X-Service-Token' = '${token}' }
  Invoke-RestMethod -Method Post -Uri '${baseUrl}/webhooks/buildkite/job_log' -TimeoutSec 30 -Headers $headers -Body $report
} catch {
  Write-Warning "Slipway did not accept the log: $_"
}
exit 0`;
}

function shellTestsOf(context: SetupContext): string {
  const fields = {
    job_name: '$BUILDKITE_PIPELINE_SLUG',
    build_number: '$BUILDKITE_BUILD_NUMBER',
    attempt: '$((BUILDKITE_RETRY_COUNT + 1))',
    suite: 'tests',
  };
  return shellTests(context, { token: '$SLIPWAY_TOKEN', files: 'results/*.xml', fields });
}

function powershellTestsOf(context: SetupContext): string {
  const fields = {
    job_name: '$env:BUILDKITE_PIPELINE_SLUG',
    build_number: '$env:BUILDKITE_BUILD_NUMBER',
    attempt: '1 + [int] $env:BUILDKITE_RETRY_COUNT',
    suite: "'tests'",
  };
  return powershellTests(context, { token: '$env:SLIPWAY_TOKEN', files: 'results/*.xml', fields });
}

function collectors({ baseUrl }: SetupContext): string {
  return `export BUILDKITE_ANALYTICS_BASE_URL='${baseUrl}/webhooks/compat/v1/uploads'
export BUILDKITE_ANALYTICS_TOKEN="$SLIPWAY_TOKEN"`;
}

const HOOKS = { label: 'hooks folder', href: 'https://buildkite.com/docs/agent/v3/hooks' };

export const setup = defineSetup({
  label: 'Buildkite',
  mark: 'BK',
  group: 'Builds',
  rank: 2,
  gives: 'Builds and their jobs, from scheduled to finished; with an agent hook, also logs',
  path: 'buildkite',
  secret: 'tool',
  secretHint: 'Buildkite shows it as “Token” on the webhook page.',
  sample: (context) =>
    [
      `BODY='${JSON.stringify({ event: 'ping', sender: { name: 'curl' } })}'`,
      'NOW=$(date +%s)',
      `SIGNATURE=$(printf %s "$NOW.$BODY" | openssl dgst -sha256 -hmac '${context.secret ?? 'YOUR_BUILDKITE_TOKEN'}' | sed 's/^.* //')`,
      [
        `curl -sS -A ${TEST_AGENT} '${addressWithToken(context, 'buildkite')}'`,
        "-H 'Content-Type: application/json'",
        "-H 'X-Buildkite-Event: ping'",
        '-H "X-Buildkite-Signature: timestamp=$NOW,signature=$SIGNATURE"',
        '-d "$BODY"',
      ].join(' \\\n  '),
    ].join('\n'),
  steps: (context) => [
    {
      title: 'Add a webhook to your organization',
      text: [
        'In Buildkite: ',
        {
          label: 'Settings > Notification Services',
          href: 'https://buildkite.com/organizations/~/services',
        },
        ' > Add a Webhook.',
      ],
    },
    {
      title: 'Fill in the form',
      fields: [
        ['Description', 'Slipway'],
        ['Webhook URL', addressWithToken(context, 'buildkite')],
        ['Token', 'Send an X-Buildkite-Signature header'],
        [
          'Events',
          'build.scheduled, build.running, build.failing, build.finished, build.skipped, job.started, job.finished',
        ],
        ['Pipelines', 'All Pipelines, or those of this project'],
      ],
    },
    {
      title: 'Paste the webhook token here',
      text: 'Save the webhook, copy the token that Buildkite shows, and paste it below. Until then, every request is refused, because Slipway accepts only signed ones.',
    },
    {
      title: 'Send logs from the agents',
      sendsLogs: true,
      text: [
        'Buildkite’s webhooks contain no logs. Put this file into the ',
        HOOKS,
        ' of each agent, and set ',
        {
          label: 'enable-job-log-tmpfile=true',
          href: 'https://buildkite.com/docs/agent/v3/configuration#enable-job-log-tmpfile',
        },
        ' in the agent’s configuration. If a job fails, its log is the log of the build.',
      ],
      choices: [
        {
          label: 'Linux and macOS',
          code: { label: 'hooks/pre-exit', text: shellHook(context) },
        },
        {
          label: 'Windows',
          code: { label: 'hooks\\pre-exit.ps1', text: powershellHook(context) },
        },
      ],
    },
    testStep(
      [
        {
          label: 'Linux and macOS',
          code: { label: 'At the end of the job’s command', text: shellTestsOf(context) },
        },
        { label: 'Windows', code: { label: 'At the end of the job’s command', text: powershellTestsOf(context) } },
        {
          label: 'Buildkite’s collectors',
          text: [
            'The ',
            {
              label: 'collectors of Test Engine',
              href: 'https://buildkite.com/docs/test-engine/javascript-collectors',
            },
            ' send to Slipway with these variables; in the test collector plugin, the address is the option api-url.',
          ],
          code: { label: 'Before the tests', text: collectors(context) },
        },
      ],
      'SLIPWAY_TOKEN is the token of this integration; store it as a secret of the pipeline.',
    ),
  ],
});

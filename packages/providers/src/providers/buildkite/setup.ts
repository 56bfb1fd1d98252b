import { addressWithToken, defineSetup } from '../../define-setup.js';

export const setup = defineSetup({
  label: 'Buildkite',
  mark: 'BK',
  group: 'Builds',
  rank: 2,
  gives: 'Builds and their jobs, from scheduled to finished',
  path: 'buildkite',
  secret: 'tool',
  secretHint: 'Buildkite shows it as “Token” on the webhook page.',
  sample: (context) =>
    [
      `BODY='${JSON.stringify({ event: 'ping', sender: { name: 'curl' } })}'`,
      'NOW=$(date +%s)',
      `SIGNATURE=$(printf %s "$NOW.$BODY" | openssl dgst -sha256 -hmac '${context.secret ?? 'YOUR_BUILDKITE_TOKEN'}' | sed 's/^.* //')`,
      [
        `curl -sS '${addressWithToken(context, 'buildkite')}'`,
        "-H 'Content-Type: application/json'",
        "-H 'X-Buildkite-Event: ping'",
        '-H "X-Buildkite-Signature: timestamp=$NOW,signature=$SIGNATURE"',
        '-d "$BODY"',
      ].join(' \\\n  '),
    ].join('\n'),
  steps: (context) => [
    {
      title: 'Add a webhook to your organization',
      text: 'In Buildkite: Settings > Notification Services > Add a Webhook.',
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
  ],
});

import { setupOf } from '@slipway/providers/setups';
import { useSession } from '../data/session.js';
import { CodeBlock } from '../ui/copy.js';
import { WEBHOOK_TOKEN } from '../ui/labels.js';

interface WebhookSampleProps {
  readonly label: string;
  readonly to: string;
  readonly body: string;
  readonly comment?: string;
}

export function WebhookSample({ label, to, body, comment }: WebhookSampleProps) {
  const lines = [
    ...(comment === undefined ? [] : [`# ${comment}`]),
    `curl -X POST ${window.location.origin}/webhooks/${to} \\`,
    `  -H 'Content-Type: application/json' -H 'X-Service-Token: ${WEBHOOK_TOKEN}' \\`,
    `  -d '${body}'`,
  ];
  return <CodeBlock label={label} text={lines.join('\n')} />;
}

export function BuildSample() {
  const { base_url: baseUrl } = useSession();
  const text = setupOf('jenkins')?.sample({ baseUrl, token: WEBHOOK_TOKEN, secret: null });
  return <CodeBlock label="Report a build" text={text ?? ''} />;
}

export function TestReportSample() {
  const text = [
    `curl -X POST ${window.location.origin}/webhooks/tests \\`,
    `  -H 'X-Webhook-Token: ${WEBHOOK_TOKEN}' \\`,
    '  -F job_name=Nightly -F build_number=1846 -F suite=PlayMode -F platform=PS5 \\',
    '  -F file=@TestResults.xml',
  ].join('\n');
  return <CodeBlock label="Upload a test report" text={text} />;
}

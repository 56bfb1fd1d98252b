import { expect, it } from '@jest/globals';
import { addChannel } from '@slipway/db';
import { newId, sealChannelConfig, targetOf } from '@slipway/domain';
import { eventually, TEST_APP_SECRET, testReceiver } from '@slipway/testing';
import { startStack } from './stack.js';

const receiver = await testReceiver();
const stack = await startStack({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.1/32' });
const { demo, database, baseUrl } = stack;
const { second } = demo.projects;

/** Connects the demo's second project, which investigates by itself, to the receiver, as Slack's webhook would be. */
async function connectReceiver(): Promise<void> {
  const id = newId();
  const config = { kind: 'slack_webhook' as const, url: receiver.url };
  await addChannel(database, {
    ...{ id, accountId: demo.accounts.studio.id, projectId: second, userId: demo.users.owner.id },
    ...{ kind: config.kind, name: 'Builds', target: targetOf(config) },
    config: sealChannelConfig([TEST_APP_SECRET], id, config),
  });
}

const LOG = "Assets/Scripts/Lantern.cs(12,5): error CS0103: The name 'Glow' does not exist in the current context";

it('a failed build becomes a message with its cause, whose link opens the build with its problem', async () => {
  await connectReceiver();
  const report = { job_name: 'lanterns-android', build_number: 9001, status: 'failure', branch: 'main', log: LOG };
  const response = await fetch(`${baseUrl}/webhooks/ci`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-token': demo.integrations.second.token },
    body: JSON.stringify(report),
  });
  expect(response.status).toBe(200);

  const { body } = await eventually('the message arrives', async () => receiver.received[0], 60_000);
  expect(JSON.parse(body)).toMatchObject({ text: expect.stringContaining('lanterns-android is broken') });
  expect(body).toContain('error CS0103');

  const [, link = ''] = /<([^|>]*)\|Open the build>/.exec(body) ?? [];
  expect(link).toMatch(`${baseUrl}/projects/${second}/builds/`);
  const page = await stack.signedIn('owner');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
  await page.getByRole('link', { name: 'Show history' }).click();
  await page.getByRole('heading', { name: /CS0103/ }).waitFor();
  expect(receiver.received).toHaveLength(1);
});

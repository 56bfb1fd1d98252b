import { expect, it } from '@jest/globals';
import { runWorker } from '@slipway/worker';
import { startStack } from './stack.js';

const stack = await startStack({}, { hasWorker: false });
const { demo } = stack;

it('accepted deliveries are counted and listed while the workers are down, and move to the log when one is back', async () => {
  for (const build_number of [9001, 9002, 9003]) {
    const answer = await fetch(`${stack.baseUrl}/webhooks/ci`, {
      method: 'POST',
      headers: { 'x-webhook-token': demo.integrations.jenkins.token, 'content-type': 'application/json' },
      body: JSON.stringify({ job_name: 'waiting-job', build_number, status: 'success' }),
    });
    expect(answer.status).toBe(200);
  }
  const page = await stack.openPage('/deliveries');
  await page.getByRole('heading', { name: 'Accepted, not yet applied: 3' }).waitFor();
  const waiting = page.getByRole('list', { name: 'Waiting deliveries' });
  expect(await waiting.getByRole('listitem').filter({ hasText: 'Waiting' }).count()).toBe(3);
  await runWorker(stack.process);
  await waiting.waitFor({ state: 'detached' });
  await page.reload();
  await page
    .getByRole('row')
    .filter({ hasText: 'just now' })
    .or(page.getByText(/^\d+s ago$/))
    .first()
    .waitFor();
});

import { type IncomingMessage, request } from 'node:http';
import { afterAll, expect, it } from '@jest/globals';
import { serve } from '@slipway/http';
import { createMetrics } from '@slipway/runtime';
import { eventually } from '@slipway/testing';
import { createDoorMetrics } from './door-metrics.js';
import { admitLargeBodies } from './large-bodies.js';

const MEBIBYTE = 1024 * 1024;
const letIn: { path: string; answer(): void }[] = [];
const listener = admitLargeBodies(
  ({ url = '' }, response) => void letIn.push({ path: url, answer: () => void response.end() }),
  {
    bodyLimitBytes: 25 * MEBIBYTE,
    commonHeaders: ['X-Common', 'yes'],
    metrics: createDoorMetrics(createMetrics()),
  },
);
const server = await serve(listener, { host: '127.0.0.1', port: 0 });
const sent: ReturnType<typeof request>[] = [];
afterAll(async () => {
  for (const each of sent) each.destroy();
  await server.close();
});

/** Announces a body and sends none of it yet. */
function announce(path: string, bytes: number) {
  const headers = { 'content-length': String(bytes) };
  const announced = request({ port: server.port, host: '127.0.0.1', method: 'POST', path, headers });
  announced.on('error', () => undefined);
  announced.flushHeaders();
  sent.push(announced);
  return announced;
}

const isLetIn = (path: string) =>
  eventually(`${path} is let in`, async () => letIn.find((each) => each.path === path));

it('large bodies wait for their turn, small ones do not, and what is too much in all is refused', async () => {
  announce('/webhooks/ci?first', 24 * MEBIBYTE);
  const first = await isLetIn('/webhooks/ci?first');
  const refused = await new Promise<IncomingMessage>((resolve) => {
    for (let n = 1; n <= 14; n += 1) announce(`/webhooks/ci?${n}`, 24 * MEBIBYTE).on('response', resolve);
  });
  const { statusCode, headers } = refused.resume();
  expect([statusCode, headers['retry-after'], headers['x-common']]).toEqual([503, '2', 'yes']);
  announce('/webhooks/ci?small', 100);
  await isLetIn('/webhooks/ci?small');
  first.answer();
  await eventually('another one is let in', async () => (letIn.length > 2 ? true : undefined));
});

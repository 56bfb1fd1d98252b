import { afterAll, expect, it } from '@jest/globals';
import { createMetrics, serveInternals } from './metrics.js';

const metrics = createMetrics();
metrics.readGauge('broken', 'A gauge that cannot be read', () => {
  throw new Error('unreadable');
});
const failures: unknown[] = [];
const { server, port } = await serveInternals(
  {
    metrics,
    checks: {},
    warnings: () => [],
    isDraining: () => false,
    report: (error) => void failures.push((error as Error).message),
    pages: new Map([
      [
        '/queues',
        () => {
          throw new Error('no page');
        },
      ],
    ]),
  },
  { host: '127.0.0.1', port: 0 },
);
afterAll(() => void server.close());

it('responds with 500 when metrics or a page fail, and keeps running', async () => {
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await statusOf('/metrics')).toBe(500);
  expect(await statusOf('/queues/1')).toBe(500);
  expect(await statusOf('/healthz')).toBe(200);
  expect(failures).toEqual(['unreadable', 'no page']);
});

import { request } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
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

describe('a request for another host, as after DNS rebinding', () => {
  const internals = {
    metrics: createMetrics(),
    checks: {},
    warnings: () => [],
    isDraining: () => false,
    report: () => undefined,
  };
  const pages = new Map([['/queues', (_: unknown, response: { end(): void }) => response.end()]]);

  /** The statuses of the paths for a Host header, on an internal port that listens on `host`. */
  async function statuses(host: string, header: string): Promise<(number | undefined)[]> {
    const { server: listening, port: listenedPort } = await serveInternals(
      { ...internals, pages },
      { host, port: 0 },
    );
    const statusOf = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: '127.0.0.1', port: listenedPort, path, headers: { host: header } };
        request(options, (response) => resolve(response.resume().statusCode))
          .on('error', reject)
          .end();
      });
    try {
      return [await statusOf('/metrics'), await statusOf('/metrics.json'), await statusOf('/queues/1')];
    } finally {
      listening.close();
    }
  }

  it.each([
    'evil.example',
    'evil.example:9464',
    '127.0.0.1.evil.example',
    '192.168.1.7:9464',
    'localhost@evil.example',
  ])('is refused on a loopback address: Host %s', async (header) => {
    expect(await statuses('127.0.0.1', header)).toEqual([421, 421, 421]);
  });

  it.each(['127.0.0.1:9464', 'localhost:9464', 'LOCALHOST', '[::1]:9464', '127.9.9.9'])(
    'is answered if it is this host: Host %s',
    async (header) => {
      expect(await statuses('127.0.0.1', header)).toEqual([200, 200, 200]);
    },
  );

  it('is answered on every other address, where Prometheus asks by the address of a pod', async () => {
    expect(await statuses('0.0.0.0', '10.42.0.17:9464')).toEqual([200, 200, 200]);
  });
});

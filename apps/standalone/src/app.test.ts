import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { createApp } from './app.js';

/** The tier that handles a request target. */
function tierAt(url: string, accept?: string): string {
  const came: string[] = [];
  const tier =
    (name: string): RequestListener =>
    () =>
      void came.push(name);
  const app = createApp({
    ingest: tier('ingest'),
    api: tier('api'),
    console: tier('console'),
    operations: tier('operations'),
  });
  app({ url, headers: { accept } } as IncomingMessage, {} as ServerResponse);
  return came.join();
}

it.each([
  ['/webhooks/ci?token=x', 'ingest'],
  ['/webhooks', 'ingest'],
  ['/webhooks?token=x', 'ingest'],
  ['//webhooks/github', 'ingest'],
  ['http://hooks.example.com/webhooks/ci', 'ingest'],
  ['/webhooksy', 'console'],
  ['/api/v1/ping', 'api'],
  ['http://hooks.example.com/api/v1/ping', 'api'],
  ['/readyz', 'operations'],
  ['/projects/webhooks/', 'console'],
])('%s goes to %s', (url, tier) => {
  expect(tierAt(url)).toBe(tier);
});

it('shows browsers the page of metrics, and scrapers the numbers of the service', () => {
  expect(tierAt('/metrics', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')).toBe('console');
  expect(tierAt('/metrics', 'application/openmetrics-text;version=1.0.0,*/*;q=0.1')).toBe('operations');
  expect(tierAt('/metrics')).toBe('operations');
});

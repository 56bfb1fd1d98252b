import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { createApp } from './app.js';

/** The tier that handles a request target. */
function tierAt(url: string): string {
  const came: string[] = [];
  const tier =
    (name: string): RequestListener =>
    () =>
      void came.push(name);
  const app = createApp({
    ingest: tier('ingest'),
    api: tier('api'),
    console: tier('console'),
    mcp: tier('mcp'),
    operations: tier('operations'),
  });
  app({ url } as IncomingMessage, {} as ServerResponse);
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
  ['/mcp', 'mcp'],
  ['/mcp/readonly', 'mcp'],
  ['/mcpx', 'console'],
  ['/.well-known/oauth-protected-resource', 'mcp'],
  ['/.well-known/oauth-protected-resource/mcp', 'mcp'],
  ['/.well-known/oauth-authorization-server', 'console'],
  ['/oauth/token', 'console'],
  ['/readyz', 'operations'],
  ['/projects/webhooks/', 'console'],
])('%s goes to %s', (url, tier) => {
  expect(tierAt(url)).toBe(tier);
});

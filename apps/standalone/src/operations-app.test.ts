import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testProcess } from '@slipway/testing';
import supertest from 'supertest';
import { createOperationsApp } from './app.js';

const process = await testProcess();
const { logger, metrics, settings } = process;
metrics.counter('deliveries_accepted_total', 'Accepted deliveries').inc();

const appWith = (trustProxy: string) =>
  createOperationsApp({
    logger,
    trustProxy,
    metrics,
    workerMetricsUrl: '',
    checks: {},
    warnings: () => Promise.resolve([]),
    isDraining: () => false,
  });

const statusOf = async (trustProxy: string, headers: Readonly<Record<string, string>>) =>
  (await supertest(appWith(trustProxy)).get('/metrics').set(headers)).status;

describe('GET /metrics on the port of npm start', () => {
  it('200: from this host', async () => {
    const { status, text } = await supertest(appWith('off')).get('/metrics');
    expect([status, text]).toEqual([200, expect.stringContaining('slipway_deliveries_accepted_total 1')]);
  });

  it.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=203.0.113.9' },
    { 'x-real-ip': '203.0.113.9' },
    { via: '1.1 proxy' },
  ])('404: from a proxy on this host that is not trusted, with %j', async (headers) => {
    const { status, body } = await supertest(appWith('off')).get('/metrics').set(headers);
    expect([status, body.error]).toEqual([404, 'not_found']);
  });

  it.each([
    ['1', '203.0.113.9'],
    ['127.0.0.1', '203.0.113.9'],
    ['1', '127.0.0.1, 203.0.113.9'],
    ['2', '127.0.0.1, 203.0.113.9'],
    ['10.0.0.1', '127.0.0.1'],
  ])('404: with TRUST_PROXY=%s and X-Forwarded-For: %s', async (trustProxy, addresses) => {
    expect(await statusOf(trustProxy, { 'x-forwarded-for': addresses })).toBe(404);
  });

  it.each(['1', '127.0.0.1', '::1,127.0.0.0/8'])(
    '200: from this host through a proxy that TRUST_PROXY=%s trusts, and past it',
    async (trustProxy) => {
      expect(await statusOf(trustProxy, { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' })).toBe(200);
      expect(await statusOf(trustProxy, {})).toBe(200);
    },
  );

  it('404: over a connection without a loopback address', async () => {
    const socketPath = join(settings.DATA_DIR, 'operations.sock');
    const server = createServer(appWith('off'));
    await new Promise<void>((resolve) => server.listen(socketPath, resolve));
    const status = await new Promise((resolve, reject) => {
      const sent = request({ socketPath, path: '/metrics' }, (response) => resolve(response.resume().statusCode));
      sent.on('error', reject).end();
    });
    server.close();
    expect(status).toBe(404);
  });

  it.each(['evil.example', 'evil.example:8080', '192.168.1.7:8080'])(
    '404: to the name %s, which a page of another site can give this host',
    async (host) => {
      expect(await statusOf('off', { host })).toBe(404);
    },
  );

  it.each(['localhost:8080', '[::1]:8080', '127.0.0.1'])('200: to %s', async (host) => {
    expect(await statusOf('off', { host })).toBe(200);
  });

  it('leaves health checks open to everyone', async () => {
    const { status } = await supertest(appWith('off')).get('/healthz').set('x-forwarded-for', '203.0.113.9');
    expect(status).toBe(200);
  });
});

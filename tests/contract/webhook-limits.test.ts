import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { connectFailFast, waitForConnection } from '@slipway/queue';
import { createMetrics } from '@slipway/runtime';
import { eventually } from '@slipway/testing';
import { openIngest } from './ingest.js';

const LIMITS = { WEBHOOK_RATE_LIMIT: '10', WEBHOOK_AUTH_FAILURE_LIMIT: '8', TRUST_PROXY: '1' };
const { send, make, project, process } = await openIngest(LIMITS);
const otherProcess = await serve(await composeIngest({ ...process, metrics: createMetrics() }, () => false), {
  host: '127.0.0.1',
  port: 0,
});
process.onClose('other process', () => otherProcess.close());
let numbers = 0;

function report(token: string, address = '192.0.2.1') {
  numbers += 1;
  return send(`ci?token=${token}`, {
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ job_name: 'Harbor', build_number: numbers, status: 'SUCCESS' }),
  });
}

describe('limits', () => {
  it('429: an integration over its rate gets Retry-After, while others are accepted', async () => {
    const [busy, calm] = [await make.integration(project, 'jenkins'), await make.integration(project, 'jenkins')];
    const answers: Awaited<ReturnType<typeof report>>[] = [];
    // Enough to reach the limit even if a new minute begins in between.
    for (let times = 0; times < 25; times += 1) answers.push(await report(busy.token));
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(200));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body['error']).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await report(calm.token)).status).toBe(200);
  });

  it('429: an integration is limited by the total that all processes accepted', async () => {
    const { id, token } = await make.integration(project, 'jenkins');
    for (let times = 0; times < 10; times += 1) expect((await report(token)).status).toBe(200);
    const redis = connectFailFast(process.settings, () => undefined);
    process.onClose('test redis', () => redis.disconnect());
    await waitForConnection(redis, 5_000);
    await eventually('the process has reported its count', async () =>
      (await redis.get(`slipway:limit:deliveries:${id}`)) === '10' ? true : undefined,
    );
    let accepted = 0;
    await eventually('the other process has learned of it', async () => {
      const { status } = await fetch(`http://127.0.0.1:${otherProcess.port}/webhooks/ci?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ job_name: 'Harbor', build_number: 1, status: 'SUCCESS' }),
      });
      if (status === 200) accepted += 1;
      return status === 429 ? true : undefined;
    });
    expect(accepted).toBeLessThan(10);
  });

  it('429: an address with too many failed authentications is refused, except with valid tokens', async () => {
    const good = await make.integration(project, 'jenkins');
    const address = '192.0.2.77';
    expect((await report(good.token, address)).status).toBe(200);
    const statuses: number[] = [];
    for (let times = 0; times < 20; times += 1) {
      statuses.push((await report(randomBytes(32).toString('hex'), address)).status);
    }
    expect(statuses).toContain(404);
    expect(statuses).toContain(429);
    expect((await report(good.token, address)).status).toBe(200);
    const unused = await make.integration(project, 'jenkins');
    expect((await report(unused.token, address)).status).toBe(200);
    expect((await report(randomBytes(32).toString('hex'), '192.0.2.78')).status).toBe(404);
  });

  it('429: an IPv6 network counts as one address, and its bodies are no longer searched for tokens', async () => {
    const { token } = await make.integration(project, 'perforce');
    const fromHost = (host: number, body: object) =>
      send('perforce', {
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:0:7::${host}` },
        body: JSON.stringify(body),
      });
    expect((await fromHost(1, { change: 5, token })).status).toBe(202);
    const statuses: number[] = [];
    for (let host = 1; host <= 20; host += 1) statuses.push((await fromHost(host, { change: 6 })).status);
    expect(statuses).toContain(401);
    expect(statuses).toContain(429);
    expect((await fromHost(99, { change: 7, token })).status).toBe(429);
    const elsewhere = await send('perforce', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '2001:db8:0:8::1' },
      body: JSON.stringify({ change: 7, token }),
    });
    expect(elsewhere.status).toBe(202);
  });
});

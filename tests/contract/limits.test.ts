import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi({ GENERAL_RATE_LIMIT: '5', TRUST_PROXY: '1' });
const second = await startApi({ GENERAL_RATE_LIMIT: '5', TRUST_PROXY: 'off' });

const from = (address: string, path = '/v1/ping') => api.get(path).set('X-Forwarded-For', address);

describe('the general limit', () => {
  it('429: with Retry-After and no X-RateLimit headers, whatever is asked for', async () => {
    const paths = ['/v1/ping', '/v1/projects', '/v1/nothing-here', '/v1/ping', '/v1/projects'];
    for (const path of paths) expect((await from('192.0.2.1', path)).status).not.toBe(429);
    const { status, body, headers } = await from('192.0.2.1');
    expect(status).toBe(429);
    expect(body).toEqual({ error: 'rate_limited', message: expect.any(String), retry_after: expect.any(Number) });
    expect(Number(headers['retry-after'])).toBe(body.retry_after);
    expect(body.retry_after).toBeGreaterThan(0);
    expect(body.retry_after).toBeLessThanOrEqual(300);
    expect(Object.keys(headers).filter((name) => /ratelimit/i.test(name))).toEqual([]);
    const unauthenticated = await api.get('/v1/ping', null).set('X-Forwarded-For', '192.0.2.1');
    expect(unauthenticated.status).toBe(429);
  });

  it('counts per address', async () => {
    expect((await from('192.0.2.2')).status).toBe(200);
  });

  it('is shared by processes, and X-Forwarded-For is not believed unless told to', async () => {
    const spoofed = (n: number) => second.get('/v1/ping').set('X-Forwarded-For', `198.51.100.${n}`);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await spoofed(n)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

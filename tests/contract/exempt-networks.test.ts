import { describe, expect, it } from '@jest/globals';
import { callerAddressHeader } from '@slipway/http';
import { startApi } from './api.js';

const LIMIT = 4;
const api = await startApi({
  GENERAL_RATE_LIMIT: String(LIMIT),
  TRUST_PROXY: '1',
  GENERAL_RATE_LIMIT_EXEMPT: '10.20.0.0/16, 2001:db8::/32',
});
const { make, userId } = api;

const newToken = async () => (await make.apiToken(userId)).token;
const unknownToken = () => crypto.randomUUID().padEnd(43, 'x');

/** The statuses of as many requests as the limit allows, plus one. */
async function exhaust(addressOf: (index: number) => string, tokenOf: (index: number) => string | null) {
  const statuses: number[] = [];
  for (let index = 0; index <= LIMIT; index += 1) {
    const { status } = await api.get('/v1/ping', tokenOf(index)).set('X-Forwarded-For', addressOf(index));
    statuses.push(status);
  }
  return statuses;
}

const limited = (status: number) => [...Array.from({ length: LIMIT }, () => status), 429];
const at = (address: string) => () => address;

describe('in a network of GENERAL_RATE_LIMIT_EXEMPT', () => {
  it('429: each token has the limit that an address has elsewhere, across all addresses of the network', async () => {
    const [first, second, third] = [await newToken(), await newToken(), await newToken()];
    expect(await exhaust(at('10.20.1.1'), () => first)).toEqual(limited(200));
    expect(
      await exhaust(
        (index) => `10.20.2.${index}`,
        () => second,
      ),
    ).toEqual(limited(200));
    expect(
      await exhaust(
        (index) => `2001:db8:0:${index}::1`,
        () => third,
      ),
    ).toEqual(limited(200));
    const refused = await api.get('/v1/nothing-here', first).set('X-Forwarded-For', '10.20.9.9');
    expect(refused.body).toEqual({
      error: 'rate_limited',
      message: expect.any(String),
      retry_after: Number(refused.headers['retry-after']),
    });
  });

  it('429: requests without a token are counted by address, separately from those with a token', async () => {
    expect(await exhaust(at('10.20.3.1'), () => null)).toEqual(limited(401));
    expect((await api.get('/v1/ping', await newToken()).set('X-Forwarded-For', '10.20.3.1')).status).toBe(200);
  });

  it('429: sending a new invalid token with every request does not evade the limit', async () => {
    expect(await exhaust(at('10.20.4.1'), unknownToken)).toEqual(limited(401));
  });

  it('429: revoked and expired tokens are counted by address', async () => {
    const ended = [
      (await make.apiToken(userId, { revokedAt: new Date() })).token,
      (await make.apiToken(userId, { expiresAt: new Date(Date.now() - 1) })).token,
    ];
    expect(await exhaust(at('10.20.5.1'), (index) => ended[index % 2] ?? null)).toEqual(limited(401));
  });

  it('429: a request through the MCP server is counted by its caller’s token', async () => {
    const secret = api.process.settings.APP_SECRET;
    const call = (token: string) =>
      api
        .get('/v1/ping', token)
        .set(callerAddressHeader([secret], '10.20.6.1'))
        .set('X-Forwarded-For', '192.0.2.60');
    const token = await newToken();
    for (let count = 0; count < LIMIT; count += 1) expect((await call(token)).status).toBe(200);
    expect((await call(token)).status).toBe(429);
    expect((await call(await newToken())).status).toBe(200);
  });
});

describe('in any other network', () => {
  it('429: requests are counted by address, whatever tokens they have', async () => {
    const tokens = await Promise.all(Array.from({ length: LIMIT + 1 }, newToken));
    expect(await exhaust(at('10.21.0.1'), (index) => tokens[index] ?? null)).toEqual(limited(200));
    const elsewhere = api.get('/v1/ping', tokens[0]).set('X-Forwarded-For', '10.20.7.1');
    expect((await elsewhere).status).toBe(200);
  });
});

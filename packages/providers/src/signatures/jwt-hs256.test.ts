import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { jwtHs256 } from './jwt-hs256.js';
import type { SignedRequest } from './scheme.js';

const scheme = jwtHs256('authorization');
const CALLBACK = 'https://slipway.studio.test/webhooks/monday';

/** Created with openssl: for CALLBACK, valid from 12:00 to 12:05 UTC on 2 November 2026. */
const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhY2NvdW50SWQiOjcsInVzZXJJZCI6MTIsImF1ZCI6Imh0dHBzOi8vc2xpcHdheS5zdHVkaW8' +
  'udGVzdC93ZWJob29rcy9tb25kYXkiLCJpYXQiOjE3OTM2MjA4MDAsImV4cCI6MTc5MzYyMTEwMH0' +
  '.QrkwQ8RttZwQl5oIvppgRI6FeW9TWfIxwY3WDUTO5zk';

const known: SignedRequest = {
  headers: { authorization: TOKEN },
  rawBody: Buffer.from('{}'),
  secrets: ['monday-signing-secret'],
  config: { callback_url: `${CALLBACK}?token=abc` },
  now: Date.parse('2026-11-02T12:00:01Z'),
  toleranceMs: 300_000,
};

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function withToken(authorization: string | undefined): SignedRequest {
  return { ...known, headers: { authorization } };
}

function withClaims(claims: unknown, head: unknown = { alg: 'HS256' }): SignedRequest {
  const signed = `${encode(head)}.${encode(claims)}`;
  return withToken(
    `${signed}.${createHmac('sha256', 'monday-signing-secret').update(signed).digest('base64url')}`,
  );
}

const exp = 1_793_621_100;

describe('jwtHs256', () => {
  it('accepts a token with or without the word Bearer, signed with any active secret', () => {
    expect(scheme.verify(known)).toBeNull();
    expect(scheme.verify(withToken(`Bearer ${TOKEN}`))).toBeNull();
    expect(scheme.verify({ ...known, secrets: ['', 'older', 'monday-signing-secret'] })).toBeNull();
  });

  it('accepts the signature of the example on jwt.io', () => {
    const example =
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9' +
      '.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ' +
      '.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';
    const request = withToken(example);
    expect(scheme.verify({ ...request, secrets: ['your-256-bit-secret'] })).toMatch('no expiry');
    expect(scheme.verify({ ...request, secrets: ['another'] })).toMatch('does not match');
  });

  it('refuses a token that has expired or is not valid yet, with half a minute of tolerance', () => {
    const patient = { ...known, toleranceMs: 3_600_000 };
    expect(scheme.verify({ ...patient, now: exp * 1000 + 30_000 })).toBeNull();
    expect(scheme.verify({ ...patient, now: exp * 1000 + 30_001 })).toMatch('expired');
    expect(scheme.verify(withClaims({ exp, aud: CALLBACK, nbf: exp - 10 }))).toMatch('not valid yet');
  });

  it('refuses a token that was issued too long ago or in the future, however late it expires', () => {
    const issuedAt = (iat: number) => scheme.verify(withClaims({ iat, exp: exp + 86_400, aud: CALLBACK }));
    const now = known.now / 1000;
    expect([issuedAt(now - 300), issuedAt(now + 300)]).toEqual([null, null]);
    expect([issuedAt(now - 301), issuedAt(now + 301)]).toEqual(Array(2).fill(expect.stringMatching('stale')));
    expect(scheme.verify({ ...known, toleranceMs: 60_000, now: known.now + 60_000 })).toMatch('stale');
  });

  it('refuses a token for another URL if the integration has a callback_url', () => {
    const elsewhere = withClaims({ exp, aud: 'https://elsewhere.test/webhooks/monday' });
    expect(scheme.verify(elsewhere)).toMatch('another address');
    expect(scheme.verify(withClaims({ exp }))).toMatch('another address');
    expect(scheme.verify({ ...elsewhere, config: {} })).toBeNull();
    expect(scheme.verify(withClaims({ exp, aud: ['https://elsewhere.test/', CALLBACK] }))).toBeNull();
  });

  it.each([{ alg: 'none' }, { alg: 'RS256' }, {}, null])('refuses any other algorithm: %j', (head) => {
    expect(scheme.verify(withClaims({ exp, aud: CALLBACK }, head))).toMatch('not an HS256 token');
  });

  it.each([
    undefined,
    '',
    '.',
    '..',
    'a.b.c',
    `${TOKEN}.x`,
    TOKEN.slice(0, -1),
    `${TOKEN.slice(0, -1)}l`,
    `${encode({ alg: 'none' })}.${encode({ exp })}.`,
  ])('refuses %j as a token', (token) => {
    expect(scheme.verify(withToken(token))).toEqual(expect.any(String));
  });
});

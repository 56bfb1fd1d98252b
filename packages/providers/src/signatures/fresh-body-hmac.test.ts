import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { freshBodyHmac } from './fresh-body-hmac.js';
import type { SignedRequest } from './scheme.js';

const scheme = freshBodyHmac({ header: 'linear-signature', timestampField: 'webhookTimestamp' });

/** Generated with `openssl dgst -sha256 -hmac`. */
const known: SignedRequest = {
  headers: { 'linear-signature': '043223034c3b5b11fb38b33e28777bf37f928302cf872458a32179f47594288b' },
  rawBody: Buffer.from('{"type":"Issue","action":"update","webhookTimestamp":1793620800000}'),
  secrets: ['lin_wh_secret'],
  config: {},
  now: 1_793_620_800_000,
  toleranceMs: 300_000,
};

function signed(body: string): SignedRequest {
  const signature = createHmac('sha256', 'lin_wh_secret').update(body).digest('hex');
  return { ...known, rawBody: Buffer.from(body), headers: { 'linear-signature': signature } };
}

describe('freshBodyHmac', () => {
  it('accepts a signature within the tolerance', () => {
    expect(scheme.verify(known)).toBeNull();
    expect(scheme.verify({ ...known, now: known.now + 300_000 })).toBeNull();
    expect(scheme.verify({ ...known, now: known.now - 300_000 })).toBeNull();
  });

  it('refuses a body that was sent too long ago or in the future', () => {
    expect(scheme.verify({ ...known, now: known.now + 300_001 })).toMatch('more than 5 minutes');
    expect(scheme.verify({ ...known, now: known.now - 300_001 })).toMatch('more than 5 minutes');
    expect(scheme.verify({ ...known, toleranceMs: 60_000, now: known.now + 60_001 })).toMatch(
      'more than 1 minute ',
    );
  });

  it('refuses a body whose time was changed', () => {
    const rawBody = Buffer.from(known.rawBody.toString().replace('1793620800000', '1793620900000'));
    expect(scheme.verify({ ...known, rawBody, now: known.now + 100_000 })).toMatch('does not match');
  });

  it.each([
    '{}',
    '[]',
    'null',
    '{"webhookTimestamp":"1793620800000"}',
    '{"webhookTimestamp":null}',
    'no json',
    '',
  ])('refuses a signed body without a time: %s', (body) => {
    expect(scheme.verify(signed(body))).toMatch('webhookTimestamp');
  });

  it.each([undefined, '', 'zz', '0432'])('refuses %j as a signature', (signature) => {
    const headers = { 'linear-signature': signature };
    expect(scheme.verify({ ...known, headers })).toEqual(expect.any(String));
  });
});

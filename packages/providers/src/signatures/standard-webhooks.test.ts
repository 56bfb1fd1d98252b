import { describe, expect, it } from '@jest/globals';
import type { SignedRequest } from './scheme.js';
import { standardWebhooks } from './standard-webhooks.js';

const scheme = standardWebhooks();

/** The example of the specification's reference implementations. */
const known: SignedRequest = {
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  rawBody: Buffer.from('{"test": 2432232314}'),
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  config: {},
  now: 1_614_265_330_000,
  toleranceMs: 300_000,
};

function withHeaders(headers: SignedRequest['headers']): SignedRequest {
  return { ...known, headers: { ...known.headers, ...headers } };
}

describe('standardWebhooks', () => {
  it('accepts the published example', () => {
    expect(scheme.verify(known)).toBeNull();
  });

  it('accepts the header names of svix', () => {
    const headers = {
      'svix-id': 'msg_loFOjxBNrRLzqYUf',
      'svix-timestamp': '1731705121',
      'svix-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    };
    const rawBody = Buffer.from('{"event_type":"ping","data":{"success":true}}');
    const secrets = ['whsec_plJ3nmyCDGBKInavdOK15jsl'];
    expect(scheme.verify({ ...known, headers, rawBody, secrets, now: 1_731_705_121_000 })).toBeNull();
  });

  it('accepts any of several signatures and any of several secrets', () => {
    const several = `v1,AAAA v1a,xyz ${known.headers['webhook-signature']}`;
    expect(scheme.verify(withHeaders({ 'webhook-signature': several }))).toBeNull();
    expect(scheme.verify({ ...known, secrets: ['', 'whsec_', 'whsec_b3RoZXI=', ...known.secrets] })).toBeNull();
  });

  it('accepts a secret without its prefix', () => {
    expect(scheme.verify({ ...known, secrets: ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] })).toBeNull();
  });

  it('refuses another body, id or secret', () => {
    expect(scheme.verify({ ...known, rawBody: Buffer.from('{"test": 2432232315}') })).toMatch('does not match');
    expect(scheme.verify(withHeaders({ 'webhook-id': 'msg_other' }))).toMatch('does not match');
    expect(scheme.verify({ ...known, secrets: ['whsec_b3RoZXI='] })).toMatch('does not match');
  });

  it('refuses a time more than 5 minutes ago or ahead', () => {
    expect(scheme.verify({ ...known, now: known.now + 300_000 })).toBeNull();
    expect(scheme.verify({ ...known, now: known.now + 300_001 })).toMatch('stale');
    expect(scheme.verify({ ...known, now: known.now - 300_001 })).toMatch('stale');
  });

  it.each([
    { 'webhook-signature': undefined },
    { 'webhook-id': undefined },
    { 'webhook-timestamp': undefined },
    { 'webhook-timestamp': 'soon' },
    { 'webhook-signature': '' },
    { 'webhook-signature': 'v1,' },
    { 'webhook-signature': 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
    { 'webhook-signature': 'v1,\u00ff\u0100 v1' },
    // Unused bits of the last character are set, which base64 decoders ignore.
    { 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF=' },
  ])('refuses %j as headers', (headers) => {
    expect(scheme.verify(withHeaders(headers))).toEqual(expect.any(String));
  });
});

import { describe, expect, it } from '@jest/globals';
import { callbackHmac } from './callback-hmac.js';
import type { SignedRequest } from './scheme.js';

const scheme = callbackHmac('x-trello-webhook');

/** Generated with `printf body+address | openssl dgst -sha1 -hmac … -binary | base64`. */
const known: SignedRequest = {
  headers: { 'x-trello-webhook': 'eQDTDD8Sg68BGpVB5oTwlsNKnTI=' },
  rawBody: Buffer.from('{"action":{"id":"66f0c2","type":"updateCard"}}'),
  secrets: ['trello-app-secret'],
  config: { callback_url: 'https://slipway.studio.test/webhooks/trello?token=abc' },
  now: 0,
  toleranceMs: 0,
};

describe('callbackHmac', () => {
  it('accepts a signature over body and URL, with any active secret', () => {
    expect(scheme.verify(known)).toBeNull();
    expect(scheme.verify({ ...known, secrets: ['', 'older', 'trello-app-secret'] })).toBeNull();
  });

  it('inserts the request’s token into the URL', () => {
    const config = { callback_url: 'https://slipway.studio.test/webhooks/trello?token={token}' };
    expect(scheme.verify({ ...known, config, token: 'abc' })).toBeNull();
    expect(scheme.verify({ ...known, config, token: '$&' })).toMatch('does not match');
    expect(scheme.verify({ ...known, config })).toMatch('does not match');
  });

  it('refuses another body, URL or secret', () => {
    expect(scheme.verify({ ...known, rawBody: Buffer.from('{}') })).toMatch('does not match');
    expect(scheme.verify({ ...known, secrets: ['other'] })).toMatch('does not match');
    const config = { callback_url: 'https://slipway.studio.test/webhooks/trello' };
    expect(scheme.verify({ ...known, config })).toMatch('does not match');
  });

  it.each([{}, { callback_url: '' }, { callback_url: 7 }])(
    'explains what is missing when the config is %j',
    (config) => {
      expect(scheme.verify({ ...known, config })).toMatch('callback_url');
    },
  );

  it.each([undefined, '', 'eQDTDD8Sg68BGpVB5oTwlsNKnTJ=', '\u0100', 'x'.repeat(10_000)])(
    'refuses garbage: %j',
    (signature) => {
      expect(scheme.verify({ ...known, headers: { 'x-trello-webhook': signature } })).toEqual(expect.any(String));
    },
  );
});

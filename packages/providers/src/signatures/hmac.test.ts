import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../any-character.fixture.js';
import { hmac, hmacDigest } from './hmac.js';

const secret = "It's a Secret to Everybody";

/** Examples that vendors publish for testing. */
const KNOWN = [
  {
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
    sender: 'GitHub',
    scheme: hmac({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
    header: 'x-hub-signature-256',
    body: 'Hello, World!',
    signature: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  },
  {
    // https://developer.atlassian.com/cloud/jira/platform/webhooks/
    sender: 'Jira',
    scheme: hmac({ header: 'x-hub-signature', prefix: 'sha256=' }),
    header: 'x-hub-signature',
    body: 'Hello World!',
    signature: 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9',
  },
];

function request(header: string, value: string | undefined, body: string, secrets: readonly string[] = [secret]) {
  return { headers: { [header]: value }, rawBody: Buffer.from(body), secrets, config: {}, now: 0, toleranceMs: 0 };
}

describe.each(KNOWN)('an HMAC signed by $sender', ({ scheme, header, body, signature }) => {
  it('accepts the published example', () => {
    expect(scheme.verify(request(header, signature, body))).toBeNull();
  });

  it('accepts any active secret during a rotation', () => {
    expect(scheme.verify(request(header, signature, body, ['the next one', secret]))).toBeNull();
  });

  it('refuses a body that differs in one byte', () => {
    expect(scheme.verify(request(header, signature, `${body.slice(0, -1)}?`))).toBe(
      'The signature does not match.',
    );
  });

  it('refuses a signature without its prefix, a request without the header, and any request without a secret', () => {
    expect(scheme.verify(request(header, signature.slice('sha256='.length), body))).not.toBeNull();
    expect(scheme.verify(request(header, undefined, body))).not.toBeNull();
    expect(scheme.verify(request(header, signature, body, []))).not.toBeNull();
  });

  it('does not use an empty secret', () => {
    const forged = `sha256=${hmacDigest('sha256', '', [body]).toString('hex')}`;
    expect(scheme.verify(request(header, forged, body, ['']))).not.toBeNull();
  });

  it('refuses any other text and does not throw', () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string().map((text) => `sha256=${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(typeof scheme.verify(request(header, text, body))).toBe('string');
      }),
    );
  });
});

describe('an HMAC in base64', () => {
  const scheme = hmac({ header: 'x-signature', encoding: 'base64' });
  const digest = hmacDigest('sha256', secret, ['tide']);

  it('is accepted, but not the same digest in hex', () => {
    expect(scheme.verify(request('x-signature', digest.toString('base64'), 'tide'))).toBeNull();
    expect(scheme.verify(request('x-signature', digest.toString('hex'), 'tide'))).not.toBeNull();
  });
});

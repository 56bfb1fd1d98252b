import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../any-character.fixture.js';
import { hmacDigest } from './hmac.js';
import { timestampedHmac } from './timestamped-hmac.js';

/** An example from the tests of Buildkite's own client: https://github.com/buildkite/go-buildkite */
const SECRET = '29b1ff5779c76bd48ba6705eb99ff970';
const SIGNED_AT = 1_642_080_837_000;
const SIGNATURE =
  'timestamp=1642080837,signature=582d496ac2d869dd97a3101c4cda346288c49a742592daf582ec64c86449f79c';
const BODY =
  '{"event":"ping","service":{"id":"c9f8372d-c0cd-43dc-9274-768a875cf6ca","provider":"webhook","settings":{"url":"https://server.com/webhooks"}},"organization":{"id":"49801950-1df0-474f-bb56-ad6a930c5cb9","graphql_id":"T3JnYW5pemF0aW9uLS0tZTBmMzk3MgsTksGkxOWYtZTZjNzczZTJiYjEy","url":"https://api.buildkite.com/v2/organizations/acme-inc","web_url":"https://buildkite.com/acme-inc","name":"ACME Inc","slug":"acme-inc","agents_url":"https://api.buildkite.com/v2/organizations/acme-inc/agents","emojis_url":"https://api.buildkite.com/v2/organizations/acme-inc/emojis","created_at":"2021-02-03T20:34:10.486Z","pipelines_url":"https://api.buildkite.com/v2/organizations/acme-inc/pipelines"},"sender":{"id":"c9f8372d-c0cd-43dc-9269-bcbb7f308e3f","name":"ACME Man"}}';

const MINUTE = 60_000;
const scheme = timestampedHmac({ header: 'x-buildkite-signature' });

interface Verification {
  readonly signature?: string;
  readonly body?: string;
  readonly secrets?: readonly string[];
  readonly now?: number;
  readonly toleranceMs?: number;
}

function verify(verification: Verification) {
  const { signature = SIGNATURE, body = BODY, secrets = [SECRET], now = SIGNED_AT } = verification;
  const { toleranceMs = 5 * MINUTE } = verification;
  return scheme.verify({
    headers: { 'x-buildkite-signature': signature },
    rawBody: Buffer.from(body),
    secrets,
    config: {},
    now,
    toleranceMs,
  });
}

describe('a timestamped HMAC', () => {
  it('accepts the published example at its own time', () => {
    expect(verify({})).toBeNull();
  });

  it.each([-5 * MINUTE, 5 * MINUTE])('accepts a time that differs by %d ms', (distance) => {
    expect(verify({ now: SIGNED_AT + distance })).toBeNull();
  });

  it.each([-5 * MINUTE - 1, 5 * MINUTE + 1, Date.UTC(2026, 10, 2) - SIGNED_AT])(
    'refuses as stale a time that differs by %d ms',
    (distance) => {
      expect(verify({ now: SIGNED_AT + distance })).toMatch(/stale/);
    },
  );

  it('accepts any active secret during a rotation', () => {
    expect(verify({ secrets: ['the next one', SECRET] })).toBeNull();
  });

  it('does not depend on the order of the parts', () => {
    const [timestamp, signature] = SIGNATURE.split(',');
    expect(verify({ signature: `${signature}, v=2, ${timestamp}` })).toBeNull();
  });

  it('refuses a body that differs in one byte', () => {
    expect(verify({ body: `${BODY.slice(0, -1)} ` })).toBe('The signature does not match.');
  });

  it('refuses any time other than the signed one', () => {
    expect(verify({ signature: SIGNATURE.replace('837', '838') })).toBe('The signature does not match.');
  });

  it('refuses every signature without a secret or with an empty one', () => {
    const forged = hmacDigest('sha256', '', ['1642080837.', BODY]).toString('hex');
    expect(verify({ secrets: [] })).not.toBeNull();
    expect(verify({ secrets: [''], signature: `timestamp=1642080837,signature=${forged}` })).not.toBeNull();
  });

  it('explains that the header is missing', () => {
    const request = { headers: {}, rawBody: Buffer.from(BODY), secrets: [SECRET], config: {}, now: SIGNED_AT };
    expect(scheme.verify({ ...request, toleranceMs: MINUTE })).toBe(
      'The x-buildkite-signature header is missing.',
    );
  });

  it('refuses any other text and does not throw', () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string().map((text) => `timestamp=${text},signature=${text}`),
      fc.string().map((text) => `timestamp=1642080837,signature=${text}`),
    );
    fc.assert(
      fc.property(texts, (signature) => {
        expect(typeof verify({ signature })).toBe('string');
      }),
    );
  });
});

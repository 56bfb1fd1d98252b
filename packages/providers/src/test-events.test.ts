import { describe, expect, it } from '@jest/globals';
import type { Provider } from './define-provider.js';
import { findProblem } from './find-problem.js';
import { eventOf } from './normalize.js';
import { providers } from './registry.js';
import { testEventOf } from './sample-events.js';

const now = Date.parse('2026-11-15T12:00:00Z');
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const token = 'a'.repeat(64);
const config = { callback_url: 'https://slipway.example.com/webhooks/x?token={token}' };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe.each(providers.map((provider: Provider) => [provider.id, provider] as const))(
  'the test event of %s',
  (providerId, provider) => {
    it.each([true, false])('is accepted by its endpoint (signed: %s)', (isSigned) => {
      const { event } = testEventOf(providerId, { now, id, isSigned }) ?? {};
      const endpoint = provider.endpoints.find(({ path }) => path === event?.path);
      if (event === undefined || endpoint === undefined) throw new Error('no such endpoint');
      const { headers, body: payload } = event;
      const name = provider.eventName({ headers, payload, endpoint }) ?? '';
      const handled = eventOf(provider, name);
      if (handled !== undefined) expect(findProblem(handled.schema, payload)).toBeNull();
      else expect(event.effect).toBe('');
    });

    it('has a valid signature', () => {
      const { event, signature } = testEventOf(providerId, { now, id, isSigned: true }) ?? {};
      if (!event || !signature) return;
      const body = JSON.stringify(event.body);
      const headers = { ...event.headers, ...signature.sign({ body, secret, config, token, now }) };
      const request = { headers, rawBody: Buffer.from(body), config, token, now, toleranceMs: 1_000 };
      expect(signature.verify({ ...request, secrets: ['another', secret] })).toBeNull();
      expect(signature.verify({ ...request, secrets: ['another'] })).not.toBeNull();
    });
  },
);

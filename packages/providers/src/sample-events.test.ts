import { describe, expect, it } from '@jest/globals';
import type { Provider } from './define-provider.js';
import { findProblem } from './find-problem.js';
import { eventOf } from './normalize.js';
import { providers } from './registry.js';
import { sampleEventsOf } from './sample-events.js';
import { signRequest } from './sign-request.js';

const now = Date.parse('2026-11-15T12:00:00Z');
const details = {
  now,
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  subject: '01890a5d-ac96-774b-bcce-b302099a8058',
  number: 48_213,
  job: 'harbor-win64',
  title: 'Relight the quay',
  author: 'Mira Voss',
  file: 'Content/Quay/T_Quay.uasset',
  startedAt: now - 60_000,
  log: 'error C2065',
};
const credentials = {
  token: 'a'.repeat(64),
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  callbackUrl: 'https://slipway.example.com/webhooks/x?token={token}',
};
const CASES = providers.flatMap((provider: Provider) =>
  sampleEventsOf(provider.id).map((event) => [provider.id, event.name, { provider, event }] as const),
);

describe.each(CASES)('the sample event of %s named %s', (providerId, name, { provider, event }) => {
  const request = event.make(details);

  it('is accepted by its endpoint, and has an effect unless it tests the connection', () => {
    const endpoint = provider.endpoints.find(({ path }) => path === request.path);
    if (endpoint === undefined) throw new Error(`${request.path} is no endpoint`);
    const received = { headers: request.headers ?? {}, payload: request.body, endpoint };
    const handled = eventOf(provider, endpoint.event ?? provider.eventName(received) ?? '');
    if (handled === undefined) return expect(name).toBe('test');
    expect(findProblem(handled.schema, request.body)).toBeNull();
    const context = { receivedAt: now, event: name, engine: 'unreal', config: {} } as const;
    expect(handled.normalize(structuredClone(request.body), context)).not.toEqual([]);
  });

  it('is signed the way its tool signs', () => {
    const { headers, body } = signRequest(providerId, request, credentials, now);
    const endpoint = provider.endpoints.find(({ path }) => path === request.path);
    const scheme = endpoint?.signature ?? provider.signature;
    const config = { callback_url: credentials.callbackUrl };
    const received = {
      headers,
      rawBody: Buffer.from(body),
      config,
      token: credentials.token,
      now,
      toleranceMs: 0,
    };
    expect(scheme?.verify({ ...received, secrets: [credentials.secret] }) ?? null).toBeNull();
  });
});

it('every provider has sample events', () => {
  expect(providers.filter(({ id }) => sampleEventsOf(id).length < 2)).toEqual([]);
});

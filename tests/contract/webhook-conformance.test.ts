import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { type Provider, providers } from '@slipway/providers';
import { signerOf } from '@slipway/providers/signers';
import { openIngest, readSamples, type Sample } from './ingest.js';

const samples = readSamples();
const fiveMinutesOldAndMore = 6 * 60_000;

/** In the format of Standard Webhooks, which every other scheme accepts as is. */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

function endpointSamples(provider: string, endpoint: string): Sample[] {
  return samples.filter(
    (sample) => sample.endpoint === endpoint && sample.outcome === 'applied' && sample.provider === provider,
  );
}

const { make, database, project, addSecret, send, process } = await openIngest();

async function integrate(provider: string, secret: string | null) {
  const integration = await make.integration(project, provider);
  const callbackUrl = `https://hooks.example.com/webhooks/${provider}?token=${integration.token}`;
  await database.prisma.integration.update({
    where: { id: integration.id },
    data: { config: { callback_url: callbackUrl } },
  });
  if (secret !== null) await addSecret(integration.id, secret);
  return { ...integration, callbackUrl };
}

const endpoints = providers.flatMap((provider: Provider) =>
  provider.endpoints.map((endpoint) => {
    const scheme = endpoint.signature ?? provider.signature;
    return { id: provider.id, provider, path: endpoint.path, scheme };
  }),
);

it.each(endpoints)('$path: accepts an unsigned sample unless the endpoint requires a signature', async (at) => {
  const { token } = await integrate(at.id, null);
  const [sample] = endpointSamples(at.id, at.path);
  expect(sample).toBeDefined();
  if (sample === undefined) return;
  const answer = await send(`${at.path}?token=${token}`, sample);
  if (at.scheme?.checked === 'always') {
    expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_signature']);
    return;
  }
  expect([answer.status, answer.body['status']]).toEqual([at.provider.acceptStatus, 'accepted']);
  const again = await send(`${at.path}?token=${token}`, sample);
  expect([again.status, again.body]).toEqual([
    200,
    { status: 'duplicate', delivery_id: answer.body['delivery_id'] },
  ]);
});

it.each(samples)('$name gets the expected status', async (sample) => {
  const signer = signerOf(sample.provider);
  const secret = signer === undefined ? null : newSecret();
  const { token, callbackUrl } = await integrate(sample.provider, secret);
  const now = Date.now();
  const body = signer?.stamp?.(sample.body, now) ?? sample.body;
  const signed = signer?.sign({ body, secret: secret ?? '', now, callbackUrl, messageId: `msg_${token}` });
  const answer = await send(`${sample.endpoint}?token=${token}`, {
    headers: { ...sample.headers, ...signed },
    body,
  });
  const expected = sample.outcome === 'malformed' ? 422 : [200, 202];
  expect([expected].flat()).toContain(answer.status);
  expect(answer.body).toHaveProperty('delivery_id');
});

const signedEndpoints = endpoints.flatMap(({ id, path, scheme }) =>
  scheme === null || scheme.checked === 'if_sent' ? [] : [{ id, path, scheme }],
);

/** Sends a sample of an endpoint, signed with a secret, intact or spoiled. */
function attempts(at: { id: string; path: string }, integration: { token: string; callbackUrl: string }) {
  const [sample] = endpointSamples(at.id, at.path);
  const signer = signerOf(at.id);
  if (sample === undefined || signer === undefined) throw new Error(`no sample or no signer for ${at.path}`);
  const path = `${at.path}?token=${integration.token}`;
  return {
    unsigned: () => send(path, sample),
    signed(secret: string, { now = Date.now(), flip = false } = {}) {
      const body = signer.stamp?.(sample.body, now) ?? sample.body;
      const messageId = randomBytes(8).toString('hex');
      const signature = signer.sign({ body, secret, now, callbackUrl: integration.callbackUrl, messageId });
      const spoiled = body.replace(/"([a-z])/, (_, letter: string) => `"${letter === 'x' ? 'y' : 'x'}`);
      return send(path, { headers: { ...sample.headers, ...signature }, body: flip ? spoiled : body });
    },
  };
}

it.each(signedEndpoints)(
  '$path: accepts a signed request; refuses a changed byte, another secret and a stale time',
  async (at) => {
    const [first, second] = [newSecret(), newSecret()];
    const integration = await integrate(at.id, first);
    await addSecret(integration.id, second);
    const { signed, unsigned } = attempts(at, integration);
    // During a rotation, either secret is valid.
    for (const secret of [first, second]) expect((await signed(secret)).status).toBeLessThan(300);
    const refused = await Promise.all([
      unsigned(),
      signed(newSecret()),
      ...(at.scheme.covers.includes('body') ? [signed(first, { flip: true })] : []),
      ...(at.scheme.timeIn === null ? [] : [signed(first, { now: Date.now() - fiveMinutesOldAndMore })]),
    ]);
    for (const { status, body, text } of refused) {
      expect([status, body['error']]).toEqual([401, 'invalid_signature']);
      expect(text).not.toContain(first);
    }
    for (const confidential of [first, second, integration.token]) {
      expect(process.logLines.join('')).not.toContain(confidential);
    }
  },
);

it.each(providers.filter(({ verifiable }) => verifiable))(
  'GET /webhooks/…/verify of $id',
  async ({ endpoints: [endpoint] }) => {
    const name = endpoint.path.split('/')[0];
    const answer = await send(`${name}/verify`, { method: 'GET' });
    expect([answer.status, answer.body]).toEqual([200, { status: 'verified', service: expect.any(String) }]);
  },
);

it('404: CI endpoints have no verify path', async () => {
  for (const name of ['jenkins', 'ci', 'nobody']) {
    expect((await send(`${name}/verify`, { method: 'GET' })).status).toBe(404);
  }
});

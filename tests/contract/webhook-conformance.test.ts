import { randomBytes } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { providers } from '@slipway/providers';
import { type Signer, signers } from '@slipway/testing';
import { openIngest, readSamples, type Sample } from './ingest.js';

const samples = readSamples();
const fiveMinutesOldAndMore = 6 * 60_000;

/** In the form of Standard Webhooks, which every other scheme takes as it is. */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/** Schemes whose signature holds for a while only. */
const timed = new Set(['buildkite', 'linear', 'diversion', 'monday']);
/** The token's claims are signed, not the body. */
const bodyUnsigned = new Set(['monday']);

function endpointSamples(provider: string, endpoint: string): Sample[] {
  return samples.filter(
    (sample) => sample.endpoint === endpoint && sample.outcome === 'applied' && sample.provider === provider,
  );
}

/** Linear signs the time of sending inside the body. */
function stamped({ provider, body }: Sample, now: number): string {
  return provider === 'linear' ? JSON.stringify({ ...JSON.parse(body), webhookTimestamp: now }) : body;
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

const endpoints = providers.flatMap((provider) =>
  provider.endpoints.map((endpoint) => ({ id: provider.id, provider, path: endpoint.path, endpoint })),
);

it.each(endpoints)(
  '$path: an unsigned sample is accepted unless the endpoint asks for a signature',
  async (at) => {
    const { token } = await integrate(at.id, null);
    const [sample] = endpointSamples(at.id, at.path);
    expect(sample).toBeDefined();
    if (sample === undefined) return;
    const scheme = 'signature' in at.endpoint ? at.endpoint.signature : at.provider.signature;
    const answer = await send(`${at.path}?token=${token}`, sample);
    if (scheme?.checked === 'always') {
      expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_signature']);
      return;
    }
    expect([answer.status, answer.body['status']]).toEqual([at.provider.acceptStatus, 'accepted']);
    const again = await send(`${at.path}?token=${token}`, sample);
    expect([again.status, again.body]).toEqual([
      200,
      { status: 'duplicate', delivery_id: answer.body['delivery_id'] },
    ]);
  },
);

it.each(samples)('$name gets the expected status', async (sample) => {
  const signer: Signer | undefined = signers[sample.provider as keyof typeof signers];
  const secret = signer === undefined ? null : newSecret();
  const { token, callbackUrl } = await integrate(sample.provider, secret);
  const now = Date.now();
  const body = stamped(sample, now);
  const signed = signer?.({ body, secret: secret ?? '', now, callbackUrl, messageId: `msg_${token}` }) ?? {};
  const answer = await send(`${sample.endpoint}?token=${token}`, {
    headers: { ...sample.headers, ...signed },
    body,
  });
  const expected = sample.outcome === 'malformed' ? 422 : [200, 202];
  expect([expected].flat()).toContain(answer.status);
  expect(answer.body).toHaveProperty('delivery_id');
});

const schemes = Object.entries(signers).map(([id, sign]) => ({ id, sign: sign as Signer }));

/** Sends a sample of the provider signed with a secret, as it is or spoiled. */
function attempts(
  { id, sign }: { id: string; sign: Signer },
  integration: { token: string; callbackUrl: string },
) {
  const endpoint = id === 'jenkins' ? 'jenkins/build_notification' : id;
  const [sample] = endpointSamples(id, endpoint);
  if (sample === undefined) throw new Error(`no sample for ${endpoint}`);
  const path = `${endpoint}?token=${integration.token}`;
  return {
    unsigned: () => send(path, sample),
    signed(secret: string, { now = Date.now(), flip = false } = {}) {
      const body = stamped(sample, now);
      const messageId = randomBytes(8).toString('hex');
      const signature = sign({ body, secret, now, callbackUrl: integration.callbackUrl, messageId });
      const spoiled = body.replace(/"([a-z])/, (_, letter: string) => `"${letter === 'x' ? 'y' : 'x'}`);
      return send(path, { headers: { ...sample.headers, ...signature }, body: flip ? spoiled : body });
    },
  };
}

it.each(schemes)(
  '$id: signed is accepted; a flipped byte, another secret, a stale time are refused',
  async (at) => {
    const [first, second] = [newSecret(), newSecret()];
    const integration = await integrate(at.id, first);
    await addSecret(integration.id, second);
    const { signed, unsigned } = attempts(at, integration);
    // During a rotation either secret holds.
    for (const secret of [first, second]) expect((await signed(secret)).status).toBeLessThan(300);
    const refused = await Promise.all([
      unsigned(),
      signed(newSecret()),
      ...(bodyUnsigned.has(at.id) ? [] : [signed(first, { flip: true })]),
      ...(timed.has(at.id) ? [signed(first, { now: Date.now() - fiveMinutesOldAndMore })] : []),
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

it('404: the CI endpoints have no verify', async () => {
  for (const name of ['jenkins', 'ci', 'nobody']) {
    expect((await send(`${name}/verify`, { method: 'GET' })).status).toBe(404);
  }
});

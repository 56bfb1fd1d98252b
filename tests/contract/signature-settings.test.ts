import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Provider, providers } from '@slipway/providers';
import { signerOf } from '@slipway/providers/signers';
import { eventually } from '@slipway/testing';
import { openIngest, readSamples } from './ingest.js';

const { make, database, project, addSecret, send } = await openIngest({ WEBHOOK_AUTH_FAILURE_LIMIT: '100000' });

const MINUTE = 60_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const samples = readSamples();

interface Settings {
  readonly requireSignatures?: boolean;
  readonly signatureToleranceMinutes?: number;
}

/** Creates an integration with these settings, and sends requests to one of its endpoints. */
async function integrate(provider: string, path: string, settings: Settings) {
  const { id, token } = await make.integration(project, provider);
  const callbackUrl = `https://hooks.example.com/webhooks/${provider}?token=${token}`;
  await database.prisma.integration.update({
    where: { id },
    data: { ...settings, config: { callback_url: callbackUrl } },
  });
  const sample = samples.find(({ endpoint, outcome }) => endpoint === path && outcome === 'applied');
  if (sample === undefined) throw new Error(`no sample for ${path}`);
  const signer = signerOf(provider);
  if (signer === undefined) throw new Error(`no signer for ${provider}`);
  return {
    id,
    token,
    async unsigned() {
      const { status, body } = await send(`${path}?token=${token}`, sample);
      return [status, body['error']];
    },
    /** Sends the sample as if it had been signed `ageMs` ago. */
    async signed(ageMs = 0, secret = SECRET): Promise<number> {
      const now = Date.now() - ageMs;
      const body = signer.stamp?.(sample.body, now) ?? sample.body;
      const signature = signer.sign({ body, secret, now, callbackUrl, messageId: token });
      const headers = { ...sample.headers, ...signature };
      return (await send(`${path}?token=${token}`, { headers, body })).status;
    },
  };
}

const endpoints = providers
  .filter(({ id }) => signerOf(id))
  .flatMap(({ id, endpoints: all }) => all.map(({ path }) => [path, id] as const));

describe('an integration that requires signatures', () => {
  it.each(endpoints)('401: %s refuses unsigned requests without a secret and with one', async (path, provider) => {
    const { id, unsigned, signed } = await integrate(provider, path, { requireSignatures: true });
    expect(await unsigned()).toEqual([401, 'invalid_signature']);
    expect(await signed()).toBe(401);
    await addSecret(id, SECRET);
    await eventually('ingest knows the secret', async () => ((await signed()) === 200 ? true : undefined));
    expect(await unsigned()).toEqual([401, 'invalid_signature']);
  });

  it('still answers handshakes, which some tools need to get a secret', async () => {
    const asana = await integrate('asana', 'asana', { requireSignatures: true });
    const monday = await integrate('monday', 'monday', { requireSignatures: true });
    const shaken = await send(`asana?token=${asana.token}`, { headers: { 'x-hook-secret': SECRET }, body: '{}' });
    const challenged = await send(`monday?token=${monday.token}`, { body: '{"challenge":"abc"}' });
    expect([shaken.status, challenged.status]).toEqual([200, 200]);
    expect([await asana.signed(), await asana.unsigned()]).toEqual([200, [401, 'invalid_signature']]);
  });

  it('is not the default: without a secret, unsigned requests are accepted', async () => {
    const { unsigned } = await integrate('github', 'github', {});
    expect(await unsigned()).toEqual([200, undefined]);
  });
});

describe('a signature that a sender adds', () => {
  const OTHER_SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  const optional = providers.flatMap(({ id, endpoints: all }: Provider) =>
    all.flatMap(({ path, signature }) => (signature?.checked === 'if_sent' ? [[path, id] as const] : [])),
  );

  it.each(endpoints)(
    '401: %s refuses a wrong one wherever the integration has a secret',
    async (path, provider) => {
      const { id, signed } = await integrate(provider, path, {});
      await addSecret(id, SECRET);
      expect([await signed(0, OTHER_SECRET), await signed()]).toEqual([401, 200]);
    },
  );

  it.each(optional)(
    '%s accepts requests without one, and any one while there is no secret',
    async (path, provider) => {
      const { id, unsigned, signed } = await integrate(provider, path, {});
      expect(await signed(0, OTHER_SECRET)).toBe(200);
      await addSecret(id, SECRET);
      expect(await unsigned()).toEqual([200, undefined]);
    },
  );
});

/** monday's token also has its own expiry. */
const timed = providers.filter(({ id, signature }: Provider) => signature?.timeIn && id !== 'monday');

describe.each(timed.map(({ id }) => id))('the signature time of %s', (provider) => {
  async function ages(settings: Settings, ...minutes: number[]): Promise<number[]> {
    const { id, signed } = await integrate(provider, provider, settings);
    await addSecret(id, SECRET);
    const statuses: number[] = [];
    for (const age of minutes) statuses.push(await signed(age * MINUTE));
    return statuses;
  }

  it('may differ from ours by five minutes by default', async () => {
    expect(await ages({}, 4, -4, 6, -6)).toEqual([200, 200, 401, 401]);
  });

  it('may differ by the tolerance of the integration', async () => {
    expect(await ages({ signatureToleranceMinutes: 1 }, 0, 2, -2)).toEqual([200, 401, 401]);
    expect(await ages({ signatureToleranceMinutes: 60 }, 59, 61)).toEqual([200, 401]);
  });
});

it('401: a monday token issued too long ago is refused, however late it expires', async () => {
  const { id, token } = await make.integration(project, 'monday');
  await addSecret(id, SECRET);
  const [sample] = samples.filter(({ endpoint, outcome }) => endpoint === 'monday' && outcome === 'applied');
  const issued = async (ageSeconds: number) => {
    const now = Math.floor(Date.now() / 1000);
    const signed = [{ alg: 'HS256' }, { iat: now - ageSeconds, exp: now + 86_400 }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const authorization = `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
    const headers = { ...sample?.headers, authorization };
    return (await send(`monday?token=${token}`, { headers, body: sample?.body ?? '' })).status;
  };
  expect([await issued(0), await issued(240), await issued(360)]).toEqual([200, 200, 401]);
});

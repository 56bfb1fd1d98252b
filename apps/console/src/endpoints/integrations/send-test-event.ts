import { randomUUID } from 'node:crypto';
import { sendTestEvent } from '@slipway/contracts';
import { findSigningSecret, setTestToken } from '@slipway/db';
import { decryptSecret, hashToken } from '@slipway/domain';
import { found } from '@slipway/http';
import { testEventOf } from '@slipway/providers';
import { TEST_AGENT } from '@slipway/providers/setups';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { loadIntegration } from './load-integration.js';
import { newToken } from './new-credentials.js';

const TOKEN_LIFETIME_MS = 60_000;
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Posts to the webhook endpoint as the tool would. Only the hash of the integration's token is stored, so the request
 * uses a temporary token of its own.
 */
export const endpoint = defineConsoleEndpoint(sendTestEvent, async (input) => {
  const { audit, services } = input;
  const { database, clock, appSecrets, baseUrl } = services;
  const { id, name, provider, config } = await loadIntegration(input);
  const stored = await findSigningSecret(database, id);
  const now = clock.now();
  const test = found(testEventOf(provider, { now, id: randomUUID(), isSigned: stored !== null }));
  const { token } = newToken();
  const { event, signature } = test;
  const body = JSON.stringify(event.body);
  const secret = stored && decryptSecret(appSecrets, id, stored);
  const signed = secret && signature ? signature.sign({ body, secret, config, token, now }) : null;
  await database.modelTransaction(async (tx) => {
    const until = new Date(now + TOKEN_LIFETIME_MS);
    await setTestToken(tx, id, { hash: hashToken(token), until });
    await audit(tx, { target: name, detail: { integration_id: id } });
  });
  const headers = { ...event.headers, ...signed };
  const answer = await post(`${baseUrl}/webhooks/${event.path}?token=${token}`, body, headers);
  // The event was sent. A token that cannot be removed expires by itself within a minute.
  await setTestToken(database, id, null).catch(() => undefined);
  return { ...answer, path: `/webhooks/${event.path}`, signed: signed !== null, effect: event.effect };
});

async function post(url: string, body: string, headers: Readonly<Record<string, string>>) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': TEST_AGENT, ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as { delivery_id?: string; message?: string };
    return {
      status: response.status,
      delivery_id: response.ok ? (answer.delivery_id ?? null) : null,
      message: answer.message ?? null,
    };
  } catch {
    const message = 'The service did not respond at its own URL. Check BASE_URL.';
    return { status: null, delivery_id: null, message };
  }
}

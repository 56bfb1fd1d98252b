import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { createClient } from '@slipway/client';
import type { AssetType } from '@slipway/contracts';
import { type Provider, providers } from '@slipway/providers';
import { signerOf } from '@slipway/providers/signers';
import { eventually } from '@slipway/testing';
import { addSecret } from '../../contract/ingest.js';
import { conformingFetch } from '../../contract/openapi-conformance.js';
import { postWebhook, type Service, startService } from '../service.js';
import { type ProjectReads, projectReads } from './reads.js';
import type { Webhook } from './webhook.js';

interface Integration {
  readonly id: number;
  readonly token: string;
  readonly secret: string;
  readonly callbackUrl: string;
}

/** A project whose tools send webhooks, and its reads. */
export interface StagedProject extends ProjectReads {
  readonly id: number;
  readonly name: string;
  readonly accountId: number;
  /** The integration of a provider, created on first use. */
  integrate(provider: string, config?: object): Promise<Integration>;
  /** Signs and sends one webhook as its sender does; returns the response. */
  send(webhook: Webhook): Promise<{ status: number; deliveryId: string; outcome: 'accepted' | 'duplicate' }>;
  /** Sends webhooks one by one, each after the previous one was applied. */
  deliver(...webhooks: readonly Webhook[]): Promise<void>;
  /** Waits until a delivery is in the ledger; returns its outcome. */
  settled(deliveryId: string): Promise<string>;
}

export interface Studio {
  readonly service: Service;
  readonly userId: number;
  project(fields?: { approves?: readonly AssetType[] }): Promise<StagedProject>;
}

const ADDRESS = /[^\s"'<>()]+(?:@|%40)[^\s"'<>()]*[a-z]/i;
/** The names that the factories give to users. */
const MEMBER_NAME = /\b(?:User|Member) \d+\b/;

/** A `fetch` that fails if a response is not declared in the OpenAPI document, or contains personal data. */
async function privacyCheckingFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await conformingFetch(...request);
  const text = await response.clone().text();
  for (const forbidden of [ADDRESS, MEMBER_NAME]) expect(text).not.toMatch(forbidden);
  return response;
}

/** Scripts can set headers; tools, which sign instead, cannot. */
function tokenOf({ setup, tokenPlaces }: Provider, token: string) {
  const [place = ''] = tokenPlaces;
  return setup.secret === 'none'
    ? { query: '', headers: { [place]: token } }
    : { query: `?token=${token}`, headers: {} };
}

function providerOf(endpoint: string): Provider {
  const provider = providers.find(({ endpoints }) => endpoints.some(({ path }) => path === endpoint));
  if (provider === undefined) throw new Error(`no provider has the endpoint ${endpoint}`);
  return provider;
}

/** The body as it is sent. */
function written({ body, form }: Webhook, provider: string, now: number): { body: string; contentType: string } {
  const formType = 'application/x-www-form-urlencoded';
  if (form === 'fields')
    return { body: new URLSearchParams(body as Record<string, string>).toString(), contentType: formType };
  const text = JSON.stringify(body);
  const json = signerOf(provider)?.stamp?.(text, now) ?? text;
  if (form === undefined) return { body: json, contentType: 'application/json' };
  return { body: new URLSearchParams({ payload: json }).toString(), contentType: formType };
}

/** Await it at the top level of a test file. */
export async function openStudio(): Promise<Studio> {
  const service = await startService({ GENERAL_RATE_LIMIT: '1000000' });
  const { make, database, ingestUrl, process } = service;
  const { accountId, userId } = await make.studio();
  const { token } = await make.apiToken(userId);
  const client = createClient({ baseUrl: service.apiUrl, token, fetch: privacyCheckingFetch });

  async function integration(project: { id: number; accountId: number }, provider: string, config: object) {
    const { id, token: webhookToken } = await make.integration(project, provider);
    const callbackUrl = `https://hooks.slipway.test/webhooks/${provider}?token=${webhookToken}`;
    await database.prisma.integration.update({
      where: { id },
      data: { config: { callback_url: callbackUrl, ...config } },
    });
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    if (signerOf(provider)) await addSecret({ database, settings: process.settings }, id, secret);
    return { id, token: webhookToken, secret, callbackUrl };
  }

  async function settled(deliveryId: string): Promise<string> {
    const { outcome } = await eventually(`delivery ${deliveryId} is in the ledger`, async () => {
      return (await database.prisma.delivery.findFirst({ where: { id: deliveryId } })) ?? undefined;
    });
    return outcome;
  }

  async function project({ approves = [] }: { approves?: readonly AssetType[] } = {}): Promise<StagedProject> {
    const scope = await make.project(accountId);
    const { name } = await database.prisma.project.update({
      where: { id: scope.id },
      data: { approvalAssetTypes: [...approves] },
    });
    const made = new Map<string, Promise<Integration>>();
    const integrate = (provider: string, config: object = {}) => {
      const known = made.get(provider) ?? integration(scope, provider, config);
      made.set(provider, known);
      return known;
    };

    async function send(webhook: Webhook) {
      const provider = providerOf(webhook.endpoint);
      const { token: webhookToken, secret, callbackUrl } = await integrate(provider.id);
      const now = Date.now();
      const { body, contentType } = written(webhook, provider.id, now);
      const messageId = `msg_${randomBytes(8).toString('hex')}`;
      const { query, headers } = tokenOf(provider, webhookToken);
      const answer = await postWebhook(`${ingestUrl}/webhooks/${webhook.endpoint}${query}`, {
        headers: {
          'content-type': contentType,
          ...headers,
          ...signerOf(provider.id)?.sign({ body, secret, now, callbackUrl, messageId }),
          ...webhook.headers,
        },
        body,
      });
      const reply = (await answer.json()) as { status: 'accepted' | 'duplicate'; delivery_id: string };
      const expected = reply.status === 'duplicate' ? 200 : provider.acceptStatus;
      expect([answer.status, reply]).toEqual([
        expected,
        { status: reply.status, delivery_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ]);
      return { status: answer.status, deliveryId: reply.delivery_id, outcome: reply.status };
    }

    async function deliver(...webhooks: readonly Webhook[]) {
      for (const webhook of webhooks) {
        const { deliveryId } = await send(webhook);
        expect([webhook.endpoint, await settled(deliveryId)]).toEqual([webhook.endpoint, 'applied']);
      }
    }

    return { ...scope, name, integrate, send, deliver, settled, ...projectReads(client, scope.id) };
  }

  return { service, userId, project };
}

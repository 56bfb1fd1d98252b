import type {
  ConsoleIntegration,
  ConsoleIntegrationDetail,
  ConsoleProvider,
  DeliveryOutcome,
  ReceivedEvent,
} from '@slipway/contracts';
import type { IntegrationHealthRecord, IntegrationSettingsRecord } from '@slipway/db';
import { redactText } from '@slipway/domain';
import { type Provider, providers, unsignedPaths } from '@slipway/providers';
import { providerTitle } from '@slipway/providers/setups';
import { presentGithub } from './present-github.js';

const time = (at: Date) => at.toISOString();

export function presentIntegration(record: IntegrationHealthRecord): ConsoleIntegration {
  return {
    id: record.id,
    provider: record.provider,
    name: record.name,
    active: record.active,
    token_prefix: record.tokenPrefix,
    is_signed: unsignedPathsOf(record).length === 0,
    created_at: time(record.createdAt),
    last_event: presentEvent(record.lastId, record.lastEvent, record.lastOutcome, record.lastAt),
    last_applied: presentEvent(record.appliedId, record.appliedEvent, 'applied', record.appliedAt),
    days: record.days,
    errors_24h: record.errors,
  };
}

function presentEvent(
  id: string | null,
  event: string | null,
  outcome: DeliveryOutcome | null,
  at: Date | null,
): ReceivedEvent | null {
  if (id === null || event === null || outcome === null || at === null) return null;
  return { id, event: redactText(event), outcome, received_at: time(at) };
}

function unsignedPathsOf(record: IntegrationHealthRecord): string[] {
  const provider = providerOf(record.provider);
  // Nothing is received from a tool that this release does not know.
  return provider === undefined ? [] : unsignedPaths(provider, record);
}

export function providerOf(id: string): Provider | undefined {
  return providers.find((provider) => provider.id === id);
}

export function signatureOf({ signature, endpoints }: Provider): ConsoleProvider['signature'] {
  if (signature === null) return endpoints.some((endpoint) => endpoint.signature) ? 'optional' : 'none';
  return signature.checked === 'always' ? 'required' : 'optional';
}

export function hasSignedTime(provider: Provider | undefined): boolean {
  return typeof provider?.signature?.timeIn === 'string';
}

export function presentProvider(provider: Provider): ConsoleProvider {
  const { id, docs } = provider;
  return { id, label: providerTitle(id), docs, signature: signatureOf(provider) };
}

/** The settings that people can read and change. */
export const SETTINGS = [
  'server_url',
  'username',
  'job_name',
  'account_slug',
  'status_column',
  'changelist_gaps',
] as const;

export function presentIntegrationDetail(
  health: IntegrationHealthRecord,
  settings: IntegrationSettingsRecord,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: number },
): ConsoleIntegrationDetail {
  const provider = providerOf(health.provider);
  const { config, secrets, poll } = settings;
  const addressOf = (path: string) => `${baseUrl}/webhooks/${path}`;
  return {
    ...presentIntegration(health),
    provider_label: providerTitle(health.provider),
    docs: provider?.docs ?? '',
    signature: provider === undefined ? 'none' : signatureOf(provider),
    require_signatures: settings.requireSignatures,
    signature_tolerance_minutes: hasSignedTime(provider) ? settings.signatureToleranceMinutes : null,
    handshake_open_until: provider?.secretByHandshake ? time(settings.handshakeOpenUntil) : null,
    previous_tokens_until: settings.previousTokensUntil.map(time),
    addresses: provider?.endpoints.map(({ path }) => addressOf(path)) ?? [],
    unsigned_addresses: unsignedPathsOf(health).map(addressOf),
    secrets: secrets.map(({ id, createdAt, retiredAt }) => ({
      id,
      created_at: time(createdAt),
      retires_at: retiredAt && time(retiredAt),
    })),
    settings: Object.fromEntries(SETTINGS.map((name) => [name, textOf(config[name])])),
    has_api_token: settings.hasApiToken,
    poll: poll && presentPoll(poll, now),
    github: provider?.id === 'github' ? presentGithub(settings) : null,
  };
}

/** A result dated in the future is not shown yet: the poll looks unfinished. */
function presentPoll(
  { state, lastError, lastPolledAt, nextPollAt }: NonNullable<IntegrationSettingsRecord['poll']>,
  now: number,
): ConsoleIntegrationDetail['poll'] {
  const isVisible = state !== 'waiting' && (lastPolledAt === null || lastPolledAt.getTime() <= now);
  if (!isVisible) return { state: 'waiting', error: null, polled_at: null, next_at: null };
  return { state, error: lastError, polled_at: lastPolledAt && time(lastPolledAt), next_at: time(nextPollAt) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

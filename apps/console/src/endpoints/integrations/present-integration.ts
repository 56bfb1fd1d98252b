import {
  type ConsoleIntegration,
  type ConsoleIntegrationDetail,
  type ConsoleProvider,
  type DeliveryOutcome,
  GITHUB_API_URL,
  type ReceivedEvent,
} from '@slipway/contracts';
import type { IntegrationHealthRecord, IntegrationSettingsRecord } from '@slipway/db';
import { redactText } from '@slipway/domain';
import { type Provider, providers, unsignedPaths } from '@slipway/providers';
import { providerTitle } from '@slipway/providers/setups';
import { presentTime } from '@slipway/rest';

export function presentIntegration(record: IntegrationHealthRecord): ConsoleIntegration {
  return {
    id: record.id,
    provider: record.provider,
    name: record.name,
    active: record.active,
    token_prefix: record.tokenPrefix,
    is_signed: unsignedPathsOf(record).length === 0,
    created_at: presentTime(record.createdAt),
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
  return { id, event: redactText(event), outcome, received_at: presentTime(at) };
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
  'revision_parameter',
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
    handshake_open_until: provider?.secretByHandshake ? presentTime(settings.handshakeOpenUntil) : null,
    previous_tokens_until: settings.previousTokensUntil.map((at) => presentTime(at)),
    addresses: provider?.endpoints.map(({ path }) => addressOf(path)) ?? [],
    unsigned_addresses: unsignedPathsOf(health).map(addressOf),
    secrets: secrets.map(({ id, createdAt, retiredAt }) => ({
      id,
      created_at: presentTime(createdAt),
      retires_at: presentTime(retiredAt),
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
  return { state, error: lastError, polled_at: presentTime(lastPolledAt), next_at: presentTime(nextPollAt) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

type Github = NonNullable<ConsoleIntegrationDetail['github']>;

const OFF: Omit<Github, 'has_credential'> = {
  statuses: false,
  comments: false,
  api_url: GITHUB_API_URL,
  app_id: null,
  state: 'off',
  error: null,
  checked_at: null,
  sent_at: null,
};

/** What Slipway writes to GitHub for an integration, and the result of the last attempt. */
function presentGithub({ github, hasApiToken }: IntegrationSettingsRecord): Github {
  if (github === null) return { ...OFF, has_credential: hasApiToken };
  const { statuses, comments, apiUrl, appId, lastError, checkedAt, lastSentAt } = github;
  return {
    statuses,
    comments,
    api_url: apiUrl,
    app_id: appId,
    has_credential: hasApiToken,
    state: stateOf(github),
    error: lastError,
    checked_at: presentTime(checkedAt),
    sent_at: presentTime(lastSentAt),
  };
}

function stateOf(github: NonNullable<IntegrationSettingsRecord['github']>): Github['state'] {
  const { statuses, comments, pausedAt, testRequestedAt, lastError } = github;
  if (!statuses && !comments) return 'off';
  if (pausedAt !== null) return 'paused';
  if (testRequestedAt !== null) return 'waiting';
  return lastError === null ? 'ok' : 'failing';
}

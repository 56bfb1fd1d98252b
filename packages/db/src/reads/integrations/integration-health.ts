import { ACTIVITY_DAYS, type DeliveryOutcome, MAX_DAY_EVENTS } from '@slipway/contracts';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { fromJson } from '../../json.js';
import { when } from '../../keyset.js';
import type { Found } from '../../records.js';
import { sql } from '../../sql.js';

const last = columnsOf('Delivery', 'd');
const applied = columnsOf('Delivery', 'a');

const columns = {
  ...pick(
    columnsOf('Integration', 'i'),
    'id',
    'provider',
    'name',
    'active',
    'tokenPrefix',
    'requireSignatures',
    'createdAt',
  ),
  hasSecret: computed(
    'bool',
    sql`EXISTS (SELECT FROM integration_secrets s WHERE s.integration_id = i.id AND s.purpose = 'signing'
                AND (s.retired_at IS NULL OR s.retired_at > now()))`,
  ),
  lastId: nullable(last.id),
  lastEvent: nullable(last.event),
  lastOutcome: nullable(computed<'text', DeliveryOutcome>('text', sql`d.outcome::text`)),
  lastAt: nullable(last.receivedAt),
  appliedId: nullable(applied.id),
  appliedEvent: nullable(applied.event),
  appliedAt: nullable(applied.receivedAt),
  days: computed(
    'int4[]',
    sql`ARRAY(SELECT (SELECT count(*)::int FROM (
                SELECT FROM deliveries e WHERE e.project_id = i.project_id AND e.integration_id = i.id
                  AND e.received_at >= day AND e.received_at < day + interval '24 hours'
                LIMIT ${MAX_DAY_EVENTS}) events)
              FROM generate_series(now() - ${ACTIVITY_DAYS} * interval '24 hours', now() - interval '24 hours',
                     interval '24 hours') AS day ORDER BY day)`,
  ),
  errors: computed(
    'int4',
    sql`(SELECT count(*)::int FROM (
           SELECT FROM deliveries e WHERE e.project_id = i.project_id AND e.integration_id = i.id
             AND e.outcome IN ('rejected', 'dead') AND e.received_at > now() - interval '24 hours'
             AND NOT EXISTS (SELECT FROM deliveries r WHERE r.project_id = e.project_id AND r.replay_of = e.id
               AND r.outcome = 'applied')
           LIMIT ${MAX_DAY_EVENTS}) errors)`,
  ),
};

export interface IntegrationHealthRecord extends RowOf<typeof columns> {}

export interface HealthRequest {
  readonly projectId: number;
  readonly integrationId?: number | undefined;
  /** The user agent of test events. */
  readonly testAgent: string;
}

/** A project's integrations, active ones first. */
const health = defineQuery({
  name: 'list integration health',
  columns,
  examples: [{ projectId: 1, integrationId: 1, testAgent: 'test' }],
  build: ({ projectId, integrationId, testAgent }: HealthRequest, select) =>
    sql`SELECT ${select} FROM integrations i
        LEFT JOIN LATERAL (
          SELECT e.* FROM deliveries e WHERE e.project_id = i.project_id AND e.integration_id = i.id
          ORDER BY e.received_at DESC, e.id DESC LIMIT 1) d ON true
        LEFT JOIN LATERAL (
          SELECT * FROM (
            SELECT e.id, e.event, e.received_at, e.outcome, e.headers FROM deliveries e
            WHERE e.project_id = i.project_id AND e.integration_id = i.id
            ORDER BY e.received_at DESC, e.id DESC LIMIT ${MAX_DAY_EVENTS}) recent
          WHERE recent.outcome = 'applied' AND recent.headers->>'user-agent' IS DISTINCT FROM ${testAgent}
          ORDER BY recent.received_at DESC, recent.id DESC LIMIT 1) a ON true
        WHERE i.project_id = ${projectId} ${when(integrationId, (id) => sql`i.id = ${id}`)}
        ORDER BY i.active DESC, i.name, i.id LIMIT 500`,
});

/** What Slipway writes to GitHub, with the result of the last attempt. */
const githubFields = {
  statuses: true,
  comments: true,
  apiUrl: true,
  appId: true,
  testRequestedAt: true,
  checkedAt: true,
  lastSentAt: true,
  lastError: true,
  pausedAt: true,
} as const;

/** An integration's settings, without its secrets. */
async function findIntegrationSettings({ prisma }: DatabaseHandle, projectId: number, integrationId: number) {
  const now = new Date();
  const found = await prisma.integration.findFirst({
    where: { id: integrationId, projectId },
    select: {
      id: true,
      provider: true,
      name: true,
      active: true,
      requireSignatures: true,
      signatureToleranceMinutes: true,
      handshakeOpenUntil: true,
      config: true,
      previousTokenUntil: true,
      earlierTokens: { select: { until: true } },
      secrets: {
        where: { OR: [{ retiredAt: null }, { retiredAt: { gt: now } }] },
        orderBy: { id: 'desc' },
        select: { id: true, purpose: true, createdAt: true, retiredAt: true },
      },
      github: { select: githubFields },
      jenkinsPoll: { select: { state: true, lastError: true, lastPolledAt: true, nextPollAt: true } },
    },
  });
  if (found === null) return null;
  const { secrets, jenkinsPoll: poll, config, earlierTokens, previousTokenUntil: last, ...rest } = found;
  const ends = [...earlierTokens.map(({ until }) => until), ...(last === null ? [] : [last])];
  return {
    ...rest,
    poll,
    /** When the replaced tokens that still work stop working, the first one first. */
    previousTokensUntil: ends.filter((until) => until > now).toSorted((a, b) => a.getTime() - b.getTime()),
    config: fromJson<Readonly<Record<string, unknown>>>(config),
    /** The accepted signing secrets, newest first. */
    secrets: secrets.filter(({ purpose }) => purpose === 'signing'),
    hasApiToken: secrets.some(({ purpose }) => purpose === 'api'),
  };
}

export type IntegrationSettingsRecord = Found<typeof findIntegrationSettings>;

export const reads = { listIntegrationHealth: health.list, findIntegrationSettings };

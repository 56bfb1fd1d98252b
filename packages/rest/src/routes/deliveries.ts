import {
  DEFAULT_GAP_DAYS,
  getDelivery,
  type LoggedDelivery,
  type LoggedDeliveryDetail,
  listDeliveries,
  listDeliveryGaps,
  MAX_TOUCHED,
  type NumberGap,
} from '@slipway/contracts';
import { type DeliveryDetailRecord, type DeliveryRecord, type GapRecord, unpack } from '@slipway/db';
import {
  type HiddenPeople,
  hidePeople,
  NOBODY,
  parseUuid,
  type Redactor,
  redactBody,
  redactName,
  redactText,
} from '@slipway/domain';
import { found } from '@slipway/http';
import { type Provider, providers, STORED_HEADERS, withoutFiles } from '@slipway/providers';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { defineEndpoint } from '../services.js';

const DAY_MS = 24 * 60 * 60_000;

const sequentialProviders = providers
  .filter((provider: Provider) => provider.numbersBuildsInSequence)
  .map(({ id }) => id);

export const gaps = defineEndpoint(listDeliveryGaps, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listDeliveryGaps, scope: project.id, query });
  const { kind, integration_id: integrationId, days = DEFAULT_GAP_DAYS } = query;
  const since = new Date(services.clock.now() - days * DAY_MS);
  const { count, after } = page;
  const request = { kind, integrationId, sequentialProviders, since, count, after };
  const gaps = await services.reads.listDeliveryGaps(project.id, request);
  const { rows, pagination } = page.end(gaps, (gap) => ({ at: gap.afterAt, kind: gap.kind, id: gap.id }));
  const redactor = services.redactors.of(project);
  return { gaps: rows.map((gap) => presentNumberGap(gap, redactor)), pagination };
});

function presentNumberGap(gap: GapRecord, redactor: Redactor): NumberGap {
  return {
    integration_id: gap.integrationId,
    provider: gap.provider,
    kind: gap.kind,
    series: redactName(gap.series, redactor),
    first_missing: String(gap.firstMissing),
    last_missing: String(gap.lastMissing),
    count: gap.lastMissing - gap.firstMissing + 1,
    certainty: gap.isLikely ? 'likely' : 'possible',
    before_at: presentTime(gap.beforeAt),
    after_at: presentTime(gap.afterAt),
  };
}

export const get = defineEndpoint(getDelivery, async ({ project, params, services }) => {
  const id = found(parseUuid(params.id));
  const delivery = found(await services.reads.findDelivery(project.id, id));
  const people = hidePeople(await services.reads.listMemberNames(project.accountId));
  const body = delivery.body === null ? null : await unpack(delivery.body);
  return presentDeliveryDetail(delivery, {
    projectId: project.id,
    people,
    redactor: services.redactors.of(project),
    body,
  });
});

export const list = defineEndpoint(listDeliveries, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listDeliveries, scope: project.id, query });
  const { provider, integration_id: integrationId, event, outcome: outcomes, since, until } = query;
  const filter = { provider, integrationId, event, outcomes, since, until };
  const deliveries = await services.reads.listDeliveries(project.id, filter, page);
  const { rows, pagination } = page.end(deliveries, ({ receivedAt, id }) => ({ at: receivedAt, id }));
  const redactor = services.redactors.of(project);
  return { deliveries: rows.map((row) => presentDelivery(row, redactor)), pagination };
});

function millisBetween(from: Date | null, to: Date | null): number | null {
  return from === null || to === null ? null : Math.max(0, to.getTime() - from.getTime());
}

function presentTimings({ receivedAt, queuedAt, startedAt, finishedAt }: DeliveryRecord) {
  return {
    queue_ms: millisBetween(receivedAt, queuedAt),
    wait_ms: millisBetween(queuedAt ?? receivedAt, startedAt),
    apply_ms: millisBetween(startedAt, finishedAt),
    total_ms: millisBetween(receivedAt, finishedAt) ?? 0,
  };
}

export function presentDelivery(delivery: DeliveryRecord, redactor: Redactor): LoggedDelivery {
  const shown = (text: string) => redactText(text, NOBODY, redactor);
  return {
    id: delivery.id,
    integration_id: delivery.integrationId,
    provider: delivery.provider,
    event: shown(delivery.event),
    path: delivery.path,
    outcome: delivery.outcome,
    reason: delivery.reason === null ? null : shown(delivery.reason),
    attempts: delivery.attempts,
    replay_of: delivery.replayOf,
    body_bytes: delivery.bodyBytes,
    touched_count: delivery.touchedCount,
    received_at: presentTime(delivery.receivedAt),
    queued_at: presentTime(delivery.queuedAt),
    started_at: presentTime(delivery.startedAt),
    finished_at: presentTime(delivery.finishedAt),
    timings: presentTimings(delivery),
  };
}

/** What the detail view needs in addition to the row. */
export interface DeliveryContext {
  readonly projectId: number;
  readonly people: HiddenPeople;
  readonly redactor: Redactor;
  /** The unpacked body; null if it is no longer stored. */
  readonly body: string | null;
}

function presentDeliveryDetail(
  delivery: DeliveryDetailRecord,
  { projectId, people, redactor, body }: DeliveryContext,
): LoggedDeliveryDetail {
  const shown =
    body === null
      ? { value: null, truncated: false }
      : redactBody(withoutFiles(delivery.path, parse(body)), people, redactor);
  return {
    ...presentDelivery(delivery, redactor),
    headers: presentHeaders(delivery.headers, (text) => redactText(text, people, redactor)),
    body: shown.value,
    body_available: body !== null,
    body_truncated: shown.truncated,
    touched: delivery.touched.map(({ kind, id }) => ({ kind, id, path: recordPath(projectId, kind, id) })),
    touched_truncated: delivery.touched.length >= MAX_TOUCHED,
    replays: delivery.replays.map(({ id, outcome, receivedAt, finishedAt }) => ({
      id,
      outcome,
      received_at: presentTime(receivedAt),
      finished_at: presentTime(finishedAt),
    })),
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Shows only headers on the list of stored headers, whatever the row contains. */
function presentHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  const shown = STORED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, redact(value)]];
  });
  return Object.fromEntries(shown) as Record<string, string>;
}

/** The collection that returns each kind of row. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  build_run: 'build_runs',
  change: 'changes',
  asset: 'assets',
  approval: 'approvals',
  deployment: 'deployments',
};

/** The path of a row that a delivery touched; null if its kind has no endpoint. */
export function recordPath(projectId: number, kind: string, id: string): string | null {
  const collection = COLLECTIONS[kind];
  return collection === undefined ? null : `/v1/projects/${projectId}/${collection}/${id}`;
}

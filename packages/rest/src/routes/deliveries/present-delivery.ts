import { type LoggedDelivery, type LoggedDeliveryDetail, MAX_TOUCHED } from '@slipway/contracts';
import type { DeliveryDetailRecord, DeliveryRecord } from '@slipway/db';
import { type HiddenPeople, NOBODY, type Redactor, redactBody, redactText } from '@slipway/domain';
import { STORED_HEADERS } from '@slipway/providers';
import { presentTime } from '../../presenters/present-time.js';
import { recordPath } from './record-path.js';

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
  /** The people whose names are hidden. */
  readonly people: HiddenPeople;
  readonly redactor: Redactor;
  /** The unpacked body; null if it is no longer stored. */
  readonly body: string | null;
}

export function presentDeliveryDetail(
  delivery: DeliveryDetailRecord,
  { projectId, people, redactor, body }: DeliveryContext,
): LoggedDeliveryDetail {
  const shown = body === null ? { value: null, truncated: false } : redactBody(parse(body), people, redactor);
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

/** Parses JSON; returns any other text unchanged. */
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

import type { DeliveryOutcome } from '@slipway/contracts';
import type { Position } from '@slipway/domain';
import { after, type PageRequest } from '../keyset.js';
import { empty, join, type Queryable, query, queryOne, type Sql, sql } from '../sql.js';

/** A line of the delivery log as lists show it. */
export interface DeliveryRecord {
  readonly id: string;
  readonly integrationId: number;
  readonly provider: string;
  readonly event: string;
  readonly path: string;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly attempts: number;
  readonly replayOf: string | null;
  readonly bodyBytes: number;
  readonly touchedCount: number;
  readonly receivedAt: Date;
  readonly queuedAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date;
}

/** A replay as the delivery that it repeats shows it. */
export interface ReplayRecord {
  readonly id: string;
  readonly outcome: DeliveryOutcome;
  readonly receivedAt: Date;
  readonly finishedAt: Date;
}

/** A line of the delivery log with what was sent. */
export interface DeliveryDetailRecord extends DeliveryRecord {
  readonly headers: Readonly<Record<string, string>>;
  /** Packed; null once it is no longer kept. */
  readonly body: Uint8Array | null;
  readonly touched: readonly { readonly kind: string; readonly id: string }[];
  /** Newest first. */
  readonly replays: readonly ReplayRecord[];
}

export interface DeliveryFilter {
  readonly provider: string | undefined;
  readonly integrationId: number | undefined;
  readonly event: string | undefined;
  readonly outcomes: readonly DeliveryOutcome[] | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

/** The most replays that one delivery shows. */
const MAX_REPLAYS = 50;

const columns = sql`d.id, d.integration_id AS "integrationId", d.provider, d.event, d.path, d.outcome, d.reason, d.attempts,
  d.replay_of AS "replayOf", d.body_bytes AS "bodyBytes", jsonb_array_length(d.touched) AS "touchedCount",
  d.received_at AS "receivedAt", d.queued_at AS "queuedAt", d.started_at AS "startedAt", d.finished_at AS "finishedAt"`;

const keyset = { at: sql`d.received_at`, id: sql`d.id`, idType: sql`uuid` };

function conditions({ event, since, until }: DeliveryFilter): Sql {
  return sql`${event === undefined ? empty : sql`AND d.event = ${event}`}
    ${since === undefined ? empty : sql`AND d.received_at >= ${since}::timestamptz`}
    ${until === undefined ? empty : sql`AND d.received_at < ${until}::timestamptz`}`;
}

/** How a list is walked: in which order, from where, and how far. */
interface Walk {
  readonly order: Sql;
  readonly from: Sql;
  readonly count: number;
}

/**
 * One walk for each outcome, each on its own index; merged, they cost no more than their pages. A tool is looked up by
 * its integrations, which have an index too.
 */
function walks(projectId: number, filter: DeliveryFilter, { order, from, count }: Walk): Sql {
  const { provider, integrationId, outcomes } = filter;
  const byTool = provider !== undefined && integrationId === undefined;
  const ending = outcomes?.map((outcome) => sql`AND d.outcome = ${outcome}::delivery_outcome`) ?? [empty];
  const each = ending.map((ended) => {
    const walk = sql`(SELECT d.* FROM deliveries d
      WHERE d.project_id = ${projectId} ${ended} ${conditions(filter)} ${from}
        ${byTool ? sql`AND d.integration_id = i.id` : empty}
        ${integrationId === undefined ? empty : sql`AND d.integration_id = ${integrationId}`}
        ${provider === undefined || byTool ? empty : sql`AND d.provider = ${provider}`}
      ORDER BY ${order} LIMIT ${count})`;
    if (!byTool) return walk;
    return sql`(SELECT d.* FROM integrations i CROSS JOIN LATERAL ${walk} d
      WHERE i.project_id = ${projectId} AND i.provider = ${provider})`;
  });
  return sql`(SELECT * FROM (${join(each, ' UNION ALL ')}) d ORDER BY ${order} LIMIT ${count})`;
}

const NEWEST_FIRST = sql`d.received_at DESC, d.id DESC`;
const OLDEST_FIRST = sql`d.received_at, d.id`;

/** A page of the project's deliveries, newest first. */
function listDeliveries(
  on: Queryable,
  projectId: number,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<DeliveryRecord[]> {
  const walk = { order: NEWEST_FIRST, from: after(page.after, keyset), count: page.count };
  return query(on, sql`SELECT ${columns} FROM ${walks(projectId, filter, walk)} d ORDER BY ${NEWEST_FIRST}`);
}

/** A delivery that may be replayed. */
export interface ReplayCandidate {
  readonly id: string;
  readonly receivedAt: Date;
  readonly bodyBytes: number;
}

/** The project's deliveries that are no replays, oldest first. */
function listReplayCandidates(
  on: Queryable,
  projectId: number,
  filter: DeliveryFilter,
  { after: position, count }: PageRequest,
): Promise<ReplayCandidate[]> {
  const from = sql`AND d.replay_of IS NULL ${behind(position)}`;
  return query(
    on,
    sql`SELECT d.id, d.received_at AS "receivedAt", d.body_bytes AS "bodyBytes"
        FROM ${walks(projectId, filter, { order: OLDEST_FIRST, from, count })} d ORDER BY ${OLDEST_FIRST}`,
  );
}

function behind(position: Position | null): Sql {
  if (position === null) return empty;
  return sql`AND (d.received_at, d.id) > (${new Date(position.at)}::timestamptz, ${position.id}::uuid)`;
}

/** One delivery of the project with what was sent and its replays. */
async function findDelivery(
  on: Queryable,
  projectId: number,
  deliveryId: string,
): Promise<DeliveryDetailRecord | null> {
  const [delivery, replays] = await Promise.all([
    queryOne<Omit<DeliveryDetailRecord, 'replays'>>(
      on,
      sql`SELECT ${columns}, d.headers, d.body, d.touched
          FROM deliveries d WHERE d.id = ${deliveryId}::uuid AND d.project_id = ${projectId}`,
    ),
    query<ReplayRecord>(
      on,
      sql`SELECT id, outcome, received_at AS "receivedAt", finished_at AS "finishedAt" FROM deliveries
          WHERE project_id = ${projectId} AND replay_of = ${deliveryId}::uuid
          ORDER BY received_at DESC, id DESC LIMIT ${MAX_REPLAYS}`,
    ),
  ]);
  return delivery === null ? null : { ...delivery, replays };
}

/** A delivery as it can be processed again. */
export interface ReplayableRecord {
  readonly id: string;
  readonly accountId: number;
  readonly integrationId: number;
  readonly provider: string;
  readonly path: string;
  readonly event: string;
  readonly key: string;
  readonly receivedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly replayOf: string | null;
}

/** Deliveries of the project with all that processing them again takes, oldest first. */
function findReplayable(on: Queryable, projectId: number, ids: readonly string[]): Promise<ReplayableRecord[]> {
  return query(
    on,
    sql`SELECT d.id, d.account_id AS "accountId", d.integration_id AS "integrationId", d.provider, d.path, d.event,
               d.dedupe_key AS key, d.received_at AS "receivedAt",
               d.headers, d.body, d.replay_of AS "replayOf"
        FROM unnest(${ids}::uuid[]) AS asked(id)
        JOIN deliveries d ON d.id = asked.id AND d.project_id = ${projectId}
        ORDER BY d.received_at, d.id`,
  );
}

export const reads = { listDeliveries, listReplayCandidates, findDelivery, findReplayable };

import type { DeliveryOutcome } from '@slipway/contracts';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import { type ProjectPage, pageReader } from '../../define-page.js';
import { defineQuery } from '../../define-query.js';
import {
  mergeInOrder,
  newerThan,
  newestFirst,
  olderThan,
  oldestFirst,
  type PageRequest,
  when,
} from '../../keyset.js';
import { LEDGER } from '../../ledger.js';
import { empty, type Sql, sql } from '../../sql.js';

const delivery = columnsOf('Delivery', 'd');
export const deliveryColumns = {
  ...pick(
    delivery,
    'id',
    'integrationId',
    'provider',
    'event',
    'path',
    'outcome',
    'reason',
    'attempts',
    'replayOf',
    'bodyBytes',
    'receivedAt',
    'queuedAt',
    'startedAt',
    'finishedAt',
  ),
  touchedCount: computed('int4', sql`jsonb_array_length(d.touched)`),
};

export interface DeliveryRecord extends RowOf<typeof deliveryColumns> {}

export interface DeliveryFilter {
  readonly provider: string | undefined;
  readonly integrationId: number | undefined;
  readonly event: string | undefined;
  readonly outcomes: readonly DeliveryOutcome[] | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

const keyset = { at: sql`received_at`, id: sql`id`, idType: sql`uuid` };
export const NEWEST_FIRST = newestFirst(keyset);
const OLDEST_FIRST = oldestFirst(keyset);

type DeliveryPage = ProjectPage<DeliveryFilter>;

/** Which project to read, in which order, and from where. */
interface Walk {
  readonly project: Sql;
  readonly order: Sql;
  readonly from: Sql;
}

/** Walks a project's deliveries, newest first. */
export const walkNewest = (page: DeliveryFilter & PageRequest, project: Sql): Sql =>
  walkDeliveries(page, { project, order: NEWEST_FIRST, from: olderThan(page.after, keyset) });

/** One walk per outcome. A provider is found through its integrations, which are indexed too. */
function walkDeliveries(page: DeliveryFilter & PageRequest, { project, order, from }: Walk): Sql {
  const { provider, integrationId, outcomes, count } = page;
  const byProvider = provider !== undefined && integrationId === undefined;
  const walks = (outcomes ?? [undefined]).map((outcome) => {
    const walk = sql`SELECT d.* FROM ${LEDGER} d
      WHERE d.project_id = ${project} ${conditions(page)} ${from}
        ${when(outcome, (value) => sql`d.outcome = ${value}::delivery_outcome`)}
        ${byProvider ? sql`AND d.integration_id = i.id` : empty}
        ${when(integrationId, (value) => sql`d.integration_id = ${value}`)}
        ${byProvider ? empty : when(provider, (value) => sql`d.provider = ${value}`)}
      ORDER BY ${order} LIMIT ${count}`;
    if (!byProvider) return walk;
    return sql`SELECT d.* FROM integrations i CROSS JOIN LATERAL (${walk}) d
      WHERE i.project_id = ${project} AND i.provider = ${provider}`;
  });
  return mergeInOrder(walks, order, count);
}

function conditions({ event, since, until }: DeliveryFilter): Sql {
  return sql`${when(event, (value) => sql`d.event = ${value}`)}
    ${when(since, (value) => sql`d.received_at >= ${value}::timestamptz`)}
    ${when(until, (value) => sql`d.received_at < ${value}::timestamptz`)}`;
}

/** Parameters that exercise every condition. */
export const DELIVERY_EXAMPLE: DeliveryPage = {
  projectId: 1,
  provider: 'github',
  integrationId: 1,
  event: 'push',
  outcomes: ['dead', 'ignored'],
  since: new Date(0),
  until: new Date(0),
  count: 1,
  after: { at: 0, id: '00000000-0000-0000-0000-000000000000' },
};
const examples = [
  DELIVERY_EXAMPLE,
  { ...DELIVERY_EXAMPLE, integrationId: undefined, outcomes: undefined, after: null },
];

const deliveryPage = defineQuery({
  name: 'list deliveries',
  columns: deliveryColumns,
  examples,
  build: (page: DeliveryPage, select) => {
    const walk = walkNewest(page, sql`${page.projectId}`);
    return sql`SELECT ${select} FROM (${walk}) d ORDER BY ${NEWEST_FIRST}`;
  },
});

const candidateColumns = pick(delivery, 'id', 'receivedAt', 'bodyBytes');

/** A delivery that may be replayed. */
export interface ReplayCandidate extends RowOf<typeof candidateColumns> {}

/** The project's deliveries that are not replays themselves, oldest first. */
const candidatePage = defineQuery({
  name: 'list replay candidates',
  columns: candidateColumns,
  examples,
  build: (page: DeliveryPage, select) => {
    const from = sql`AND d.replay_of IS NULL ${newerThan(page.after, keyset)}`;
    const walk = walkDeliveries(page, { project: sql`${page.projectId}`, order: OLDEST_FIRST, from });
    return sql`SELECT ${select} FROM (${walk}) d ORDER BY ${OLDEST_FIRST}`;
  },
});

export const reads = { listDeliveries: pageReader(deliveryPage), listReplayCandidates: pageReader(candidatePage) };

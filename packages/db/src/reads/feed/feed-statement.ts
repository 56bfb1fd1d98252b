import { EVENT_TYPES, type EventType, MAX_FEED_EVENTS } from '@slipway/contracts';
import { continuationOf, FEED_KINDS, type FeedKind, feedKindOf, type Position } from '@slipway/domain';
import type { PageRequest } from '../../keyset.js';
import { DETAIL_TYPES, FEED_SOURCES, type FeedRows, lookUp } from './feed-sources.js';

export interface FeedRequest extends PageRequest {
  /** Epoch milliseconds; older events are not read. */
  readonly from: number;
  readonly eventTypes: readonly EventType[];
}

/** The most rows that a page may ask for. */
const MAX_COUNT = MAX_FEED_EVENTS + 1;

/** Whose events a feed has. */
export type FeedOwner = 'account' | 'project' | 'projects';

/** The parameters of the statement, in order; after them, for each kind, the id that its rows must be below. */
const PARAMETERS = {
  owner: '$1',
  from: '$2::timestamptz',
  to: '$3::timestamptz',
  types: '$4::int[]',
  count: '$5::int',
};

type IdType = 'uuid' | 'bigint' | 'int';

const ID_TYPES: Readonly<Record<FeedKind, IdType>> = {
  approval: 'uuid',
  build_run: 'bigint',
  change: 'bigint',
  deployment: 'uuid',
  task: 'int',
};

function idBound(kind: FeedKind): string {
  return `$${Object.keys(PARAMETERS).length + 1 + FEED_KINDS.indexOf(kind)}::${ID_TYPES[kind]}`;
}

const NEWEST_FIRST = (row: string) => `${row}.at DESC, ${row}.kind DESC, ${row}.serial DESC, ${row}.uuid DESC`;

/**
 * The statement that reads a page of the feed. Its text is the same for every page and filter, so that it is planned
 * once per connection: a first page has an unlimited position, and sources of other types do not start. It merges the
 * keys of all sources, each in the order of an index, stops at the end of the page, and reads only that page's rows.
 */
export function feedStatement(owner: FeedOwner, select: string): string {
  const rowSets = [...new Set(EVENT_TYPES.map((type) => FEED_SOURCES[type].rows))];
  return `WITH k AS MATERIALIZED (
      SELECT * FROM (${KEYS[owner]()}) keys ORDER BY ${NEWEST_FIRST('keys')} LIMIT ${PARAMETERS.count})
    SELECT ${select} FROM (${rowSets.map(readRows).join(' UNION ALL ')}) e
    ${lookUp('name', 'projects WHERE id = e."projectId"', 'p')}
    ORDER BY ${NEWEST_FIRST('e')}`;
}

/** The keys that a page is chosen from. Of several projects, each contributes at most a page. */
const KEYS: Readonly<Record<FeedOwner, () => string>> = {
  account: () => readAllKeys(`account_id = ${PARAMETERS.owner}::int`),
  project: () => readAllKeys(`project_id = ${PARAMETERS.owner}::int`),
  projects: () => `SELECT page.* FROM unnest(${PARAMETERS.owner}::int[]) AS owner (id), LATERAL (
    SELECT * FROM (${readAllKeys('project_id = owner.id')}) keys
    ORDER BY ${NEWEST_FIRST('keys')} LIMIT ${PARAMETERS.count}) page`,
};

function readAllKeys(ofOwner: string): string {
  return EVENT_TYPES.map((type) => readKeys(type, ofOwner)).join(' UNION ALL ');
}

/**
 * The keys of a source. Its limit counts only if rows have equal times, which the merge reads together. It is no
 * parameter, because the planner would assume a tenth of the table.
 */
function readKeys(type: EventType, ofOwner: string): string {
  const { rows, at, only } = FEED_SOURCES[type];
  const kind = feedKindOf(type);
  const [serial, uuid] = ID_TYPES[kind] === 'uuid' ? ['NULL::bigint', 'id'] : ['id::bigint', 'NULL::uuid'];
  const place = EVENT_TYPES.indexOf(type);
  return `(SELECT ${place} AS type, ${FEED_KINDS.indexOf(kind)} AS kind, ${at} AS at, ${serial} AS serial, ${uuid} AS uuid
    FROM ${rows.table}
    WHERE ${ofOwner} AND ${only} AND ${at} >= ${PARAMETERS.from}
      AND (${at}, id) < (${PARAMETERS.to}, ${idBound(kind)}) AND ${place} = ANY (${PARAMETERS.types})
    ORDER BY ${at} DESC, id DESC LIMIT ${MAX_COUNT})`;
}

/** The rows of the keys that belong to a table. */
function readRows(rows: FeedRows): string {
  const types = EVENT_TYPES.filter((type) => FEED_SOURCES[type].rows === rows);
  const id = types.some((type) => ID_TYPES[feedKindOf(type)] === 'uuid') ? 'uuid' : 'serial';
  const details = Object.entries(DETAIL_TYPES).map(
    ([name, type]) => `(${rows.details[name as keyof typeof DETAIL_TYPES] ?? 'NULL'})::${type} AS "${name}"`,
  );
  return `SELECT k.*, r.project_id AS "projectId", ${details.join(', ')}
    FROM k JOIN LATERAL (SELECT * FROM ${rows.table} WHERE id = k.${id} LIMIT 1) r ON true ${rows.joins}
    WHERE k.type IN (${types.map((type) => EVENT_TYPES.indexOf(type)).join(', ')})`;
}

const LOWEST: Readonly<Record<IdType, string>> = {
  uuid: '00000000-0000-0000-0000-000000000000',
  bigint: '0',
  int: '0',
};
const HIGHEST: Readonly<Record<IdType, string>> = {
  uuid: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  bigint: '9223372036854775807',
  int: '2147483647',
};

/** The values of the parameters. */
export function feedValues(
  owner: number | readonly number[],
  { from, after, eventTypes, count }: FeedRequest,
): readonly unknown[] {
  if (count > MAX_COUNT) throw new RangeError(`a page of the feed has at most ${MAX_COUNT} rows`);
  const to = after === null ? 'infinity' : new Date(after.at);
  const types = eventTypes.map((type) => EVENT_TYPES.indexOf(type));
  return [owner, new Date(from), to, types, count, ...FEED_KINDS.map((kind) => idAfter(after, kind))];
}

/** The rows of a kind at the time of the position that come after it have lower ids than this. */
function idAfter(position: Position | null, kind: FeedKind): string {
  if (position === null) return HIGHEST[ID_TYPES[kind]];
  switch (continuationOf(position, kind)) {
    case 'earlier':
      return LOWEST[ID_TYPES[kind]];
    case 'earlier_or_same_time':
      return HIGHEST[ID_TYPES[kind]];
    case 'earlier_or_lower_id':
      return position.id;
  }
}

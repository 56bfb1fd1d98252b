import { compareText } from '@slipway/domain';
import { execute, type Queryable, query, sql, tableOf } from '../../sql.js';
import { iso } from '../../times.js';
import { type AssetTouch, eventKey, isVersion, type MergedAsset, versionOf } from './assets.js';

interface TouchedAsset {
  readonly asset: MergedAsset;
  readonly touches: readonly AssetTouch[];
}

interface StoredEvent {
  readonly assetId: string;
  readonly integrationId: number;
  readonly source: string;
  readonly occurredAt: Date;
  readonly actor: string;
  readonly actorUserId: number | null;
}

/** The new events of an asset, and the stored ones that turned out to have been earlier. */
interface AssetNews {
  readonly asset: MergedAsset;
  readonly fresh: readonly AssetTouch[];
  readonly earlier: readonly AssetTouch[];
}

/** Of one event told twice the earlier counts; at one time, one that either side would choose, rather with its user. */
function isEarlier(a: Told, b: Told): boolean {
  const difference = a.at - b.at || compareText(a.actor, b.actor);
  return difference === 0 ? rankOf(a) < rankOf(b) : difference < 0;
}

type Told = Pick<AssetTouch, 'at' | 'actor' | 'actorUserId'>;

const rankOf = ({ actorUserId }: Told) => actorUserId ?? Number.POSITIVE_INFINITY;

/** One event for all touches of the same source: the earliest of them. */
function fold(touches: readonly AssetTouch[]): readonly AssetTouch[] {
  if (touches.length === 1) return touches;
  const folded = new Map<string, AssetTouch>();
  for (const touch of touches) {
    const known = folded.get(eventKey(touch));
    if (known === undefined || isEarlier(touch, known)) folded.set(eventKey(touch), touch);
  }
  return [...folded.values()];
}

const idOf = (assetId: string, event: string) => `${assetId} ${event}`;

async function loadEvents(tx: Queryable, assets: readonly TouchedAsset[]): Promise<Map<string, StoredEvent>> {
  const asked = assets
    .filter(({ asset }) => asset.before !== null)
    .flatMap(({ asset, touches }) =>
      fold(touches).map(({ scope, source }) => ({ id: asset.id, on: scope.integrationId, source })),
    );
  if (asked.length === 0) return new Map();
  const keys = tableOf([
    ['asset_id', 'uuid', asked.map(({ id }) => id)],
    ['integration_id', 'int', asked.map(({ on }) => on)],
    ['source', 'text', asked.map(({ source }) => source)],
  ]);
  const rows = await query<StoredEvent>(
    tx,
    // The limit keeps the planner from reading the whole table instead of looking each event up.
    sql`SELECT r.asset_id AS "assetId", r.integration_id AS "integrationId", r.source, e.occurred_at AS "occurredAt",
               e.actor, e.actor_user_id AS "actorUserId"
        FROM ${keys}, LATERAL (SELECT occurred_at, actor, actor_user_id FROM asset_events
          WHERE asset_id = r.asset_id AND integration_id = r.integration_id AND source = r.source LIMIT 1) e`,
  );
  return new Map(rows.map((row) => [idOf(row.assetId, JSON.stringify([row.integrationId, row.source])), row]));
}

function newsOf({ asset, touches }: TouchedAsset, stored: ReadonlyMap<string, StoredEvent>): AssetNews {
  const fresh: AssetTouch[] = [];
  const earlier: AssetTouch[] = [];
  for (const touch of fold(touches)) {
    const known = asset.before === null ? undefined : stored.get(idOf(asset.id, eventKey(touch)));
    if (known === undefined) fresh.push(touch);
    else if (isEarlier(touch, { ...known, at: known.occurredAt.getTime() })) earlier.push(touch);
  }
  return { asset, fresh: fresh.toSorted(inOrder), earlier };
}

function inOrder(a: AssetTouch, b: AssetTouch): number {
  return a.at - b.at || a.scope.integrationId - b.scope.integrationId || compareText(a.source, b.source);
}

/** Whether all new events come after those there are, so that nothing else is counted anew. */
function isAppended({ asset, fresh, earlier }: AssetNews): boolean {
  const last = asset.before?.stored?.lastEventAt ?? Number.NEGATIVE_INFINITY;
  return earlier.length === 0 && fresh.every(({ at }) => at > last);
}

/** A pending approval that moved with its asset's version. */
interface MovedApproval {
  readonly id: string;
  readonly assetId: string;
}

/**
 * Writes the events of touched assets, numbers them by their times, and lets the assets' versions follow. Returns the
 * approvals that moved along.
 */
export async function applyAssetEvents(tx: Queryable, assets: readonly TouchedAsset[]): Promise<MovedApproval[]> {
  const stored = await loadEvents(tx, assets);
  const news = assets
    .map((touched) => newsOf(touched, stored))
    .filter(({ fresh, earlier }) => fresh.length + earlier.length > 0);
  await insertEvents(tx, news);
  await correctEvents(tx, news);
  await renumberEvents(
    tx,
    news.filter((item) => item.asset.before !== null && !isAppended(item)).map(({ asset }) => asset.id),
  );
  return updateVersions(tx, assets, new Map(news.map((item) => [item.asset.id, item])));
}

function numbered({ asset, fresh }: AssetNews) {
  let version = asset.before?.stored?.eventCount ?? 0;
  let isFirst = (asset.before?.stored?.lastEventAt ?? null) === null;
  return fresh.map((touch) => {
    if (isVersion(touch)) version += 1;
    const kind = isFirst ? 'created' : 'updated';
    isFirst = false;
    return { touch, assetId: asset.id, kind, version: Math.max(1, version) };
  });
}

async function insertEvents(tx: Queryable, news: readonly AssetNews[]): Promise<void> {
  const events = news.flatMap(numbered);
  if (events.length === 0) return;
  const rows = tableOf([
    ['account_id', 'int', events.map(({ touch }) => touch.scope.accountId)],
    ['project_id', 'int', events.map(({ touch }) => touch.scope.projectId)],
    ['integration_id', 'int', events.map(({ touch }) => touch.scope.integrationId)],
    ['asset_id', 'uuid', events.map(({ assetId }) => assetId)],
    ['kind', 'asset_event_kind', events.map(({ kind }) => kind)],
    ['source', 'text', events.map(({ touch }) => touch.source)],
    ['change_id', 'bigint', events.map(({ touch }) => touch.commit?.changeId)],
    ['version', 'int', events.map(({ version }) => version)],
    ['actor', 'text', events.map(({ touch }) => touch.actor)],
    ['actor_user_id', 'int', events.map(({ touch }) => touch.actorUserId)],
    ['occurred_at', 'timestamptz', events.map(({ touch }) => iso(touch.at))],
  ]);
  await execute(
    tx,
    sql`INSERT INTO asset_events (account_id, project_id, integration_id, provider, asset_id, kind, source, change_id,
          version, actor, actor_user_id, occurred_at, created_at)
        SELECT account_id, project_id, integration_id,
          (SELECT provider FROM integrations WHERE id = r.integration_id), asset_id, kind, source, change_id,
          version, actor, actor_user_id, occurred_at, clock_timestamp()
        FROM ${rows}`,
  );
}

async function correctEvents(tx: Queryable, news: readonly AssetNews[]): Promise<void> {
  const rows = news.flatMap(({ asset, earlier }) =>
    earlier.map(({ scope, source, actor, actorUserId, at }) => ({
      asset_id: asset.id,
      integration_id: scope.integrationId,
      source,
      actor,
      actor_user_id: actorUserId,
      occurred_at: iso(at),
    })),
  );
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`UPDATE asset_events e SET occurred_at = r.occurred_at, actor = r.actor, actor_user_id = r.actor_user_id
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(asset_id uuid, integration_id int, source text,
          actor text, actor_user_id int, occurred_at timestamptz)
        WHERE e.asset_id = r.asset_id AND e.integration_id = r.integration_id AND e.source = r.source`,
  );
}

/** Counts the events of assets anew: not all that came or changed lie after the others. */
export async function renumberEvents(tx: Queryable, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return;
  await execute(
    tx,
    sql`UPDATE asset_events e SET kind = n.kind, version = n.version
        FROM (SELECT id, GREATEST(1, count(*) FILTER (WHERE source <> 'cook') OVER earlier)::int AS version,
                CASE WHEN row_number() OVER earlier = 1 THEN 'created' ELSE 'updated' END::asset_event_kind AS kind
              FROM asset_events WHERE asset_id = ANY(${assetIds}::uuid[])
              WINDOW earlier AS (PARTITION BY asset_id ORDER BY occurred_at, integration_id, source COLLATE "C"
                ROWS UNBOUNDED PRECEDING)) n
        WHERE e.id = n.id AND (e.kind, e.version) IS DISTINCT FROM (n.kind, n.version)`,
  );
}

/** New assets were written with their versions; the others follow their events and what cooks named. */
async function updateVersions(
  tx: Queryable,
  assets: readonly TouchedAsset[],
  news: ReadonlyMap<string, AssetNews>,
): Promise<MovedApproval[]> {
  const rows = assets.flatMap(({ asset: { id, before, after } }) => {
    const stored = before?.stored;
    if (stored == null) return [];
    const fresh = news.get(id)?.fresh ?? [];
    const eventCount = stored.eventCount + fresh.filter(isVersion).length;
    const version = versionOf(eventCount, after.toldVersion);
    const lastEventAt = Math.max(stored.lastEventAt ?? 0, ...fresh.map(({ at }) => at));
    if (fresh.length === 0 && version === stored.version) return [];
    return [{ id, version, event_count: eventCount, last_event_at: iso(lastEventAt) }];
  });
  if (rows.length === 0) return [];
  await execute(
    tx,
    sql`UPDATE assets a SET version = r.version, event_count = r.event_count, last_event_at = r.last_event_at,
          updated_at = clock_timestamp()
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS r(id uuid, version int, event_count int, last_event_at timestamptz)
        WHERE a.id = r.id`,
  );
  return query<MovedApproval>(
    tx,
    sql`UPDATE approvals p SET asset_version = a.version, updated_at = clock_timestamp() FROM assets a
        WHERE a.id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND p.asset_id = a.id AND p.status = 'pending'
          AND p.asset_version <> a.version
        RETURNING p.id, p.asset_id AS "assetId"`,
  );
}

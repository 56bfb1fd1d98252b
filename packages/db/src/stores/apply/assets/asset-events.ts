import { compareText } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { iso } from '../../../times.js';
import { findExpiredTimes, timeOfReport } from '../../retention/expired-reports.js';
import {
  type AssetReport,
  eventKey,
  isVersion,
  type MergedAsset,
  type ReportedAsset,
  versionOf,
} from './merged-assets.js';

/** An asset's new events, and the reports that correct a stored one: its time, or its preview. */
interface EventChanges {
  readonly asset: MergedAsset;
  readonly added: readonly AssetReport[];
  readonly corrected: readonly AssetReport[];
}

type Occurrence = Pick<AssetReport, 'at' | 'actor' | 'actorUserId' | 'previewUrl'>;

/** Of two reports of one event, the earlier wins; at equal times, the actor that sorts first, preferably a user. */
function isEarlier(a: Occurrence, b: Occurrence): boolean {
  const difference = a.at - b.at || compareText(a.actor, b.actor);
  return difference === 0 ? userRank(a) < userRank(b) : difference < 0;
}

const userRank = ({ actorUserId }: Occurrence) => actorUserId ?? Number.POSITIVE_INFINITY;

/**
 * Of two reports of one event, either may lack the address of a preview. Of two addresses, the one that sorts last stays,
 * so that the order of the reports does not matter.
 */
function lastUrl(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareText(a, b) < 0 ? b : a;
}

function withPreview(report: AssetReport, previewUrl: string | null): AssetReport {
  return report.previewUrl === previewUrl ? report : { ...report, previewUrl };
}

/** Combines all reports with the same source into one event: the earliest. */
function fold(reports: readonly AssetReport[]): readonly AssetReport[] {
  if (reports.length === 1) return reports;
  const folded = new Map<string, AssetReport>();
  for (const report of reports) {
    const known = folded.get(eventKey(report));
    const earlier = known === undefined || isEarlier(report, known) ? report : known;
    folded.set(eventKey(report), withPreview(earlier, lastUrl(report.previewUrl, known?.previewUrl ?? null)));
  }
  return [...folded.values()];
}

interface EventKey {
  readonly assetId: string;
  readonly integrationId: number;
  readonly source: string;
}

const EVENT_KEY_TYPES = { assetId: 'uuid', integrationId: 'int', source: 'text' };

const eventId = (assetId: string, event: string) => `${assetId} ${event}`;

const storedEvents = defineQuery({
  name: 'load asset_events',
  columns: {
    assetId: columnsOf('AssetEvent', 'r').assetId,
    integrationId: computed('int4', sql`r.integration_id`),
    source: computed('text', sql`r.source`),
    ...pick(columnsOf('AssetEvent', 'e'), 'occurredAt', 'actor', 'actorUserId', 'previewUrl'),
  },
  examples: [[]],
  // The LIMIT keeps the planner from scanning the whole table instead of looking up each event.
  build: (keys: readonly EventKey[], select) => sql`SELECT ${select} FROM ${rowsOf(keys, EVENT_KEY_TYPES)},
    LATERAL (SELECT occurred_at, actor, actor_user_id, preview_url FROM asset_events
      WHERE asset_id = r.asset_id AND integration_id = r.integration_id AND source = r.source LIMIT 1) e`,
});

/** The stored events that the batch reports again, keyed by asset and event. */
async function loadEvents(tx: Queryable, assets: readonly ReportedAsset[]): Promise<Map<string, Occurrence>> {
  const keys = assets
    .filter(({ asset }) => asset.before !== null)
    .flatMap(({ asset, reports }) =>
      fold(reports).map(({ scope, source }) => ({
        assetId: asset.id,
        integrationId: scope.integrationId,
        source,
      })),
    );
  if (keys.length === 0) return new Map();
  const rows = await storedEvents.all(tx, keys);
  return new Map(
    rows.map(({ assetId, integrationId, source, occurredAt, actor, actorUserId, previewUrl }) => [
      eventId(assetId, JSON.stringify([integrationId, source])),
      { at: occurredAt.getTime(), actor, actorUserId, previewUrl },
    ]),
  );
}

/** The stored events, and which times lie before what retention has left. */
interface KnownEvents {
  readonly stored: ReadonlyMap<string, Occurrence>;
  isExpired(report: AssetReport): boolean;
}

/** An event that retention has deleted is not added again. A new asset gets all of its events. */
function eventChanges({ asset, reports }: ReportedAsset, { stored, isExpired }: KnownEvents): EventChanges {
  const added: AssetReport[] = [];
  const corrected: AssetReport[] = [];
  for (const report of fold(reports)) {
    const known = asset.before === null ? undefined : stored.get(eventId(asset.id, eventKey(report)));
    const previewUrl = lastUrl(report.previewUrl, known?.previewUrl ?? null);
    if (known === undefined) {
      if (asset.before === null || !isExpired(report)) added.push(report);
    } else if (isEarlier(report, known)) corrected.push(withPreview(report, previewUrl));
    else if (previewUrl !== known.previewUrl) corrected.push({ ...report, ...known, previewUrl });
  }
  return { asset, added: added.toSorted(compareEvents), corrected };
}

function compareEvents(a: AssetReport, b: AssetReport): number {
  return a.at - b.at || a.scope.integrationId - b.scope.integrationId || compareText(a.source, b.source);
}

/** Whether all new events come after the stored ones, so that the stored ones keep their numbers. */
function isAppended({ asset, added, corrected }: EventChanges): boolean {
  const last = asset.before?.stored?.lastEventAt ?? Number.NEGATIVE_INFINITY;
  return corrected.length === 0 && added.every(({ at }) => at > last);
}

/** A pending approval that follows its asset's version. */
interface MovedApproval {
  readonly id: string;
  readonly assetId: string;
}

/** Writes assets' events, numbers them by time, and updates the assets' versions. Returns the approvals that moved. */
export async function applyAssetEvents(tx: Queryable, assets: readonly ReportedAsset[]): Promise<MovedApproval[]> {
  const known = { stored: await loadEvents(tx, assets), isExpired: await findExpiredEvents(tx, assets) };
  const changes = assets
    .map((reported) => eventChanges(reported, known))
    .filter(({ added, corrected }) => added.length + corrected.length > 0);
  const added = changes.flatMap(numbered);
  if (added.length > 0) await insertEvents.execute(tx, added);
  const corrections = changes.flatMap(correctionRows);
  if (corrections.length > 0) await correctEvents.execute(tx, corrections);
  const moved = await updateVersions(tx, assets, new Map(changes.map((item) => [item.asset.id, item.added])));
  await renumberEvents(
    tx,
    changes.filter((item) => item.asset.before !== null && !isAppended(item)).map(({ asset }) => asset.id),
  );
  return moved;
}

async function findExpiredEvents(
  tx: Queryable,
  assets: readonly ReportedAsset[],
): Promise<KnownEvents['isExpired']> {
  const timeOf = ({ scope, at }: AssetReport) => ({
    time: timeOfReport({ reportedAt: at, receivedAt: scope.receivedAt }),
    projectId: scope.projectId,
  });
  const times = assets.flatMap(({ asset, reports }) => (asset.before === null ? [] : reports.map(timeOf)));
  const isExpired = await findExpiredTimes(tx, 'asset_events', times);
  return (report) => isExpired(timeOf(report));
}

function numbered({ asset, added }: EventChanges) {
  let version = asset.before?.stored?.eventCount ?? 0;
  let isFirst = (asset.before?.stored?.lastEventAt ?? null) === null;
  return added.map((report) => {
    if (isVersion(report)) version += 1;
    const kind = isFirst ? 'created' : 'updated';
    isFirst = false;
    return {
      accountId: report.scope.accountId,
      projectId: report.scope.projectId,
      integrationId: report.scope.integrationId,
      assetId: asset.id,
      kind,
      source: report.source,
      changeId: report.commit?.changeId,
      version: Math.max(1, version),
      previewUrl: report.previewUrl,
      actor: report.actor,
      actorUserId: report.actorUserId,
      occurredAt: iso(report.at),
    };
  });
}

const insertEvents = defineQuery({
  name: 'insert asset_events',
  columns: {},
  examples: [[]],
  build: (
    events: readonly ReturnType<typeof numbered>[number][],
  ) => sql`INSERT INTO asset_events (account_id, project_id,
      integration_id, provider, asset_id, kind, source, change_id, version, preview_url, actor, actor_user_id,
      occurred_at, created_at)
    SELECT account_id, project_id, integration_id, (SELECT provider FROM integrations WHERE id = r.integration_id),
      asset_id, kind, source, change_id, version, preview_url, actor, actor_user_id, occurred_at, clock_timestamp()
    FROM ${rowsOf(events, {
      accountId: 'int',
      projectId: 'int',
      integrationId: 'int',
      assetId: 'uuid',
      kind: 'asset_event_kind',
      source: 'text',
      changeId: 'bigint',
      version: 'int',
      previewUrl: 'text',
      actor: 'text',
      actorUserId: 'int',
      occurredAt: 'timestamptz',
    })}`,
});

function correctionRows({ asset, corrected }: EventChanges) {
  return corrected.map(({ scope, source, previewUrl, actor, actorUserId, at }) => ({
    assetId: asset.id,
    integrationId: scope.integrationId,
    source,
    previewUrl,
    actor,
    actorUserId,
    occurredAt: iso(at),
  }));
}

const correctEvents = defineQuery({
  name: 'correct asset_events',
  columns: {},
  examples: [[]],
  build: (rows: readonly ReturnType<typeof correctionRows>[number][]) => sql`UPDATE asset_events e
    SET occurred_at = r.occurred_at, preview_url = r.preview_url, actor = r.actor, actor_user_id = r.actor_user_id
    FROM ${rowsOf(rows, {
      ...EVENT_KEY_TYPES,
      previewUrl: 'text',
      actor: 'text',
      actorUserId: 'int',
      occurredAt: 'timestamptz',
    })}
    WHERE e.asset_id = r.asset_id AND e.integration_id = r.integration_id AND e.source = r.source`,
});

const renumber = defineQuery({
  name: 'renumber asset_events',
  columns: {},
  examples: [[]],
  build: (assetIds: readonly string[]) => sql`UPDATE asset_events e SET kind = n.kind, version = n.version
    FROM (SELECT id, GREATEST(1, expired + count(*) FILTER (WHERE source <> 'cook') OVER earlier)::int AS version,
            CASE WHEN expired = 0 AND row_number() OVER earlier = 1 THEN 'created' ELSE 'updated' END::asset_event_kind
              AS kind
          FROM (SELECT o.*, GREATEST(0, a.event_count - count(*) FILTER (WHERE o.source <> 'cook') OVER whole) AS expired
                FROM asset_events o JOIN assets a ON a.id = o.asset_id WHERE o.asset_id = ANY(${assetIds}::uuid[])
                WINDOW whole AS (PARTITION BY o.asset_id)) o
          WINDOW earlier AS (PARTITION BY asset_id ORDER BY occurred_at, integration_id, source COLLATE "C"
            ROWS UNBOUNDED PRECEDING)) n
    WHERE e.id = n.id AND (e.kind, e.version) IS DISTINCT FROM (n.kind, n.version)`,
});

/**
 * Renumbers all events of assets. Needed when an event was added or moved ahead of others. The assets' own counts
 * include the events that have expired, so the rest keep their numbers.
 */
export async function renumberEvents(tx: Queryable, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length > 0) await renumber.execute(tx, assetIds);
}

interface VersionRow {
  readonly id: string;
  readonly version: number;
  readonly eventCount: number;
  readonly lastEventAt: string;
}

const writeVersions = defineQuery({
  name: 'update versions of assets',
  columns: {},
  examples: [[]],
  build: (rows: readonly VersionRow[]) => sql`UPDATE assets a
    SET version = r.version, event_count = r.event_count, last_event_at = r.last_event_at,
      updated_at = clock_timestamp()
    FROM ${rowsOf(rows, { id: 'uuid', version: 'int', eventCount: 'int', lastEventAt: 'timestamptz' })}
    WHERE a.id = r.id`,
});

const moveApprovals = defineQuery({
  name: 'move pending approvals to the new version',
  columns: pick(columnsOf('Approval', 'p'), 'id', 'assetId'),
  examples: [[]],
  build: (assetIds: readonly string[], select) => sql`UPDATE approvals p
    SET asset_version = a.version, updated_at = clock_timestamp() FROM assets a
    WHERE a.id = ANY(${assetIds}::uuid[]) AND p.asset_id = a.id AND p.status = 'pending'
      AND p.asset_version <> a.version
    RETURNING ${select}`,
});

/** Updates the versions of stored assets; new assets were inserted with theirs. */
async function updateVersions(
  tx: Queryable,
  assets: readonly ReportedAsset[],
  addedTo: ReadonlyMap<string, readonly AssetReport[]>,
): Promise<MovedApproval[]> {
  const rows = assets.flatMap(({ asset: { id, before, after } }) => {
    const stored = before?.stored;
    if (stored == null) return [];
    const added = addedTo.get(id) ?? [];
    const eventCount = stored.eventCount + added.filter(isVersion).length;
    const version = versionOf(eventCount, after.reportedVersion);
    const lastEventAt = Math.max(stored.lastEventAt ?? 0, ...added.map(({ at }) => at));
    if (added.length === 0 && version === stored.version) return [];
    return [{ id, version, eventCount, lastEventAt: iso(lastEventAt) }];
  });
  if (rows.length === 0) return [];
  await writeVersions.execute(tx, rows);
  return moveApprovals.all(
    tx,
    rows.map(({ id }) => id),
  );
}

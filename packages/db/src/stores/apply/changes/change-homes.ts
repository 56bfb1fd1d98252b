import { type ChangeReport, SECOND_HAND, sourceOfChange } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, raw, sql } from '../../../sql.js';
import { renumberEvents } from '../assets/asset-events.js';
import type { ScopedOperation } from '../engine/scoped-operation.js';
import type { Touch } from '../engine/touched-rows.js';

type Report = ScopedOperation<ChangeReport>;

export type ChangeKey = readonly [integrationId: number, repository: string, identifier: string];

const ownKey = ({ scope, operation }: Report): ChangeKey => [
  scope.integrationId,
  operation.repository,
  operation.identifier,
];
const nameOf = (projectId: number, identifier: string) => JSON.stringify([projectId, identifier]);
const nameOfReport = ({ scope, operation }: Report) => nameOf(scope.projectId, operation.identifier);
const isSecondHand = ({ operation }: Report) => operation.secondHand === true;

/** First-hand reports before second-hand ones, because the first report determines the scope of a new row. */
export function firstHandFirst(reports: readonly Report[]): Report[] {
  return [...reports.filter((report) => !isSecondHand(report)), ...reports.filter(isSecondHand)];
}

function compareKeys(a: ChangeKey, b: ChangeKey): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : Number(a[1] > b[1]));
}

/** Picks one report per change of a project, the same one in whatever order they come. */
function onePerChange(reports: readonly Report[]): Map<string, Report> {
  const sorted = reports.toSorted((a, b) => compareKeys(ownKey(b), ownKey(a)));
  return new Map(sorted.map((report) => [nameOfReport(report), report]));
}

/**
 * Finds the rows that reports are merged into. A project has one row per change, regardless of who mentions it. A second-hand
 * report goes to the row of the change's own source. A row known only from second-hand reports belongs to the
 * integration with the lowest id among them, until the change's source adopts it.
 */
export async function findHomes(
  tx: Queryable,
  reports: readonly Report[],
  touch: Touch,
): Promise<(report: Report) => ChangeKey> {
  const secondHand = onePerChange(reports.filter(isSecondHand));
  const sources = onePerChange(reports.filter((report) => !isSecondHand(report)));
  await adopt(tx, [...new Map([...secondHand, ...sources]).values()], touch);
  const stored = await loadHomes(tx, [...secondHand.values()]);
  return (report) => {
    if (!isSecondHand(report)) return ownKey(report);
    const name = nameOfReport(report);
    return stored.get(name) ?? ownKey(sources.get(name) ?? secondHand.get(name) ?? report);
  };
}

/** Whether a row `c` is known only from second-hand reports. */
const isOnlySecondHand = sql`COALESCE((c.field_weights -> 'timestamp' ->> 0)::int, 0) = ${raw(String(SECOND_HAND))}`;

interface ChangeName {
  readonly projectId: number;
  readonly identifier: string;
}

/** The row of the change's own source comes first. */
const homesOfChanges = defineQuery({
  name: 'find rows of second-hand changes',
  columns: pick(columnsOf('Change', 'c'), 'projectId', 'identifier', 'integrationId', 'repository'),
  examples: [[]],
  build: (names: readonly ChangeName[], select) => sql`SELECT DISTINCT ON (c.project_id, c.identifier) ${select}
    FROM changes c JOIN ${rowsOf(names, { projectId: 'int', identifier: 'text' })}
      ON c.project_id = r.project_id AND c.identifier = r.identifier
    ORDER BY c.project_id, c.identifier, ${isOnlySecondHand}, c.integration_id, c.repository COLLATE "C"`,
});

async function loadHomes(tx: Queryable, reports: readonly Report[]): Promise<Map<string, ChangeKey>> {
  if (reports.length === 0) return new Map();
  const names = reports.map(({ scope, operation }) => ({
    projectId: scope.projectId,
    identifier: operation.identifier,
  }));
  const rows = await homesOfChanges.all(tx, names);
  return new Map(
    rows.map(({ projectId, identifier, integrationId, repository }) => [
      nameOf(projectId, identifier),
      [integrationId, repository, identifier],
    ]),
  );
}

function toAdopter(report: Report, place: number) {
  const { projectId, integrationId, provider } = report.scope;
  const { repository, identifier } = report.operation;
  const source = sourceOfChange(repository, identifier);
  const firstHand = !isSecondHand(report);
  return { place, projectId, integrationId, provider, repository, identifier, source, firstHand };
}

const adoptChanges = defineQuery({
  name: 'adopt second-hand changes',
  columns: { assetId: columnsOf('AssetEvent', 'e').assetId, place: computed('int4', sql`a.place`) },
  examples: [[]],
  build: (adopters: readonly ReturnType<typeof toAdopter>[], select) => sql`WITH adopted AS (
      UPDATE changes c SET integration_id = r.integration_id, repository = r.repository
      FROM ${rowsOf(adopters, {
        place: 'int',
        projectId: 'int',
        integrationId: 'int',
        provider: 'text',
        repository: 'text',
        identifier: 'text',
        source: 'text',
        firstHand: 'boolean',
      })}
      WHERE c.project_id = r.project_id AND c.identifier = r.identifier AND ${isOnlySecondHand}
        AND (c.integration_id, c.repository) <> (r.integration_id, r.repository)
        AND (r.first_hand OR (r.integration_id, r.repository COLLATE "C") < (c.integration_id, c.repository))
        AND NOT EXISTS (SELECT FROM changes o WHERE o.integration_id = r.integration_id
                          AND o.repository = r.repository AND o.identifier = r.identifier)
      RETURNING c.id, r.place, r.integration_id, r.provider, r.source)
    UPDATE asset_events e SET integration_id = a.integration_id, source = a.source, provider = a.provider
    FROM adopted a WHERE e.change_id = a.id
    RETURNING ${select}`,
});

/** Moves rows known only from second-hand reports, with their asset events, to integrations that take precedence. */
async function adopt(tx: Queryable, reports: readonly Report[], touch: Touch): Promise<void> {
  if (reports.length === 0) return;
  const moved = await adoptChanges.all(tx, reports.map(toAdopter));
  for (const { assetId, place } of moved) {
    const report = reports[place];
    if (report !== undefined) touch(report.scope, 'asset', assetId);
  }
  // Events with equal times are numbered in the order of their sources, which have changed.
  await renumberEvents(
    tx,
    moved.map(({ assetId }) => assetId),
  );
}

import { type ChangeReport, SECOND_HAND, sourceOfChange } from '@slipway/domain';
import { type Queryable, query, sql } from '../../sql.js';
import { renumberEvents } from './asset-events.js';
import type { ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

type Report = ToldOperation<ChangeReport>;

/** What tells the rows of changes apart. */
export type ChangeKey = readonly [integrationId: number, repository: string, identifier: string];

const ownKey = ({ scope, operation }: Report): ChangeKey => [
  scope.integrationId,
  operation.repository,
  operation.identifier,
];
const nameOf = (projectId: number, identifier: string) => JSON.stringify([projectId, identifier]);
const nameOfReport = ({ scope, operation }: Report) => nameOf(scope.projectId, operation.identifier);

/** True for a row `c` that only other tools have told of so far. */
const isSecondHand = sql`COALESCE((c.field_weights -> 'timestamp' ->> 0)::int, 0) = ${SECOND_HAND}::int`;

/** The reports of changes by their own sources, then those of others: who comes first lends a new row its scope. */
export function firstHandFirst(reports: readonly Report[]): Report[] {
  const isTold = ({ operation }: Report) => operation.secondHand === true;
  return [...reports.filter((report) => !isTold(report)), ...reports.filter(isTold)];
}

function compareKeys(a: ChangeKey, b: ChangeKey): number {
  return a[0] - b[0] || (a[1] < b[1] ? -1 : Number(a[1] > b[1]));
}

/** One report per change of a project, the same one in whatever order they come. */
function oneEach(reports: readonly Report[]): Map<string, Report> {
  const sorted = reports.toSorted((a, b) => compareKeys(ownKey(b), ownKey(a)));
  return new Map(sorted.map((report) => [nameOfReport(report), report]));
}

/**
 * The keys of the rows that reports are joined into. A change is one row of a project, whoever mentions it: what is told
 * at second hand goes to the row of the change's own source, and a row that waits for its source becomes that one's.
 * Until then it is of the first integration that told of it, by number rather than by time.
 */
export async function findHomes(
  tx: Queryable,
  reports: readonly Report[],
  touch: Touch,
): Promise<(report: Report) => ChangeKey> {
  const firstHand = reports.filter(({ operation }) => operation.secondHand !== true);
  const secondHand = oneEach(reports.filter(({ operation }) => operation.secondHand === true));
  const sources = oneEach(firstHand);
  await adopt(tx, [...new Map([...secondHand, ...sources]).values()], touch);
  const stored = await loadHomes(tx, [...secondHand.values()]);
  return (report) => {
    if (report.operation.secondHand !== true) return ownKey(report);
    const name = nameOfReport(report);
    const told = sources.get(name) ?? secondHand.get(name) ?? report;
    return stored.get(name) ?? ownKey(told);
  };
}

/** Where the changes are kept already; rather with their own source. */
async function loadHomes(tx: Queryable, reports: readonly Report[]): Promise<Map<string, ChangeKey>> {
  if (reports.length === 0) return new Map();
  const rows = await query<{ projectId: number; identifier: string; integrationId: number; repository: string }>(
    tx,
    sql`SELECT DISTINCT ON (c.project_id, c.identifier) c.project_id AS "projectId", c.identifier,
          c.integration_id AS "integrationId", c.repository
        FROM changes c
        JOIN unnest(${reports.map(({ scope }) => scope.projectId)}::int[],
          ${reports.map(({ operation }) => operation.identifier)}::text[]) AS k(project_id, identifier)
          ON c.project_id = k.project_id AND c.identifier = k.identifier
        ORDER BY c.project_id, c.identifier, ${isSecondHand}, c.integration_id, c.repository COLLATE "C"`,
  );
  return new Map(
    rows.map(({ projectId, identifier, integrationId, repository }) => [
      nameOf(projectId, identifier),
      [integrationId, repository, identifier],
    ]),
  );
}

/** Hands rows told at second hand, with the asset events that came with them, to those who come before their tellers. */
async function adopt(tx: Queryable, reports: readonly Report[], touch: Touch): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map(({ scope, operation: { repository, identifier, secondHand = false } }, place) => ({
    place,
    project_id: scope.projectId,
    integration_id: scope.integrationId,
    provider: scope.provider,
    repository,
    identifier,
    source: sourceOfChange(repository, identifier),
    first_hand: !secondHand,
  }));
  const moved = await query<{ assetId: string; place: number }>(
    tx,
    sql`WITH adopted AS (
          UPDATE changes c SET integration_id = k.integration_id, repository = k.repository
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS k(place int, project_id int, integration_id int,
            provider text, repository text, identifier text, source text, first_hand boolean)
          WHERE c.project_id = k.project_id AND c.identifier = k.identifier AND ${isSecondHand}
            AND (c.integration_id, c.repository) <> (k.integration_id, k.repository)
            AND (k.first_hand OR (k.integration_id, k.repository COLLATE "C") < (c.integration_id, c.repository))
            AND NOT EXISTS (SELECT FROM changes o WHERE o.integration_id = k.integration_id
                              AND o.repository = k.repository AND o.identifier = k.identifier)
          RETURNING c.id, k.place, k.integration_id, k.provider, k.source)
        UPDATE asset_events e SET integration_id = a.integration_id, source = a.source, provider = a.provider
        FROM adopted a WHERE e.change_id = a.id
        RETURNING e.asset_id AS "assetId", a.place`,
  );
  for (const { assetId, place } of moved) {
    const report = reports[place];
    if (report !== undefined) touch(report.scope, 'asset', assetId);
  }
  // Events of one time are counted in the order of their sources, which are others now.
  await renumberEvents(
    tx,
    moved.map(({ assetId }) => assetId),
  );
}

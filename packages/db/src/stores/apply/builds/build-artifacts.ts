import { type ArtifactReport, compareText } from '@slipway/domain';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { iso } from '../../../times.js';
import type { CurrentReport } from './build-runs.js';

interface ReportedArtifact extends ArtifactReport {
  readonly buildRunId: number;
  readonly reportedAt: number;
  readonly replayedAt: number | null;
}

/** Uses the same order as the statement. */
function outweighs(a: ReportedArtifact, b: ReportedArtifact): boolean {
  if (a.reportedAt !== b.reportedAt) return a.reportedAt > b.reportedAt;
  if (a.replayedAt !== b.replayedAt) return (a.replayedAt ?? 0) > (b.replayedAt ?? 0);
  if (a.sizeBytes !== b.sizeBytes) return a.sizeBytes > b.sizeBytes;
  return compareText(a.url, b.url) > 0;
}

function heaviestArtifacts(reports: readonly CurrentReport[]): ReportedArtifact[] {
  const heaviest = new Map<string, ReportedArtifact>();
  for (const { build, report } of reports) {
    const { artifacts = [], reportedAt } = report.operation;
    const replayedAt = report.scope.replayedAt ?? null;
    for (const { name, sizeBytes, url } of artifacts) {
      const artifact = { buildRunId: build.id, name, sizeBytes, url, reportedAt, replayedAt };
      const key = JSON.stringify([build.id, name]);
      const known = heaviest.get(key);
      if (known === undefined || outweighs(artifact, known)) heaviest.set(key, artifact);
    }
  }
  return [...heaviest.values()];
}

const toRow = ({ reportedAt, replayedAt, ...artifact }: ReportedArtifact) => ({
  ...artifact,
  reportedAt: iso(reportedAt),
  replayedAt: iso(replayedAt),
});

const writeArtifacts = defineQuery({
  name: 'write build_artifacts',
  columns: {},
  examples: [[]],
  build: (artifacts: readonly ReportedArtifact[]) => sql`INSERT INTO build_artifacts AS a
      (build_run_id, name, size_bytes, url, reported_at, replayed_at)
    SELECT build_run_id, name, size_bytes, url, reported_at, replayed_at FROM ${rowsOf(artifacts.map(toRow), {
      buildRunId: 'bigint',
      name: 'text',
      sizeBytes: 'bigint',
      url: 'text',
      reportedAt: 'timestamptz',
      replayedAt: 'timestamptz',
    })}
    ON CONFLICT (build_run_id, name) DO UPDATE
      SET size_bytes = EXCLUDED.size_bytes, url = EXCLUDED.url, reported_at = EXCLUDED.reported_at,
        replayed_at = EXCLUDED.replayed_at
      WHERE (EXCLUDED.reported_at, COALESCE(EXCLUDED.replayed_at, '-infinity'), EXCLUDED.size_bytes,
          EXCLUDED.url COLLATE "C") >
        (COALESCE(a.reported_at, '-infinity'), COALESCE(a.replayed_at, '-infinity'), a.size_bytes, a.url COLLATE "C")`,
});

/** Stores the heaviest report of each artifact. */
export async function applyArtifacts(tx: Queryable, reports: readonly CurrentReport[]): Promise<void> {
  const artifacts = heaviestArtifacts(reports);
  if (artifacts.length > 0) await writeArtifacts.execute(tx, artifacts);
}

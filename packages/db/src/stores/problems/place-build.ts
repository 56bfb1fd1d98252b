import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { sql } from '../../sql.js';
import { mergeProblems } from './merge-problems.js';
import { addBuildToProblem, lockProblemOf, type SeenProblem } from './record-problem.js';
import { removeBuildFromProblem } from './remove-build.js';

const columns = pick(columnsOf('Problem', 'p'), 'id', 'fingerprint', 'rule', 'seenCount', 'testId');

/** A build that runs again is counted again, so only what its current attempt was counted for matters. */
const countedProblem = defineQuery({
  name: 'lock problem of build',
  columns,
  examples: [{ buildRunId: 1, beganAt: 0 }],
  build: ({ buildRunId, beganAt }: { buildRunId: number; beganAt: number }, select) => sql`SELECT ${select}
    FROM problems p WHERE p.id = (SELECT problem_id FROM problem_builds
      WHERE build_run_id = ${buildRunId} AND is_cause AND seen_at >= ${new Date(beganAt)}::timestamptz
      ORDER BY seen_at DESC, problem_id DESC LIMIT 1) FOR UPDATE`,
});

const keepTestOnly = defineQuery({
  name: 'keep build with test only',
  columns: {},
  examples: [{ problemId: 1, buildRunId: 1 }],
  build: ({ problemId, buildRunId }: { problemId: number; buildRunId: number }) =>
    sql`UPDATE problem_builds SET is_cause = false WHERE problem_id = ${problemId} AND build_run_id = ${buildRunId}`,
});

const movedProblem = defineQuery({
  name: 'lock problem with fingerprint',
  columns: pick(columnsOf('Problem', 'p'), 'id'),
  examples: [{ projectId: 1, fingerprint: '' }],
  build: ({ projectId, fingerprint }: { projectId: number; fingerprint: string }, select) => sql`SELECT ${select}
    FROM problems p WHERE p.project_id = ${projectId} AND p.fingerprint = ${fingerprint} FOR UPDATE`,
});

/**
 * Counts a failed build in the problem with its cause, once however often the build is diagnosed; returns the problem's
 * id. If the build was counted in another problem, it moves:
 * - If that problem was recorded under an earlier rule for fingerprints, or has no other build, the problem moves as a
 *   whole: it gets the new fingerprint, or merges with the problem that already has it. Builds are diagnosed again newest
 *   first, so the newest part keeps the problem.
 * - If it is the problem of a test that reports name, the build stays in it, but its cause is the other one.
 * - Otherwise the build leaves alone, for a problem that starts with what people decided about the one it leaves.
 */
export async function placeBuild(tx: DatabaseHandle, seen: SeenProblem): Promise<number> {
  const { build, cause } = seen;
  const beganAt = Math.min(build.startedAt, build.finishedAt);
  const counted = await countedProblem.first(tx.pool, { buildRunId: build.id, beganAt });
  if (counted === null) return addToProblem(tx, seen);
  const { id, fingerprint, rule, seenCount, testId } = counted;
  if (fingerprint === cause.fingerprint) {
    if (rule !== cause.rule) await tx.prisma.problem.update({ where: { id }, data: { rule: cause.rule } });
    return id;
  }
  await announceChange(tx, build.projectId, 'problem');
  if (testId !== null) {
    await keepTestOnly.execute(tx.pool, { problemId: id, buildRunId: build.id });
    return addToProblem(tx, seen);
  }
  if (rule < cause.rule || seenCount <= 1) return moveProblem(tx, id, seen);
  await removeBuildFromProblem(tx, { problemId: id, build });
  return addToProblem(tx, { ...seen, splitFrom: id });
}

async function addToProblem(tx: DatabaseHandle, seen: SeenProblem): Promise<number> {
  const problemId = await lockProblemOf(tx, seen);
  await addBuildToProblem(tx, { ...seen, problemId, isCause: true });
  return problemId;
}

async function moveProblem(tx: DatabaseHandle, id: number, { build, cause }: SeenProblem): Promise<number> {
  const { fingerprint, rule, category, tool, title, message, file, symbol, test } = cause;
  const other = await movedProblem.first(tx.pool, { projectId: build.projectId, fingerprint });
  const keptId = Math.min(id, other?.id ?? id);
  if (other !== null) await mergeProblems(tx, { keptId, mergedId: Math.max(id, other.id) });
  await tx.prisma.problem.update({ where: { id: keptId }, data: { fingerprint, rule } });
  const shown = { category, tool, title, message, file, symbol, test };
  await tx.prisma.problem.updateMany({ where: { id: keptId, lastBuildRunId: build.id }, data: shown });
  return keptId;
}

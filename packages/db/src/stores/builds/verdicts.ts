import type { FindingVerdict } from '@slipway/contracts';
import { newId } from '@slipway/domain';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { announceChange } from '../../live-changes.js';
import { withNumbers } from '../../numbers.js';
import type { JobBuild, JobOfProject } from '../../reads/builds/build-points.js';
import { sql } from '../../sql.js';
import type { Finding } from './investigations.js';

/** A person's verdict on the finding about a build. */
export interface SavedVerdict {
  readonly buildRunId: number;
  readonly verdict: FindingVerdict;
  /** The line that is the cause, according to the person. */
  readonly line: number | null;
  /** The line, the category and the confidence of the finding when a person first judged it. */
  readonly judgedLine: number | null;
  readonly category: string;
  readonly confidence: number;
  /** The hash of the judged line, once a worker has read it. */
  readonly confirmedHash: number | null;
  readonly userId: number;
  readonly judgedAt: Date;
}

const SHOWN = {
  buildRunId: true,
  verdict: true,
  line: true,
  judgedLine: true,
  category: true,
  confidence: true,
  confirmedHash: true,
  userId: true,
  judgedAt: true,
} as const;

export async function findVerdict({ prisma }: DatabaseHandle, buildRunId: number): Promise<SavedVerdict | null> {
  const found = await prisma.buildVerdict.findUnique({ where: { buildRunId }, select: SHOWN });
  return found === null ? null : withNumbers(found);
}

export type SentVerdict = Pick<SavedVerdict, 'verdict' | 'line' | 'userId' | 'judgedAt'>;

/** Only a verdict makes a finding this sure. */
const JUDGED_CONFIDENCE = 1;

/**
 * Saves a verdict, and requests a diagnosis that follows it. A later verdict replaces it, but remains about the finding
 * that was judged first if the current one follows the earlier verdict. Null, to be rolled back, if there is no such
 * finding.
 */
export async function saveVerdict(
  tx: DatabaseHandle,
  build: Pick<JobBuild, 'id' | 'projectId' | 'integrationId' | 'jobKey'>,
  { verdict, line, userId, judgedAt }: SentVerdict,
): Promise<SavedVerdict | null> {
  const { id: buildRunId, projectId, integrationId, jobKey } = build;
  const { prisma } = tx;
  // First, because a worker that stores a diagnosis locks these rows in the same order.
  const [found] = await prisma.buildDiagnosis.updateManyAndReturn({
    where: { buildRunId },
    data: { requestId: newId(), requestedAt: judgedAt, attempts: 0 },
    select: { line: true, category: true, confidence: true },
  });
  if (found?.category == null || found.confidence === null) return null;
  const known = await findVerdict(tx, buildRunId);
  const { category, confidence } = found;
  const current = { judgedLine: found.line, category, confidence };
  const { judgedLine, ...judged } = known !== null && confidence === JUDGED_CONFIDENCE ? known : current;
  if (verdict === 'cause' && judgedLine === null) return null;
  const sent = {
    judgedLine,
    category: judged.category,
    confidence: judged.confidence,
    verdict,
    line: verdict === 'other_line' ? line : judgedLine,
    userId,
    judgedAt,
    confirmedHash: null,
    confirmedForm: null,
    refusedHash: null,
  };
  const saved = await prisma.buildVerdict.upsert({
    where: { buildRunId },
    create: { buildRunId, projectId, integrationId, jobKey, ...sent },
    update: sent,
    select: SHOWN,
  });
  await announceChange(tx, projectId, 'investigation');
  return withNumbers(saved);
}

/** What a worker found in the log that a verdict is about. */
export interface CorrectedFinding extends Pick<Finding, 'suggestedFix' | 'fixKind' | 'evidence'> {
  /** What the verdict teaches about the lines of the job, as hashes. */
  readonly lesson: {
    readonly confirmed: { readonly line: number; readonly form: string } | null;
    readonly refused: number | null;
  };
}

/**
 * Saves what a verdict teaches, and corrects the finding of an investigation. One from before the verdict accuses nobody
 * for a refused line. The line may have another number by now, because another log of the build has arrived.
 */
export async function correctFinding(
  tx: DatabaseHandle,
  buildRunId: number,
  { lesson, line, evidence, ...finding }: CorrectedFinding & NewFinding,
): Promise<void> {
  const { prisma } = tx;
  const where = { buildRunId, status: 'completed' } as const;
  await prisma.investigation.updateMany({ where, data: { ...finding, evidence: toJson(evidence) } });
  const saved = await findVerdict(tx, buildRunId);
  if (saved === null) return;
  const { verdict, judgedLine, judgedAt, confirmedHash } = saved;
  await prisma.buildVerdict.update({
    where: { buildRunId },
    data: {
      line,
      judgedLine: verdict === 'other_line' ? judgedLine : line,
      ...(confirmedHash === null ? lessonRow(lesson) : {}),
    },
  });
  if (verdict === 'cause') return;
  await prisma.investigation.updateMany({
    where: { ...where, finishedAt: { lt: judgedAt } },
    data: { attributedUserId: null, suspects: toJson([]) },
  });
}

const lessonRow = ({ confirmed, refused }: CorrectedFinding['lesson']) => ({
  confirmedHash: confirmed?.line ?? null,
  confirmedForm: confirmed?.form ?? null,
  refusedHash: refused,
});

interface NewFinding {
  readonly line: number | null;
  readonly diagnosis: string | null;
  readonly category: string;
  readonly confidence: number;
  readonly fingerprint: string | null;
}

/** How many verdicts of a job teach. */
const LESSONS = 200;

const columns = pick(columnsOf('BuildVerdict', 'v'), 'confirmedHash', 'confirmedForm', 'refusedHash');

const lessons = defineQuery({
  name: 'list lessons of job',
  columns,
  examples: [{ projectId: 1, integrationId: 1, jobKey: 'Harbor-Win64' }],
  build: ({ projectId, integrationId, jobKey }: JobOfProject, select) =>
    sql`SELECT ${select} FROM build_verdicts v
        WHERE v.integration_id = ${integrationId} AND v.job_key = ${jobKey} AND v.project_id = ${projectId}
          AND v.verdict <> 'not_ours'
        ORDER BY v.judged_at DESC LIMIT ${LESSONS}`,
});

/** What the latest verdicts on builds of a job teach. */
export async function listLessons(
  { pool }: DatabaseHandle,
  job: JobOfProject,
): Promise<{
  readonly confirmed: readonly { readonly line: number; readonly form: string }[];
  readonly refused: readonly number[];
}> {
  const rows = await lessons.all(pool, job);
  return {
    confirmed: rows.flatMap(({ confirmedHash: line, confirmedForm: form }) =>
      line === null || form === null ? [] : [{ line, form }],
    ),
    refused: rows.flatMap(({ refusedHash }) => (refusedHash === null ? [] : [refusedHash])),
  };
}

const recordColumns = {
  category: columnsOf('BuildVerdict', 'v').category,
  confirmed: computed('int4', sql`count(*) FILTER (WHERE v.verdict = 'cause')::int`),
  judged: computed('int4', sql`count(*)::int`),
  said: computed('float8', sql`avg(v.confidence)`),
};

const records = defineQuery({
  name: 'list track records',
  columns: recordColumns,
  examples: [1],
  build: (projectId: number, select) =>
    sql`SELECT ${select} FROM build_verdicts v
        WHERE v.project_id = ${projectId} AND v.verdict <> 'not_ours' GROUP BY v.category`,
});

/** How often the people of a project confirmed findings of a category, out of those they judged. */
export async function listTrackRecords(
  { pool }: DatabaseHandle,
  projectId: number,
): Promise<Readonly<Record<string, Omit<RowOf<typeof recordColumns>, 'category'>>>> {
  const rows = await records.all(pool, projectId);
  return Object.fromEntries(rows.map(({ category, ...record }) => [category, record]));
}

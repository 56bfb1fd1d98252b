import type { FindingVerdict } from '@slipway/contracts';
import { newId } from '@slipway/domain';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { Prisma } from '../../generated/client.js';
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
  /** The line that is the cause, according to the person; null if none is named. */
  readonly line: number | null;
  /** The line, the category and the confidence of the finding when a person first judged it. */
  readonly judgedLine: number | null;
  readonly category: string;
  readonly confidence: number;
  /** The hash of `line`, once a worker has read it. */
  readonly confirmedHash: number | null;
  /** The lines that are not the cause, until a worker has read them, and the hashes of those it has read. */
  readonly refusedLines: readonly number[];
  readonly refusedHashes: readonly number[];
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
  refusedLines: true,
  refusedHashes: true,
  userId: true,
  judgedAt: true,
} as const;

type VerdictRow = Prisma.BuildVerdictGetPayload<{ select: typeof SHOWN }>;

const savedVerdict = (row: VerdictRow): SavedVerdict =>
  Object.assign(withNumbers(row), { refusedHashes: row.refusedHashes.map(Number) });

export async function findVerdict({ prisma }: DatabaseHandle, buildRunId: number): Promise<SavedVerdict | null> {
  const found = await prisma.buildVerdict.findUnique({ where: { buildRunId }, select: SHOWN });
  return found === null ? null : savedVerdict(found);
}

export type SentVerdict = Pick<SavedVerdict, 'verdict' | 'line' | 'userId' | 'judgedAt'>;

/** Only a verdict makes a finding this sure. */
const JUDGED_CONFIDENCE = 1;

/**
 * Saves a verdict on the current finding, and requests a diagnosis that follows it. It replaces an earlier verdict, but
 * the finding that was judged first stays on record, unless the current one is of another log. Null, to be rolled back,
 * if there is no such finding.
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
  const { line: current, category, confidence } = found;
  if (current === null && (verdict === 'confirmed' || verdict === 'refused')) return null;
  const known = await findVerdict(tx, buildRunId);
  const isFollowed =
    known !== null &&
    (known.verdict === 'refused' || known.confirmedHash === null || confidence === JUDGED_CONFIDENCE);
  const judged = isFollowed ? known : { judgedLine: current, category, confidence };
  const sent = {
    verdict,
    line: namedLine(verdict, line, current),
    judgedLine: judged.judgedLine,
    category: judged.category,
    confidence: judged.confidence,
    refusedLines: current !== null && refuses(verdict, line, current) ? [current] : [],
    userId,
    judgedAt,
    confirmedHash: null,
    confirmedForm: null,
  };
  const saved = await prisma.buildVerdict.upsert({
    where: { buildRunId },
    create: { buildRunId, projectId, integrationId, jobKey, ...sent },
    update: sent,
    select: SHOWN,
  });
  await announceChange(tx, projectId, 'investigation');
  return savedVerdict(saved);
}

function namedLine(verdict: FindingVerdict, line: number | null, current: number | null): number | null {
  if (verdict === 'other_line') return line;
  return verdict === 'refused' ? null : current;
}

function refuses(verdict: FindingVerdict, line: number | null, current: number): boolean {
  return verdict === 'refused' || (verdict === 'other_line' && line !== current);
}

/** What a worker found in the log that a verdict is about. */
export interface CorrectedFinding extends Pick<Finding, 'diagnosis' | 'suggestedFix' | 'fixKind' | 'evidence'> {
  /** What the verdict teaches about the lines of the job, as hashes. */
  readonly lesson: {
    readonly confirmed: { readonly line: number; readonly form: string } | null;
    readonly refused: readonly number[];
  };
}

interface NewFinding {
  readonly line: number | null;
  readonly category: string;
  readonly confidence: number;
  readonly fingerprint: string | null;
}

/**
 * Saves what a verdict teaches, and corrects the finding of an investigation. One from before the verdict accuses nobody
 * for a refused line. The named line may have another number by now, because another log of the build has arrived.
 */
export async function correctFinding(
  tx: DatabaseHandle,
  buildRunId: number,
  { lesson, line: current, evidence, ...finding }: CorrectedFinding & NewFinding,
): Promise<void> {
  const { prisma } = tx;
  const where = { buildRunId, status: 'completed' } as const;
  await prisma.investigation.updateMany({
    where,
    data: { ...finding, attribution: '', evidence: toJson(evidence) },
  });
  const saved = await findVerdict(tx, buildRunId);
  if (saved === null) return;
  const { verdict, judgedAt, judgedLine } = saved;
  const line = saved.line === null ? null : current;
  await prisma.buildVerdict.update({
    where: { buildRunId },
    data: {
      line,
      judgedLine: judgedLine === saved.line ? line : judgedLine,
      confirmedHash: lesson.confirmed?.line ?? null,
      confirmedForm: lesson.confirmed?.form ?? null,
      refusedLines: [],
      refusedHashes: [...lesson.refused],
    },
  });
  if (verdict === 'confirmed') return;
  await prisma.investigation.updateMany({
    where: { ...where, finishedAt: { lt: judgedAt } },
    data: { attributedUserId: null, suspects: toJson([]) },
  });
}

/** How many verdicts of a job teach. */
const LESSONS = 200;

const columns = {
  ...pick(columnsOf('BuildVerdict', 'v'), 'confirmedHash', 'confirmedForm'),
  refusedHashes: computed('int8[]', sql`v.refused_hashes`),
};

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
    refused: rows.flatMap(({ refusedHashes }) => refusedHashes),
  };
}

const recordColumns = {
  category: columnsOf('BuildVerdict', 'v').category,
  confirmed: computed('int4', sql`count(*) FILTER (WHERE v.line = v.judged_line)::int`),
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

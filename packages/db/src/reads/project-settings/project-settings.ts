import { type SettingColumns, settingColumns } from '@slipway/contracts';
import { NOT_SEARCHED } from '../../build-status.js';
import { columnsOf, computed, type ModelColumns, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { Prisma } from '../../generated/client.js';
import type { Listed } from '../../records.js';
import { sql } from '../../sql.js';

async function listAccountProjects({ prisma }: DatabaseHandle, accountId: number) {
  const projects = await prisma.project.findMany({
    where: { accountId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      name: true,
      engine: true,
      pausedAt: true,
      archivedAt: true,
      createdAt: true,
      _count: { select: { integrations: true, memberships: true } },
    },
  });
  // One bounded index read per project.
  const last = await Promise.all(
    projects.map(({ id }) =>
      prisma.delivery.findFirst({
        where: { projectId: id },
        orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
        select: { receivedAt: true },
      }),
    ),
  );
  return projects.map(({ _count, ...project }, place) => ({
    ...project,
    integrations: _count.integrations,
    members: _count.memberships,
    lastEventAt: last[place]?.receivedAt ?? null,
  }));
}

export type ProjectSummaryRecord = Listed<typeof listAccountProjects>;

const selectedSettings = Object.fromEntries(Object.values(settingColumns).map((column) => [column, true])) as {
  readonly [Column in keyof SettingColumns & keyof ModelColumns<'Project'>]: true;
};
const settings = {
  id: true,
  accountId: true,
  pausedAt: true,
  archivedAt: true,
  createdAt: true,
  badgeVersion: true,
} as const;

export type ProjectSettingsRecord = Prisma.ProjectGetPayload<{ select: typeof settings }> & SettingColumns;

/** Does not compile if a setting has no column, or one of another type. */
function findProjectSettings(
  { prisma }: DatabaseHandle,
  projectId: number,
): Promise<ProjectSettingsRecord | null> {
  return prisma.project.findUnique({ where: { id: projectId }, select: { ...settings, ...selectedSettings } });
}

const RECENT = 1_000;
const MAX_JOBS = 100;

const recentJobs = defineQuery({
  name: 'list recent jobs',
  columns: { jobName: { ...columnsOf('BuildRun').jobName, expression: sql`r.job_name` } },
  examples: [1],
  build: (projectId: number, select) =>
    sql`SELECT ${select} FROM (
          SELECT job_name FROM build_runs WHERE project_id = ${projectId}
          ORDER BY created_at DESC, id DESC LIMIT ${RECENT}) r
        GROUP BY r.job_name ORDER BY count(*) DESC, r.job_name LIMIT ${MAX_JOBS}`,
});

/** The names of the jobs that ran recently, busiest first. */
async function listRecentJobs({ pool }: DatabaseHandle, projectId: number): Promise<string[]> {
  return (await recentJobs.all(pool, projectId)).map(({ jobName }) => jobName);
}

const build = pick(columnsOf('BuildRun', 'r'), 'id', 'jobName', 'status', 'buildNumber', 'branch', 'updatedAt');

/** Which build a badge shows. */
export interface BadgeRequest {
  readonly projectId: number;
  readonly job: string | undefined;
  readonly branch: string | undefined;
}

/**
 * The job's last finished build, otherwise the one that is running. A canceled build proves nothing, so the one before it
 * counts. Without a job, this is the project's main job.
 */
const badgeBuild = defineQuery({
  name: 'find badge build',
  columns: build,
  examples: [
    { projectId: 1, job: 'a', branch: 'b' },
    { projectId: 1, job: undefined, branch: undefined },
  ],
  build: ({ projectId, job, branch }: BadgeRequest, select) =>
    sql`WITH recent AS (
          SELECT * FROM build_runs WHERE project_id = ${projectId} AND ${NOT_SEARCHED} ORDER BY created_at DESC, id DESC LIMIT ${RECENT}),
        main AS (
          SELECT b.job_name FROM recent b JOIN projects p ON p.id = ${projectId}
          WHERE ${job ?? null}::text IS NULL OR b.job_name = ${job ?? null}
          GROUP BY b.job_name, p.main_job_name
          ORDER BY b.job_name IS NOT DISTINCT FROM p.main_job_name DESC, count(*) DESC, max(b.created_at) DESC LIMIT 1)
        SELECT ${select} FROM recent r JOIN main ON main.job_name = r.job_name
        WHERE (${branch ?? null}::text IS NULL OR r.branch = ${branch ?? null}) AND r.status <> 'cancelled'
        ORDER BY r.status IN ('queued', 'preparing', 'building'), r.created_at DESC, r.id DESC LIMIT 1`,
});

/** Bounded, because they become part of a header. */
const MAX_PREVIEW_HOSTS = 200;

const previewHosts = defineQuery({
  name: 'list preview hosts',
  columns: { host: computed('text', sql`h.host`) },
  examples: [1],
  build: (userId: number, select) =>
    sql`SELECT ${select} FROM (SELECT DISTINCT unnest(p.preview_hosts) AS host FROM projects p
          JOIN account_memberships m ON m.account_id = p.account_id AND m.user_id = ${userId} AND m.suspended_at IS NULL
          WHERE p.preview_hosts <> '{}') h
        ORDER BY h.host COLLATE "C" LIMIT ${MAX_PREVIEW_HOSTS}`,
});

/** The hosts from which a person's browser may load previews, in any of their projects. */
async function listPreviewHosts({ pool }: DatabaseHandle, userId: number): Promise<string[]> {
  return (await previewHosts.all(pool, userId)).map(({ host }) => host);
}

/** SQL, because a model cannot use the partial index of charged automatic investigations. */
const spent = defineQuery({
  name: 'sum automatic charges',
  columns: { credits: computed('int8', sql`COALESCE(sum(i.credits_charged), 0)::bigint`) },
  examples: [{ projectId: 1, day: '2026-11-15' }],
  build: ({ projectId, day }: { projectId: number; day: string }, select) => sql`SELECT ${select}
    FROM investigations i
    WHERE i.project_id = ${projectId} AND i.charged_on = ${day}::date AND i.automatic AND i.credits_charged > 0
      AND i.status <> 'failed'`,
});

/** The credits that a project's automatic investigations have spent on a day, such as `2026-11-15`. */
export async function findAutomaticCreditsSpent(
  { pool }: DatabaseHandle,
  projectId: number,
  day: string,
): Promise<number> {
  return (await spent.first(pool, { projectId, day }))?.credits ?? 0;
}

export const reads = {
  findAutomaticCreditsSpent,
  listAccountProjects,
  findProjectSettings,
  listRecentJobs,
  findBadgeBuild: badgeBuild.find,
  listPreviewHosts,
};

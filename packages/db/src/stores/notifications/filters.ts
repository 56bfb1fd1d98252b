import type { NotificationFilter } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { type Sql, sql } from '../../sql.js';

/** Whether a text matches one of the patterns, in which `*` stands for any characters. Case is ignored. */
export const matchesAny = (text: Sql, patterns: Sql) => sql`EXISTS (SELECT FROM unnest(${patterns}) g (pattern)
  WHERE ${text} ILIKE replace(replace(replace(replace(g.pattern, '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '*', '%'))`;

interface Lane {
  readonly jobName: Sql;
  readonly isMain: Sql;
  /** Null for all branches. */
  readonly branch: Sql;
  readonly shippingOnly: Sql;
}

/** Whether filter `f` follows a lane of a job. */
export const followsLane = ({ jobName, isMain, branch, shippingOnly }: Lane) => sql`(
  CASE f.jobs WHEN 'all' THEN true WHEN 'main' THEN ${isMain} ELSE ${matchesAny(jobName, sql`f.job_patterns`)} END
  AND f.shipping_only = ${shippingOnly}
  AND CASE WHEN cardinality(f.branch_patterns) = 0 THEN ${branch} IS NULL
    ELSE ${branch} IS NOT NULL AND ${matchesAny(branch, sql`f.branch_patterns`)} END)`;

/**
 * What the failure of build `b` is, seen from its problem `p`. It stays the same for the build, unless somebody ignores
 * or snoozes the problem.
 */
export const problemState = sql`CASE WHEN p.state = 'ignored' THEN 'ignored'
  WHEN p.snoozed_until > now() THEN 'snoozed'
  WHEN p.id IS NULL OR p.first_seen_at >= b.finished_at THEN 'new'
  WHEN p.reopened_at >= b.finished_at THEN 'came_back' ELSE 'known' END`;

/** The problem that made build `b` fail. */
export const problemOfBuild = sql`(SELECT p.* FROM problem_builds k JOIN problems p ON p.id = k.problem_id
  WHERE k.build_run_id = b.id AND k.is_cause ORDER BY k.seen_at DESC, p.id DESC LIMIT 1)`;

/** Who has a filter: a channel, or a person in a project. */
export type FilterOwner =
  | { readonly projectId: number; readonly channelId: string }
  | { readonly projectId: number; readonly userId: number };

/** Stores which builds a channel or a person follows, in the caller's transaction. */
export async function setFilter(
  { prisma }: DatabaseHandle,
  owner: FilterOwner,
  filter: NotificationFilter,
): Promise<void> {
  const { jobs, job_patterns: jobPatterns, branch_patterns: branchPatterns, problems, shipping_only } = filter;
  const data = { jobs, jobPatterns, branchPatterns, problems, shippingOnly: shipping_only };
  await prisma.notificationFilter.upsert({
    where: 'channelId' in owner ? { channelId: owner.channelId } : { userId_projectId: owner },
    create: { ...owner, ...data },
    update: data,
  });
}

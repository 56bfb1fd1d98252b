import {
  assessCulprit,
  isCausedByChange,
  type Look,
  type LookEvidence,
  type PossibleCulprit,
  type WaitingProblem,
  type WaitsFor,
  waitsFor,
  whoShouldLook,
} from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { findMemberName } from '../../stores/members/members.js';
import { type FindOwners, findOwnership } from '../ownership/ownership.js';
import type { ProjectOfAccount } from '../project-members/members.js';
import { type CulpritRangeRecord, findCulpritRange } from './culprit-range.js';
import type { ProblemRecord } from './problems.js';

/** Who should look at a problem, and whom it waits for. Pages, messages and programs all show this. */
export interface Attention {
  readonly looks: readonly Look[];
  /** Null if the problem is not open. */
  readonly waitsFor: WaitsFor | null;
}

const NONE: Attention = { looks: [], waitsFor: null };

async function readAttention(
  on: DatabaseHandle,
  project: ProjectOfAccount,
  problem: ProblemRecord,
  now: number,
): Promise<Attention> {
  if (problem.state !== 'open') return NONE;
  const evidence = await findEvidence(on, problem, { project, ownersOf: await findOwnership(on, project, now) });
  const looks = whoShouldLook(evidence);
  const { assigneeUserId, owners } = evidence;
  return { looks, waitsFor: waitsFor(waitOf(problem, { assigneeUserId, looks, owners, now })) };
}

type Known = Pick<WaitingProblem, 'assigneeUserId' | 'looks' | 'owners'> & { readonly now: number };

function waitOf(problem: ProblemRecord, { assigneeUserId, looks, owners, now }: Known): WaitingProblem {
  const { state, assignedAt, reopenedAt, firstSeenAt, snoozedUntil: until, snoozeEnds: ends, updatedAt } = problem;
  const isSnoozed = until !== null && until.getTime() > now;
  const snooze = isSnoozed ? { until, ends, at: problem.snoozedAt ?? updatedAt } : null;
  return { state, openedAt: reopenedAt ?? firstSeenAt, assigneeUserId, assignedAt, snooze, looks, owners };
}

/**
 * Whom a problem waits for, as far as its own row says: the end of its snooze, or a member who took it. Null if it would
 * take reads of changes and owners to say more, which a list cannot afford for every row.
 */
export function statedWait(problem: ProblemRecord, assigneeUserId: number | null, now: number): WaitsFor | null {
  const waits = waitsFor(waitOf(problem, { assigneeUserId, looks: [], owners: [], now }));
  return waits?.why === 'nobody' ? null : waits;
}

interface Surroundings {
  readonly project: ProjectOfAccount;
  readonly ownersOf: FindOwners;
}

async function findEvidence(
  on: DatabaseHandle,
  problem: ProblemRecord,
  { project, ownersOf }: Surroundings,
): Promise<LookEvidence> {
  const range = await findCulpritRange(on, project.id, problem.id);
  const culprits = range === null ? [] : possibleCulprits(problem, range);
  const { file, test, jobs, fixAuthorId, fixDisplayIdentifier } = problem;
  // The path in the repository, if a change touched it: the one in a log begins with a folder of the build machine.
  const touched = culprits.find(({ relation }) => relation === 'failing_file')?.file ?? file;
  const owners = [
    test === null ? null : ownersOf('test', test),
    touched === null ? null : ownersOf('path', touched),
    ...jobs.map((job) => ownersOf('job', job)),
  ].flatMap((owned) => owned?.owners ?? []);
  const fixers = fixAuthorId === null ? [] : [{ userId: fixAuthorId, name: fixDisplayIdentifier ?? '' }];
  return { assigneeUserId: await findAssignee(on, project, problem), culprits, owners, fixers };
}

/** Who takes care of a problem; null if they have left the account. */
async function findAssignee(
  on: DatabaseHandle,
  { accountId }: ProjectOfAccount,
  { assigneeUserId: userId }: ProblemRecord,
): Promise<number | null> {
  if (userId === null) return null;
  return (await findMemberName(on, { accountId, userId })) === null ? null : userId;
}

function possibleCulprits(problem: ProblemRecord, range: CulpritRangeRecord): PossibleCulprit[] {
  const assessed = assessCulprit(problem, range);
  if (assessed === null || !isCausedByChange(problem.category)) return [];
  const { search, weighed } = assessed;
  return range.changes.map(({ userId, displayIdentifier: name }, index) => ({
    userId,
    name,
    probability: search.changes[index] ?? 0,
    isVerified: search.step.kind === 'culprit' && search.step.change === index,
    relation: weighed[index]?.relation ?? 'none',
    file: weighed[index]?.file ?? null,
  }));
}

export const reads = { readAttention };

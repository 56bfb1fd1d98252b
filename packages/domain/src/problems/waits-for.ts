import type { ProblemState } from '@slipway/contracts';
import type { Owner } from '../ownership/resolve-owners.js';
import { type FoundOwner, type Look, NAMED_SCORE } from '../ownership/should-look.js';
import { describeSnooze, type Snooze } from './snooze.js';

/** What decides who a problem waits for. */
export interface WaitingProblem {
  readonly state: ProblemState;
  /** When it was first seen, or last came back. */
  readonly openedAt: Date;
  /** Null if nobody has taken it, or the assignee has left the account. */
  readonly assigneeUserId: number | null;
  readonly assignedAt: Date | null;
  readonly snooze: (Snooze & { readonly at: Date }) | null;
  /** Who should look at it, the best first. */
  readonly looks: readonly Look[];
  /** Who owns the test, the file or the job that failed, the most telling first. */
  readonly owners: readonly FoundOwner[];
}

/** Whom or what an open problem waits for. */
export interface WaitsFor {
  readonly why: 'snoozed' | 'taken' | 'should_look' | 'owns' | 'nobody';
  readonly userId: number | null;
  readonly groupId: number | null;
  readonly groupName: string | null;
  readonly since: Date;
  readonly snooze: Snooze | null;
}

const NOBODY = { userId: null, groupId: null, groupName: null, snooze: null };

/**
 * Whom an open problem waits for: the end of its snooze, otherwise whoever took it, otherwise the person who clearly
 * should look, otherwise the group that owns what failed. Null if it is not open.
 */
export function waitsFor(problem: WaitingProblem): WaitsFor | null {
  const { state, openedAt: since, assigneeUserId, assignedAt, snooze, looks, owners } = problem;
  if (state !== 'open') return null;
  if (snooze !== null) return { ...NOBODY, why: 'snoozed', since: snooze.at, snooze };
  if (assigneeUserId !== null)
    return { ...NOBODY, why: 'taken', userId: assigneeUserId, since: assignedAt ?? since };
  const person = looks.find(({ owner, score }) => 'userId' in owner && score >= NAMED_SCORE);
  if (person !== undefined) return { ...NOBODY, why: 'should_look', ...idsOf(person.owner), since };
  const owning = owners.find(({ groupName }) => groupName !== null);
  if (owning === undefined) return { ...NOBODY, why: 'nobody', since };
  const { owner, groupName, onCallUserId: userId } = owning;
  return { ...NOBODY, why: 'owns', ...idsOf(owner), userId, groupName, since };
}

function idsOf(owner: Owner) {
  return 'userId' in owner ? { userId: owner.userId } : { groupId: owner.groupId };
}

/** Says it in one sentence. Pages and messages name people; the REST API gives their ids. */
export function describeWaitsFor(
  { why, userId, groupName, snooze }: WaitsFor,
  nameOf: (userId: number) => string,
): string {
  const person = userId === null ? '' : nameOf(userId);
  switch (why) {
    case 'snoozed':
      return snooze === null ? '' : describeSnooze(snooze);
    case 'taken':
      return `Waits for ${person}, who has taken it.`;
    case 'should_look':
      return `Waits for ${person}, who should look at it.`;
    case 'owns':
      return userId === null
        ? `Waits for the group ${groupName}, which owns it.`
        : `Waits for ${person}, who is on call for ${groupName}.`;
    case 'nobody':
      return 'Nobody has taken it.';
  }
}

/** A person as the REST API names them. */
export const userIdName = (userId: number): string => `user:${userId}`;

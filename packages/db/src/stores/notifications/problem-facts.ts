import { type BuildLook, describeWaitsFor, NAMED_SCORE, type ProblemFacts, type WaitsFor } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { type Attention, reads as lookReads } from '../../reads/problems/looks.js';
import type { ProblemRecord } from '../../reads/problems/problems.js';
import type { ProjectOfAccount } from '../../reads/project-members/members.js';
import { findMemberName } from '../members/members.js';

/** What a message says about a problem: whom it waits for, and who should look at it. */
export async function findProblemFacts(
  on: DatabaseHandle,
  project: ProjectOfAccount,
  problem: ProblemRecord,
): Promise<ProblemFacts> {
  const now = await databaseTime(on);
  const attention = await lookReads.readAttention(on, project, problem, now.getTime());
  const { waitsFor } = attention;
  const name = waitsFor?.userId == null ? null : await nameOf(on, project, waitsFor.userId);
  return {
    id: problem.id,
    title: problem.title,
    waitsFor: waitsFor && {
      userId: waitsFor.userId,
      groupId: waitsFor.groupId,
      sentence: describeWaitsFor(waitsFor, () => name ?? 'a former member'),
    },
    look: await findLook(on, project, attention),
  };
}

/** Whoever should look at the failure: a person or group who stands out, otherwise the group that owns what failed. */
async function findLook(
  on: DatabaseHandle,
  project: ProjectOfAccount,
  { looks, waitsFor }: Attention,
): Promise<BuildLook | null> {
  const [first] = looks;
  const look = first !== undefined && first.score >= NAMED_SCORE ? first : owningLook(looks, waitsFor);
  if (look === undefined) return null;
  const { owner, groupName, reasons } = look;
  const [userId, groupId] = 'userId' in owner ? [owner.userId, null] : [null, owner.groupId];
  const name = groupName ?? (userId === null ? null : await nameOf(on, project, userId));
  return name === null ? null : { name, userId, groupId, reason: reasons[0] ?? '' };
}

function owningLook(looks: Attention['looks'], waitsFor: WaitsFor | null) {
  if (waitsFor?.why !== 'owns') return undefined;
  const { userId, groupId } = waitsFor;
  return looks.find(({ owner }) =>
    'userId' in owner ? owner.userId === userId : userId === null && owner.groupId === groupId,
  );
}

function nameOf(on: DatabaseHandle, { accountId }: ProjectOfAccount, userId: number): Promise<string | null> {
  return findMemberName(on, { accountId, userId });
}

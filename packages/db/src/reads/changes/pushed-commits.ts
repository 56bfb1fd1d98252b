import { commitsBetween, orderMoves, type Push } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import type { JobBuild } from '../builds/build-points.js';

const MAX_REFS = 5;
const MAX_PUSHES = 300;

/** The commits between two builds, if recorded pushes lead from one to the other; otherwise null. */
export async function findCommitsBetween(
  on: DatabaseHandle,
  passing: JobBuild,
  failed: JobBuild,
): Promise<Set<string> | null> {
  if (passing.commitHash === '' || failed.commitHash === '') return null;
  for (const ref of await listPushedRefs(on, failed)) {
    const commits = commitsBetween(await listPushes(on, ref), passing.commitHash, failed.commitHash);
    if (commits !== null) return commits;
  }
  return null;
}

interface PushedRef {
  readonly projectId: number;
  readonly integrationId: number;
  readonly repository: string;
  readonly ref: string;
}

async function listPushedRefs(
  { prisma }: DatabaseHandle,
  { projectId, commitHash }: JobBuild,
): Promise<PushedRef[]> {
  const moves = await prisma.refMove.findMany({
    where: { projectId, mentions: { has: commitHash } },
    select: { projectId: true, integrationId: true, repository: true, ref: true },
  });
  const refs = new Map(moves.map((move) => [JSON.stringify(move), move]));
  return [...refs.values()].slice(0, MAX_REFS);
}

async function listPushes({ prisma }: DatabaseHandle, ref: PushedRef): Promise<readonly Push[]> {
  const moves = await prisma.refMove.findMany({
    where: ref,
    orderBy: [{ movedAt: 'desc' }, { id: 'desc' }],
    take: MAX_PUSHES,
    select: { ref: true, before: true, after: true, forced: true, commits: true, movedAt: true },
  });
  return orderMoves(moves.map(({ movedAt, ...move }) => ({ ...move, at: movedAt.getTime() }))).moves.toReversed();
}

import type { ProblemMark, ProblemState } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { announceChange } from '../../live-changes.js';

/** What a person changes about a problem. Undefined leaves a field as it is. */
export interface ProblemEdit {
  readonly state: ProblemState | undefined;
  readonly mark: ProblemMark | null | undefined;
  readonly assigneeUserId: number | null | undefined;
  readonly note: string | undefined;
  readonly taskId: number | null | undefined;
}

export interface EditedProblem {
  readonly projectId: number;
  readonly problemId: number;
  readonly userId: number;
  readonly now: Date;
}

/** Saves an edit. Resolving is remembered with the person; a fix is kept only if builds proved it. */
export async function editProblem(
  tx: DatabaseHandle,
  { projectId, problemId: id, userId, now }: EditedProblem,
  { state, ...edit }: ProblemEdit,
): Promise<boolean> {
  const known = await tx.prisma.problem.findUnique({ where: { id, projectId }, select: { state: true } });
  if (known === null) return false;
  const isResolved = state === 'resolved' && known.state !== 'resolved';
  const resolution = isResolved
    ? { resolvedAt: now, resolvedById: userId, fixBuildRunId: null, fixChangeId: null }
    : {};
  const fields = Object.fromEntries(Object.entries({ state, ...edit }).filter(([, value]) => value !== undefined));
  await tx.prisma.problem.update({ where: { id, projectId }, data: { ...fields, ...resolution, updatedAt: now } });
  await announceChange(tx, projectId, 'problem');
  return true;
}

/** Whether a task belongs to the project, so that a problem can link to it. */
export async function isTaskOfProject(
  { prisma }: DatabaseHandle,
  projectId: number,
  taskId: number,
): Promise<boolean> {
  return (await prisma.task.findUnique({ where: { id: taskId, projectId }, select: { id: true } })) !== null;
}

import type { ProblemMark, ProblemState } from '@slipway/contracts';
import type { Snooze } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { announceChange } from '../../live-changes.js';

/** What a person changes about a problem. Undefined leaves a field as it is. */
export interface ProblemEdit {
  readonly state: ProblemState | undefined;
  readonly mark: ProblemMark | null | undefined;
  readonly assigneeUserId: number | null | undefined;
  readonly note: string | undefined;
  readonly taskId: number | null | undefined;
  /** Null ends the snooze. */
  readonly snooze: Snooze | null | undefined;
}

export interface EditedProblem {
  readonly projectId: number;
  readonly problemId: number;
  readonly userId: number;
  readonly now: Date;
}

/** `not_open`: only an open problem can be snoozed. */
export type EditResult = 'edited' | 'unknown' | 'not_open';

/**
 * Saves an edit. Resolving is remembered with the person; a fix is kept only if builds proved it. A problem that is not
 * open any more is not snoozed either.
 */
export async function editProblem(
  tx: DatabaseHandle,
  { projectId, problemId: id, userId, now }: EditedProblem,
  { state, snooze, ...edit }: ProblemEdit,
): Promise<EditResult> {
  const select = { state: true, assigneeUserId: true } as const;
  const known = await tx.prisma.problem.findUnique({ where: { id, projectId }, select });
  if (known === null) return 'unknown';
  const isOpen = (state ?? known.state) === 'open';
  if (snooze != null && !isOpen) return 'not_open';
  const isResolved = state === 'resolved' && known.state !== 'resolved';
  const resolution = isResolved
    ? { resolvedAt: now, resolvedById: userId, fixBuildRunId: null, fixChangeId: null }
    : {};
  const isTaken = edit.assigneeUserId !== undefined && edit.assigneeUserId !== known.assigneeUserId;
  const fields = Object.fromEntries(Object.entries({ state, ...edit }).filter(([, value]) => value !== undefined));
  await tx.prisma.problem.update({
    where: { id, projectId },
    data: {
      ...fields,
      ...resolution,
      ...(isTaken && { assignedAt: edit.assigneeUserId === null ? null : now }),
      ...(isOpen ? snoozeFields(snooze, { userId, now }) : { snoozedUntil: null }),
      updatedAt: now,
    },
  });
  await announceChange(tx, projectId, 'problem');
  return 'edited';
}

function snoozeFields(
  snooze: Snooze | null | undefined,
  { userId, now }: { readonly userId: number; readonly now: Date },
) {
  if (snooze === undefined) return {};
  if (snooze === null) return { snoozedUntil: null };
  return { snoozedUntil: snooze.until, snoozeEnds: snooze.ends, snoozedAt: now, snoozedById: userId };
}

/** Whether a task belongs to the project, so that a problem can link to it. */
export async function isTaskOfProject(
  { prisma }: DatabaseHandle,
  projectId: number,
  taskId: number,
): Promise<boolean> {
  return (await prisma.task.findUnique({ where: { id: taskId, projectId }, select: { id: true } })) !== null;
}

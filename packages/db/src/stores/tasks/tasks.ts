import { type TaskContent, trackerKeys } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { announceChange } from '../../live-changes.js';
import { findTaskRecord, type TaskRecord } from '../../reads/tasks/tasks.js';
import { sql } from '../../sql.js';

/** Whether the user was added to the project, and so can be assigned its tasks. */
export async function isProjectMember(
  { prisma }: DatabaseHandle,
  projectId: number,
  userId: number,
): Promise<boolean> {
  const membership = await prisma.projectMembership.findUnique({
    where: { projectId_userId: { projectId, userId } },
  });
  return membership !== null;
}

/** Where a new task belongs, and who creates it. */
export interface TaskOrigin {
  readonly accountId: number;
  readonly projectId: number;
  /** Null if it is created in the console. */
  readonly viaApiTokenId: number | null;
  readonly now: Date;
}

/** Creates a task and the mentions in its text; returns its id. */
export async function insertTask(tx: DatabaseHandle, origin: TaskOrigin, task: TaskContent): Promise<number> {
  const { now, ...scope } = origin;
  const { id } = await tx.prisma.task.create({
    data: { ...scope, ...contentOf(task), createdAt: now, updatedAt: now },
    select: { id: true },
  });
  await replaceMentions(tx, { projectId: origin.projectId, id }, task);
  await announceChange(tx, origin.projectId, 'task');
  return id;
}

function contentOf(task: TaskContent) {
  const { title, description, state, taskType, priority, assigneeHandle, userId } = task;
  const labels = [...task.labels];
  const metadata = toJson(task.metadata);
  return { title, description, state, taskType, priority, assigneeHandle, userId, labels, metadata };
}

const lockRow = defineQuery({
  name: 'lock task',
  columns: {},
  examples: [{ projectId: 1, taskId: 1 }],
  build: ({ projectId, taskId }: { projectId: number; taskId: number }) =>
    sql`SELECT FROM tasks WHERE id = ${taskId} AND project_id = ${projectId} FOR UPDATE`,
});

/** Reads one of the project's tasks and locks it until the transaction ends. */
export async function lockTask(tx: DatabaseHandle, projectId: number, taskId: number): Promise<TaskRecord | null> {
  await lockRow.execute(tx.pool, { projectId, taskId });
  return findTaskRecord(tx, projectId, taskId);
}

/** Saves an edited, locked task. Its time always advances, even within one millisecond or if the clock is behind. */
export async function saveTask(
  tx: DatabaseHandle,
  task: TaskRecord,
  edited: TaskContent,
  now: Date,
): Promise<void> {
  const { id, projectId } = task;
  const updatedAt = new Date(Math.max(now.getTime(), task.updatedAt.getTime() + 1));
  await tx.prisma.task.update({ where: { id, projectId }, data: { ...contentOf(edited), updatedAt } });
  const isTextEdited = edited.title !== task.title || edited.description !== task.description;
  if (isTextEdited) await replaceMentions(tx, { projectId, id }, edited);
  await announceChange(tx, projectId, 'task');
}

async function replaceMentions(
  { prisma }: DatabaseHandle,
  { projectId, id: taskId }: { readonly projectId: number; readonly id: number },
  { title, description }: TaskContent,
): Promise<void> {
  const keys = trackerKeys(`${title}\n${description}`);
  await prisma.taskMention.deleteMany({ where: { taskId, projectId, key: { notIn: keys } } });
  if (keys.length === 0) return;
  await prisma.taskMention.createMany({
    data: keys.map((key) => ({ taskId, projectId, key })),
    skipDuplicates: true,
  });
}

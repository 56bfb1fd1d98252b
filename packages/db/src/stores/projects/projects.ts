import type { BuildType, SettingColumns } from '@slipway/contracts';
import { announceAccount } from '../../announce-account.js';
import type { DatabaseHandle } from '../../database.js';
import { announceChange } from '../../live-changes.js';

export interface NewProject {
  readonly accountId: number;
  readonly name: string;
  readonly engine: BuildType;
}

/** Creates a project with everyone in the account as a member; returns its id. */
export async function createProject(tx: DatabaseHandle, { accountId, name, engine }: NewProject): Promise<number> {
  const people = await tx.prisma.accountMembership.findMany({
    where: { accountId },
    select: { userId: true, role: true },
  });
  const { id } = await tx.prisma.project.create({
    data: { accountId, name, engine, memberships: { create: people } },
    select: { id: true },
  });
  await announceAccount(tx, accountId, 'project');
  return id;
}

export type ProjectEdit = { readonly [Column in keyof SettingColumns]?: SettingColumns[Column] | undefined };

export async function updateProject(tx: DatabaseHandle, projectId: number, edit: ProjectEdit): Promise<void> {
  const data = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  await tx.prisma.project.update({ where: { id: projectId }, data });
  await announceChange(tx, projectId, 'project');
}

/** Sets whether a project accepts deliveries. A trigger notifies every ingest process. */
export async function setProjectState(
  tx: DatabaseHandle,
  projectId: number,
  { state, now }: { readonly state: 'active' | 'paused' | 'archived'; readonly now: Date },
): Promise<void> {
  const times = { pausedAt: state === 'paused' ? now : null, archivedAt: state === 'archived' ? now : null };
  await tx.prisma.project.update({ where: { id: projectId }, data: times });
  await announceChange(tx, projectId, 'project');
}

/** Creates a new address for the badge; the old one stops working. */
export async function renewBadgeLink({ prisma }: DatabaseHandle, projectId: number): Promise<void> {
  await prisma.project.update({ where: { id: projectId }, data: { badgeVersion: { increment: 1 } } });
}

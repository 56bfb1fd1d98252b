import type { HistoryKind } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** What a legal hold covers: a project, or a whole account. */
export interface HeldScope {
  readonly accountId: number;
  readonly projectId: number | null;
}

/** Puts a project or an account under a legal hold; false if it already is. */
export async function addLegalHold(
  { prisma }: DatabaseHandle,
  hold: HeldScope & { readonly reason: string; readonly userId: number },
): Promise<boolean> {
  const { count } = await prisma.legalHold.createMany({ data: [hold], skipDuplicates: true });
  return count === 1;
}

/** Releases a legal hold; false if there is none. What has expired meanwhile is deleted by the next runs of retention. */
export async function removeLegalHold(
  { prisma }: DatabaseHandle,
  { accountId, projectId }: HeldScope,
): Promise<boolean> {
  const { count } = await prisma.legalHold.deleteMany({ where: { accountId, projectId } });
  return count === 1;
}

/** Whether a project is under a legal hold, its own or its account's. */
export async function isProjectHeld({ prisma }: DatabaseHandle, projectId: number): Promise<boolean> {
  const ofAccount = { projectId: null, account: { projects: { some: { id: projectId } } } };
  return (await prisma.legalHold.count({ where: { OR: [{ projectId }, ofAccount] } })) > 0;
}

/** Whether anything of an account is under a legal hold. */
export async function isAnythingHeld({ prisma }: DatabaseHandle, accountId: number): Promise<boolean> {
  return (await prisma.legalHold.count({ where: { accountId } })) > 0;
}

/** The days after which kinds of a project's history expire; null lets the operator's setting apply. */
export type ProjectRetentionEdit = Readonly<Partial<Record<HistoryKind, number | null | undefined>>>;

export async function editProjectRetention(
  { prisma }: DatabaseHandle,
  projectId: number,
  edit: ProjectRetentionEdit,
): Promise<void> {
  for (const [kind, days] of Object.entries(edit)) {
    const key = { projectId, kind };
    if (days === null) await prisma.projectRetention.deleteMany({ where: key });
    else if (days !== undefined)
      await prisma.projectRetention.upsert({
        where: { projectId_kind: key },
        create: { ...key, days },
        update: { days },
      });
  }
}

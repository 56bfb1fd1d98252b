import type { Role } from '@slipway/contracts';
import { announceAccount } from '../../announce-account.js';
import type { DatabaseHandle } from '../../database.js';
import { recordAudit } from '../audit-log/audit.js';
import { settleSuspensions } from '../sso/suspensions.js';

export interface Joining {
  readonly accountId: number;
  readonly userId: number;
  readonly role: Role;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Adds a user to an account and its projects. Returns whether they lack something to use it, such as a second factor. */
export async function joinAccount(
  tx: DatabaseHandle,
  { accountId, userId, role, ipAddress, userAgent }: Joining,
): Promise<{ readonly isSuspended: boolean }> {
  const { prisma } = tx;
  await prisma.accountMembership.createMany({ data: { accountId, userId, role }, skipDuplicates: true });
  const projects = await prisma.project.findMany({ where: { accountId, archivedAt: null }, select: { id: true } });
  await prisma.projectMembership.createMany({
    data: projects.map(({ id }) => ({ projectId: id, userId, role })),
    skipDuplicates: true,
  });
  const entry = { action: 'member.join', target: `as ${role}`, ipAddress, userAgent };
  await recordAudit(tx, { ...entry, accountId, projectId: null, userId });
  await announceAccount(tx, accountId, 'member');
  await settleSuspensions(tx, { userId });
  const key = { userId_accountId: { userId, accountId } };
  const { suspendedAt } = await prisma.accountMembership.findUniqueOrThrow({
    where: key,
    select: { suspendedAt: true },
  });
  return { isSuspended: suspendedAt !== null };
}

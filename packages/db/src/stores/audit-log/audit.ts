import type { DatabaseHandle } from '../../database.js';
import { toJson } from '../../json.js';

/** A settings change, for the audit log. */
export interface NewAuditEntry {
  readonly accountId: number;
  readonly projectId: number | null;
  /** Null if no person made the change. */
  readonly userId: number | null;
  readonly action: string;
  /** What was changed, in words. */
  readonly target: string;
  /** Additional facts; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Records a settings change, in the same transaction. */
export async function recordAudit({ prisma }: DatabaseHandle, entry: NewAuditEntry): Promise<void> {
  await prisma.auditEntry.create({ data: { ...entry, detail: toJson(entry.detail ?? {}) } });
}

/** Records a change that concerns a person in each of their accounts, because their access extends to all of these. */
export async function recordPersonalAudit(
  tx: DatabaseHandle,
  entry: Omit<NewAuditEntry, 'accountId' | 'projectId'> & { readonly userId: number },
): Promise<void> {
  const memberships = await tx.prisma.accountMembership.findMany({
    where: { userId: entry.userId },
    select: { accountId: true },
  });
  for (const { accountId } of memberships) await recordAudit(tx, { ...entry, accountId, projectId: null });
}

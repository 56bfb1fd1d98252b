import type { DatabaseHandle } from '../database.js';
import { toJson } from '../json.js';

/** A change of settings, for the audit log. */
export interface NewAuditEntry {
  readonly accountId: number;
  readonly projectId: number | null;
  readonly userId: number;
  readonly action: string;
  /** What was changed, in words. */
  readonly target: string;
  /** Further facts; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Records a change of settings, in the transaction that makes it. */
export async function recordAudit({ prisma }: DatabaseHandle, entry: NewAuditEntry): Promise<void> {
  await prisma.auditEntry.create({ data: { ...entry, detail: toJson(entry.detail ?? {}) } });
}

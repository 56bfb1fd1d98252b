import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { sql } from '../../sql.js';

/** Where a request came from. */
export interface RequestSource {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Where an authenticated request came from. */
export interface RequestOrigin extends RequestSource {
  /** The API token that the request used; null for a browser session. */
  readonly tokenId: number | null;
}

/** An entry for the audit log. */
export interface NewAuditEntry extends RequestSource {
  readonly accountId: number;
  readonly projectId: number | null;
  /** Null if no person did it. */
  readonly userId: number | null;
  readonly action: string;
  /** What it concerned, in words. */
  readonly target: string;
  /** Additional facts; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A browser may send any length; an audit entry stays forever. */
const MAX_AGENT_LENGTH = 300;

/** Records an action in the transaction that performs it. At its commit, a trigger appends the entry to the chain. */
export async function recordAudit({ prisma }: DatabaseHandle, entry: NewAuditEntry): Promise<void> {
  const userAgent = entry.userAgent.slice(0, MAX_AGENT_LENGTH);
  await prisma.auditEntry.create({ data: { ...entry, userAgent, detail: toJson(entry.detail ?? {}) } });
}

/** Records what concerns a person in each of their accounts, because their access extends to all of these. */
export async function recordPersonalAudit(
  tx: DatabaseHandle,
  entry: Omit<NewAuditEntry, 'accountId' | 'projectId'> & { readonly userId: number },
): Promise<void> {
  const memberships = await tx.prisma.accountMembership.findMany({
    where: { userId: entry.userId, suspendedAt: null },
    select: { accountId: true },
    // Transactions lock chains in the order of their entries, so that two never wait for each other.
    orderBy: { accountId: 'asc' },
  });
  for (const { accountId } of memberships) await recordAudit(tx, { ...entry, accountId, projectId: null });
}

/** An action of a user in a project, with the request that performed it. */
export interface ProjectAction extends Pick<NewAuditEntry, 'accountId' | 'action' | 'target'> {
  readonly projectId: number;
  readonly userId: number;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly origin: RequestOrigin;
}

/** Records an action that both the API and the console offer; the entry names the API token, if one was used. */
export async function recordProjectAction(
  tx: DatabaseHandle,
  { origin, detail, ...action }: ProjectAction,
): Promise<void> {
  const { tokenId, ipAddress, userAgent } = origin;
  const used = tokenId === null ? {} : { token_id: tokenId };
  await recordAudit(tx, { ...action, ipAddress, userAgent, detail: { ...detail, ...used } });
}

/** Deletes the audit log of an account without members; fails if it has any. No other statement can delete entries. */
export async function deleteAuditLog({ pool }: DatabaseHandle, accountId: number): Promise<void> {
  await deleteLog.execute(pool, accountId);
}

const deleteLog = defineQuery({
  name: 'delete audit log',
  columns: {},
  examples: [1],
  build: (accountId: number) => sql`SELECT FROM delete_audit_log(${accountId}::int)`,
});

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

/** An entry about a person, for several accounts. */
export type PersonalAuditEntry = Omit<NewAuditEntry, 'accountId' | 'projectId'> & { readonly userId: number };

/**
 * Records what concerns a person in each of their accounts, because their access extends to all of these. The owners of
 * each read it, so the entry must not say anything about another one.
 */
export async function recordPersonalAudit(tx: DatabaseHandle, entry: PersonalAuditEntry): Promise<void> {
  for (const accountId of await listAccountIds(tx, entry.userId))
    await recordAudit(tx, { ...entry, accountId, projectId: null });
}

/** Transactions lock chains in the order of their entries, so that two never wait for each other. */
async function listAccountIds({ prisma }: DatabaseHandle, userId: number): Promise<number[]> {
  const memberships = await prisma.accountMembership.findMany({
    where: { userId, suspendedAt: null },
    select: { accountId: true },
    orderBy: { accountId: 'asc' },
  });
  return memberships.map(({ accountId }) => accountId);
}

/** What an API token can reach: the projects of its user, or only the given ones if there are any. */
export interface TokenReach {
  readonly projectIds: readonly number[];
}

export interface TokenAuditEntry extends PersonalAuditEntry {
  readonly token: TokenReach;
  /** What the token reached before this change, if it reached something else. */
  readonly before?: TokenReach | undefined;
}

/**
 * Records what concerns an API token in the accounts that it reaches, or reached before. An entry names projects of its
 * own account only.
 */
export async function recordTokenAudit(
  tx: DatabaseHandle,
  { token, before = token, detail = {}, ...entry }: TokenAuditEntry,
): Promise<void> {
  const projects = await tx.prisma.project.findMany({
    where: { id: { in: [...token.projectIds, ...before.projectIds] } },
    select: { id: true, accountId: true },
    orderBy: { id: 'asc' },
  });
  for (const accountId of await listAccountIds(tx, entry.userId)) {
    const own = projects.filter((project) => project.accountId === accountId).map(({ id }) => id);
    const reached = ({ projectIds }: TokenReach) => own.filter((id) => projectIds.includes(id));
    if (![token, before].some((reach) => reach.projectIds.length === 0 || reached(reach).length > 0)) continue;
    const named = 'project_ids' in detail ? { ...detail, project_ids: reached(token) } : detail;
    await recordAudit(tx, { ...entry, accountId, projectId: null, detail: named });
  }
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

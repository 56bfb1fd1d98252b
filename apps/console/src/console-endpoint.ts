import type {
  BodyContract,
  BodyValues,
  ConsoleContract,
  LiveKind,
  ParameterValues,
  ResponseOf,
} from '@slipway/contracts';
import {
  announceChange,
  apiReads,
  type DatabaseHandle,
  isAnythingHeld,
  isGone,
  isProjectHeld,
  type MembershipRecord,
  type ProjectRecord,
  recordAudit,
  recordPersonalAudit,
  recordTokenAudit,
  type TokenReach,
} from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, type Caller, type Endpoint, found, type ParamNames, type Reply } from '@slipway/http';
import { requireConfirmed } from './auth/confirmation/routes.js';
import type { ConsoleServices } from './services.js';

/** The user who sent a request, identified by the session of their browser. */
export interface ConsoleCaller extends Caller {
  readonly sessionId: string;
  /** The account that the browser shows, if the user chose one. */
  readonly accountId: number | null;
  readonly confirmedAt: Date;
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
}

export interface RecordedChange {
  readonly target: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The API token that it concerns, and what the token reached before. */
  readonly token?: TokenReach;
  readonly before?: TokenReach;
  /** The rows of the project that the console's pages must read again. */
  readonly announces?: LiveKind;
}

/** Writes the audit entry for a change, in the same transaction. */
export type RecordChange = (tx: DatabaseHandle, entry: RecordedChange) => Promise<void>;

type Names<C extends ConsoleContract> = ParamNames<C['path']>;

export interface ConsoleInput<C extends ConsoleContract> {
  readonly caller: ConsoleCaller;
  readonly params: Readonly<Record<Names<C>, string>>;
  readonly project: 'project_id' extends Names<C> ? ProjectRecord : undefined;
  /** The account in the path, or the account of the project in the path. */
  readonly account: 'project_id' extends Names<C>
    ? MembershipRecord
    : 'account_id' extends Names<C>
      ? MembershipRecord
      : undefined;
  readonly query: ParameterValues<C['query']>;
  readonly body: C['body'] extends BodyContract ? BodyValues<C['body']> : undefined;
  readonly audit: C['audit'] extends string ? RecordChange : undefined;
  readonly services: ConsoleServices;
}

/** A request that makes a change. Its reads run in the transaction of the change. */
export type ConsoleChange<C extends ConsoleContract> = Omit<ConsoleInput<C>, 'audit'> & {
  readonly tx: DatabaseHandle;
  readonly audit: C['audit'] extends string ? (entry: RecordedChange) => Promise<void> : undefined;
};

export const done = { status: 'ok' } as const;

export function defineConsoleEndpoint<const C extends ConsoleContract>(
  contract: C,
  handle: (input: ConsoleInput<C>) => Promise<ResponseOf<C> | Reply<ResponseOf<C>>>,
): Endpoint<ConsoleServices, ProjectRecord> {
  return {
    contract,
    async handle(input) {
      const { project, params, services } = input;
      // Only sessions reach these endpoints: see app.ts.
      const caller = input.caller as ConsoleCaller;
      const accountId = project?.accountId ?? parseRowId(params['account_id'] ?? '');
      const isScoped = project !== undefined || 'account_id' in params;
      const account = isScoped ? await findAccount(services, caller, accountId) : undefined;
      if (account !== undefined) requirePermission(contract, account, services);
      if (contract.confirmed) requireConfirmed(caller, services);
      if (contract.deletes && account !== undefined) await refuseHeld(services, { account, project });
      const audit =
        contract.audit === undefined ? undefined : recorder(contract.audit, { caller, account, project });
      // These fields exist if and only if the contract asks for them.
      return handle({ ...input, caller, account, audit } as unknown as ConsoleInput<C>).catch(refuseGone);
    },
  };
}

/**
 * An endpoint whose work is one transaction: the change, its audit entry, and the reads for the response. If one of them
 * fails, the change is rolled back, so that no error is returned for a change that was made.
 */
export function defineConsoleChange<const C extends ConsoleContract>(
  contract: C,
  change: (
    input: ConsoleChange<C>,
  ) => typeof done extends ResponseOf<C> ? Promise<void> : Promise<ResponseOf<C> | Reply<ResponseOf<C>>>,
): Endpoint<ConsoleServices, ProjectRecord> {
  return defineConsoleEndpoint(contract, (input) =>
    input.services.database.modelTransaction(async (tx) => {
      const services = { ...input.services, reads: apiReads(tx) };
      const audit = input.audit?.bind(null, tx);
      const response = await change({ ...input, services, tx, audit } as unknown as ConsoleChange<C>);
      return (response ?? done) as ResponseOf<C> | Reply<ResponseOf<C>>;
    }),
  );
}

/** 404 for what someone else deleted after this request had found it. */
function refuseGone(error: unknown): never {
  throw isGone(error) ? new ApiError('not_found') : error;
}

async function findAccount(
  { reads }: ConsoleServices,
  { userId }: ConsoleCaller,
  accountId: number | null,
): Promise<MembershipRecord> {
  return found(accountId === null ? null : await reads.findMembership(userId, accountId));
}

function requirePermission(
  { role, writes }: ConsoleContract,
  account: MembershipRecord,
  { upgradeUrl }: ConsoleServices,
): void {
  if (role === 'owner' && account.role !== 'owner') throw new ApiError('owner_required');
  if (!writes || account.readOnlyReason === null) return;
  throw new ApiError('demo_read_only', { extra: { reason: account.readOnlyReason, upgrade_url: upgradeUrl } });
}

/** 409 while any of what would be deleted is under a legal hold. */
async function refuseHeld(
  { database }: ConsoleServices,
  { account, project }: { readonly account: MembershipRecord; readonly project: ProjectRecord | undefined },
): Promise<void> {
  const isHeld =
    project === undefined ? isAnythingHeld(database, account.id) : isProjectHeld(database, project.id);
  if (await isHeld) throw new ApiError('legal_hold');
}

interface Scope {
  readonly caller: ConsoleCaller;
  readonly account: MembershipRecord | undefined;
  readonly project: ProjectRecord | undefined;
}

/**
 * A change to a user's own settings belongs to no single account, so it is recorded in each of their accounts; a change
 * to an API token, in those that the token reaches.
 */
function recorder(action: string, { caller, account, project }: Scope): RecordChange {
  const { userId, ipAddress, userAgent } = caller;
  const change = { userId, action, ipAddress, userAgent };
  return async (tx, { token, before, announces, ...entry }) => {
    if (account !== undefined) {
      await recordAudit(tx, { ...change, accountId: account.id, projectId: project?.id ?? null, ...entry });
      if (project !== undefined && announces !== undefined) await announceChange(tx, project.id, announces);
      return;
    }
    if (token !== undefined) return recordTokenAudit(tx, { ...change, ...entry, token, before });
    return recordPersonalAudit(tx, { ...change, ...entry });
  };
}

import {
  type AccountSettings,
  checkExport,
  createAccount,
  deleteAccount,
  getAccount,
  renameYourself,
  updateAccount,
} from '@slipway/contracts';
import {
  chooseSessionAccount,
  closeAccount,
  findFactorState,
  createAccount as insertAccount,
  recordAudit,
  renameUser,
  requireFactor,
  updateAccount as saveAccount,
} from '@slipway/db';
import { tokenEnd } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { requireConfirmed } from '../auth/confirmation/routes.js';
import { defineConsoleChange, defineConsoleEndpoint, done } from '../console-endpoint.js';
import { holdExport } from '../export/downloads.js';
import { invalidField } from '../invalid-field.js';
import { requireConfirmation, requireName } from '../require-name.js';
import type { ConsoleServices } from '../services.js';

export const get = defineConsoleEndpoint(getAccount, ({ account, services }) => readAccount(services, account.id));

/** The audit logs of both accounts show it. The browser then shows the new one. */
export const create = defineConsoleEndpoint(createAccount, async ({ caller, body, audit, services }) => {
  if (services.signUp === 'off') throw new ApiError('sign_up_closed');
  const account = {
    accountName: requireName(body.name),
    projectName: requireName(body.project_name, 'project_name'),
    engine: body.engine,
  };
  const waitSeconds = await services.throttle.newAccount(caller.userId);
  if (waitSeconds !== null) throw new ApiError('rate_limited', { retryAfterSeconds: waitSeconds });
  const created = await services.database.modelTransaction(async (tx) => {
    const { accountId, projectId } = await insertAccount(tx, caller.userId, account);
    const target = account.accountName;
    const { userId, ipAddress, userAgent } = caller;
    const entry = { userId, ipAddress, userAgent, action: createAccount.audit, target };
    await audit(tx, { target });
    await recordAudit(tx, { ...entry, accountId, projectId: null });
    return { account_id: accountId, project_id: projectId };
  });
  await chooseSessionAccount(services.database, caller.sessionId, created.account_id);
  return created;
});

export const update = defineConsoleChange(updateAccount, async (input) => {
  const { caller, account, body, tx, audit, services } = input;
  const { time_zone: timezone, requires_second_factor: isRequired, max_token_days: maxTokenDays } = body;
  if (isRequired !== undefined || maxTokenDays !== undefined) requireConfirmed(caller, services);
  const name = body.name === undefined ? undefined : requireName(body.name);
  if (timezone !== undefined && !TIME_ZONES.includes(timezone))
    throw invalidField('time_zone', 'must be a time zone such as Europe/Berlin');
  await saveAccount(tx, account.id, { name, timezone, maxTokenDays });
  if (isRequired !== undefined) {
    // Otherwise the owner would be signed out by their own change.
    if (isRequired && !(await findFactorState(tx, caller.userId)).hasFactor)
      throw new ApiError('second_factor_missing');
    await requireFactor(tx, account.id, isRequired);
  }
  await audit({ target: account.name, detail: { ...body } });
  return readAccount(services, account.id);
});

export const checkExportEndpoint = defineConsoleEndpoint(checkExport, async ({ account, services }) => {
  const lock = await holdExport(services, account.id);
  await lock.release();
  return done;
});

export const renameYourselfEndpoint = defineConsoleChange(renameYourself, async ({ caller, body, tx, audit }) => {
  const name = requireName(body.name);
  await renameUser(tx, caller.userId, name);
  await audit({ target: name });
});

/** Ends everyone's access immediately; a worker deletes the data, audit log included, so there is no audit entry. */
export const remove = defineConsoleChange(deleteAccount, async ({ account, body, tx, services }) => {
  requireConfirmation(body.name, account.name);
  await closeAccount(tx, account.id, new Date(services.clock.now()));
  await services.deletions.account(account.id);
});

export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

async function readAccount({ reads, clock }: ConsoleServices, accountId: number): Promise<AccountSettings> {
  const account = found(await reads.findAccountSettings(accountId));
  const { id, prefixedId, name, timezone, requiresSecondFactor, maxTokenDays } = account;
  const { createdAt, projects, members, onlyHere } = account;
  const overLimit =
    maxTokenDays === null ? 0 : await reads.countTokensBeyond(id, tokenEnd(clock.now(), maxTokenDays));
  return {
    id,
    prefixed_id: prefixedId,
    name,
    time_zone: timezone,
    time_zones: [...TIME_ZONES],
    requires_second_factor: requiresSecondFactor,
    max_token_days: maxTokenDays,
    tokens_over_limit: overLimit,
    created_at: presentTime(createdAt),
    projects,
    members,
    only_here: onlyHere,
  };
}

import { createAccount } from '@slipway/contracts';
import { chooseSessionAccount, createAccount as insertAccount, recordAudit } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';

/** The audit logs of both accounts show it. The browser then shows the new one. */
export const endpoint = defineConsoleEndpoint(createAccount, async ({ caller, body, audit, services }) => {
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

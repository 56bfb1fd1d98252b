import { checkAuditLog } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(checkAuditLog, async ({ account, services }) => {
  const { entries, problems } = await services.reads.checkAuditLog(account.id);
  return { entries, problems: problems.map((problem) => ({ ...problem })) };
});

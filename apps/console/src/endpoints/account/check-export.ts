import { checkExport } from '@slipway/contracts';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { holdExport } from '../../export/export-lock.js';

export const endpoint = defineConsoleEndpoint(checkExport, async ({ account, services }) => {
  const lock = await holdExport(services, account.id);
  await lock.release();
  return done;
});

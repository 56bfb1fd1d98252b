import type { HeldLock } from '@slipway/db';
import { ApiError } from '@slipway/http';
import type { ConsoleServices } from '../services.js';

/** Takes the account's export lock; throws a 409 while another export of the account runs. */
export async function holdExport({ exportLocks }: ConsoleServices, accountId: number): Promise<HeldLock> {
  const lock = await exportLocks.tryHold(accountId);
  if (lock === null) throw new ApiError('export_running');
  return lock;
}

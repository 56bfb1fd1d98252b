import type { HeldLock, MembershipRecord } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, found, type Request, type Response, requestIdOf, writePart } from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import { requireConfirmed } from '../auth/confirmation/routes.js';
import type { ConsoleCaller } from '../console-endpoint.js';
import { EXPORT_STALL_MS } from '../limits.js';
import type { ConsoleServices } from '../services.js';

export async function requireOwner(
  request: Request,
  caller: ConsoleCaller,
  { reads, clock }: ConsoleServices,
): Promise<MembershipRecord> {
  const id = parseRowId(String(request.params['account_id']));
  const account = found(id === null ? null : await reads.findMembership(caller.userId, id));
  if (account.role !== 'owner') throw new ApiError('owner_required');
  requireConfirmed(caller, { clock });
  return account;
}

interface Download {
  readonly accountId: number;
  readonly logger: Logger;
  /** Aborted if the download must not continue. */
  readonly lost?: AbortSignal;
}

/**
 * Sends a download part by part; false if it was cut short. After the first byte, a failure can only cut it short: the
 * browser then reports a failed download.
 */
export async function sendParts(
  response: Response,
  parts: AsyncIterable<string>,
  { accountId, logger, lost }: Download,
): Promise<boolean> {
  try {
    for await (const part of parts) {
      lost?.throwIfAborted();
      const outcome = await writePart(response, part, { stallMs: EXPORT_STALL_MS });
      if (outcome === 'closed') return false;
      if (outcome === 'stalled') throw new Error('the reader takes nothing');
    }
    return true;
  } catch (error) {
    if (!response.headersSent) throw error;
    logger.warn({ requestId: requestIdOf(response), accountId, err: error }, 'export cut short');
    response.destroy();
    return false;
  }
}

/** Takes the account's export lock; throws a 409 while another export of the account runs. */
export async function holdExport({ exportLocks }: ConsoleServices, accountId: number): Promise<HeldLock> {
  const lock = await exportLocks.tryHold(accountId);
  if (lock === null) throw new ApiError('export_running');
  return lock;
}

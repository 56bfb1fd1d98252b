import { type HeldLock, type MembershipRecord, recordAudit } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import {
  ApiError,
  admitCaller,
  type CallerChecks,
  found,
  type Request,
  type Response,
  Router,
  requestIdOf,
  writePart,
} from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import type { ConsoleCaller } from '../console-endpoint.js';
import { EXPORT_STALL_MS } from '../limits.js';
import type { ConsoleServices } from '../services.js';
import { writeExport } from './account-export.js';
import { holdExport } from './export-lock.js';

interface ExportDeps extends CallerChecks {
  readonly services: ConsoleServices;
  readonly logger: Logger;
}

/** Downloads everything in an account. The export is streamed, whatever its size, one at a time per account. */
export function exportRoutes(deps: ExportDeps): Router {
  const { services } = deps;
  const router = Router();
  router.get('/accounts/:account_id/export', async (request, response) => {
    // Only sessions reach this route: see app.ts.
    const caller = (await admitCaller(request, response, deps)) as ConsoleCaller | null;
    if (caller === null) return;
    const account = await requireOwner(request, caller, services);
    const lock = await holdExport(services, account.id);
    let isComplete: boolean;
    const isRead = request.method !== 'HEAD';
    try {
      if (isRead) await recordExport(caller, account, services);
      response.set({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="slipway-${account.prefixedId}.json"`,
        'Cache-Control': 'no-store',
      });
      isComplete = !isRead || (await sendExport(response, { caller, account, lock }, deps));
    } finally {
      await lock.release();
    }
    // The lock is released first: a reader who has seen the end can start the next export.
    if (isComplete) response.end();
  });
  return router;
}

async function requireOwner(
  request: Request,
  { userId }: ConsoleCaller,
  { reads }: ConsoleServices,
): Promise<MembershipRecord> {
  const id = parseRowId(String(request.params['account_id']));
  const account = found(id === null ? null : await reads.findMembership(userId, id));
  if (account.role !== 'owner') throw new ApiError('owner_required');
  return account;
}

async function recordExport(caller: ConsoleCaller, account: MembershipRecord, services: ConsoleServices) {
  const { userId, ipAddress, userAgent } = caller;
  const entry = { accountId: account.id, projectId: null, userId, ipAddress, userAgent };
  await recordAudit(services.database, { ...entry, action: 'account.export', target: account.name });
}

interface Export {
  readonly caller: ConsoleCaller;
  readonly account: MembershipRecord;
  readonly lock: HeldLock;
}

/**
 * Sends the document; false if it was cut short. After the first byte, a failure can only cut it short: the browser
 * then reports a failed download.
 */
async function sendExport(
  response: Response,
  { caller, account, lock }: Export,
  { services, logger }: ExportDeps,
): Promise<boolean> {
  try {
    for await (const part of writeExport({ userId: caller.userId, account, services })) {
      lock.lost.throwIfAborted();
      const outcome = await writePart(response, part, { stallMs: EXPORT_STALL_MS });
      if (outcome === 'closed') return false;
      if (outcome === 'stalled') throw new Error('the reader takes nothing');
    }
    return true;
  } catch (error) {
    if (!response.headersSent) throw error;
    const { id: accountId } = account;
    logger.warn({ requestId: requestIdOf(response), accountId, err: error }, 'export cut short');
    response.destroy();
    return false;
  }
}

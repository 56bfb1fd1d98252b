import { type HeldLock, type MembershipRecord, recordAudit } from '@slipway/db';
import { admitCaller, type CallerChecks, type Response, Router } from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import type { ConsoleCaller } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';
import { writeExport } from './account-export.js';
import { holdExport } from './export-lock.js';
import { requireOwner } from './require-owner.js';
import { sendParts } from './send-parts.js';

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
      isComplete = !isRead || (await sendAccount(response, { caller, account, lock }, deps));
    } finally {
      await lock.release();
    }
    // The lock is released first: a reader who has seen the end can start the next export.
    if (isComplete) response.end();
  });
  return router;
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

function sendAccount(response: Response, { caller, account, lock }: Export, deps: ExportDeps): Promise<boolean> {
  const parts = writeExport({ userId: caller.userId, account, services: deps.services });
  return sendParts(response, parts, { accountId: account.id, logger: deps.logger, lost: lock.lost });
}

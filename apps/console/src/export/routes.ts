import { once } from 'node:events';
import { type MembershipRecord, recordAudit } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { ApiError, type CallerOf, found, type Request, type Response, Router } from '@slipway/http';
import type { Logger } from '@slipway/runtime';
import type { ConsoleCaller } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';
import { writeExport } from './account-export.js';

interface ExportDeps {
  readonly callerOf: CallerOf;
  readonly services: ConsoleServices;
  readonly logger: Logger;
}

/** The download of everything that an account has. It is streamed, however large it is. */
export function exportRoutes(deps: ExportDeps): Router {
  const router = Router();
  router.get('/accounts/:account_id/export', async (request, response) => {
    // Only sessions reach this route: see app.ts.
    const caller = (await deps.callerOf(request)) as ConsoleCaller | null;
    if (caller === null) return void response.status(401).end();
    const account = await requireOwner(request, caller, deps.services);
    await recordExport(caller, account, deps.services);
    response.set({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="slipway-${account.prefixedId}.json"`,
      'Cache-Control': 'no-store',
    });
    await send(response, writeExport({ caller, account, services: deps.services }), deps.logger);
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

/** Once the first byte is sent, a failure can only cut the download short: the browser reports it as failed. */
async function send(response: Response, parts: AsyncGenerator<string>, logger: Logger): Promise<void> {
  try {
    for await (const part of parts) {
      if (response.destroyed) return;
      if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    logger.error({ err: error }, 'export cut short');
    response.destroy();
  }
}

import { AUDIT_FILTERS } from '@slipway/contracts';
import {
  type AuditFilter,
  type HeldLock,
  type MembershipRecord,
  type PageRequest,
  recordAudit,
} from '@slipway/db';
import { hidePeople } from '@slipway/domain';
import {
  admitCaller,
  type CallerChecks,
  queryOf,
  type Request,
  type Response,
  Router,
  readParameters,
} from '@slipway/http';
import { auditFilterOf, presentAuditEntry, readPages } from '@slipway/rest';
import type { Logger } from '@slipway/runtime';
import type { ConsoleCaller } from '../console-endpoint.js';
import { EXPORT_PAGE_ROWS } from '../limits.js';
import type { ConsoleServices } from '../services.js';
import { writeExport } from './account-export.js';
import { holdExport, requireOwner, sendParts } from './downloads.js';

interface ExportDeps extends CallerChecks {
  readonly services: ConsoleServices;
  readonly logger: Logger;
}

interface Owner {
  readonly caller: ConsoleCaller;
  readonly account: MembershipRecord;
}

/** Who downloads, and from which account. Null if the response was already sent. */
async function admitOwner(request: Request, response: Response, deps: ExportDeps): Promise<Owner | null> {
  // Only sessions reach these routes: see app.ts.
  const caller = (await admitCaller(request, response, deps)) as ConsoleCaller | null;
  return caller && { caller, account: await requireOwner(request, caller, deps.services) };
}

/** Downloads everything in an account. The export is streamed, whatever its size, one at a time per account. */
export function exportRoutes(deps: ExportDeps): Router {
  const { services } = deps;
  const router = Router();
  router.get('/accounts/:account_id/export', async (request, response) => {
    const owner = await admitOwner(request, response, deps);
    if (owner === null) return;
    const { account } = owner;
    const lock = await holdExport(services, account.id);
    let isComplete: boolean;
    const isRead = request.method !== 'HEAD';
    try {
      if (isRead) await record(owner, services, { action: 'account.export', target: account.name });
      response.set({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="slipway-${account.prefixedId}.json"`,
        'Cache-Control': 'no-store',
      });
      isComplete = !isRead || (await sendAccount(response, { ...owner, lock }, deps));
    } finally {
      await lock.release();
    }
    // The lock is released first: a reader who has seen the end can start the next export.
    if (isComplete) response.end();
  });
  return router;
}

function record(
  { caller: { userId, ipAddress, userAgent }, account }: Owner,
  { database }: ConsoleServices,
  entry: { readonly action: string; readonly target: string },
): Promise<void> {
  const source = { accountId: account.id, projectId: null, userId, ipAddress, userAgent };
  return recordAudit(database, { ...source, ...entry });
}

interface Export extends Owner {
  readonly lock: HeldLock;
}

function sendAccount(response: Response, { caller, account, lock }: Export, deps: ExportDeps): Promise<boolean> {
  const parts = writeExport({ userId: caller.userId, account, services: deps.services });
  return sendParts(response, parts, { accountId: account.id, logger: deps.logger, lost: lock.lost });
}

/** Downloads an audit log, filtered as on its page: one JSON document per line, in the format of the API. */
export function auditLogRoutes(deps: ExportDeps): Router {
  const { services, logger } = deps;
  const router = Router();
  router.get('/accounts/:account_id/audit_log/export', async (request, response) => {
    const owner = await admitOwner(request, response, deps);
    if (owner === null) return;
    const { account } = owner;
    const filter = auditFilterOf(readParameters(AUDIT_FILTERS, queryOf(request.originalUrl)));
    response.set({
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': `attachment; filename="slipway-audit-log-${account.prefixedId}.ndjson"`,
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') return void response.end();
    await record(owner, services, { action: 'account.export_audit_log', target: '' });
    const parts = writeEntries(account.id, filter, services);
    if (await sendParts(response, parts, { accountId: account.id, logger })) response.end();
  });
  return router;
}

async function* writeEntries(
  accountId: number,
  filter: AuditFilter,
  { reads }: ConsoleServices,
): AsyncGenerator<string> {
  const people = hidePeople(await reads.listMemberNames(accountId));
  const pages = readPages(
    EXPORT_PAGE_ROWS,
    (page: PageRequest) => reads.listAuditEntries(accountId, filter, page),
    ({ createdAt, id }) => ({ at: createdAt.getTime(), id: String(id) }),
  );
  for await (const rows of pages)
    yield rows.map((entry) => `${JSON.stringify(presentAuditEntry(entry, people))}\n`).join('');
}

import { AUDIT_FILTERS } from '@slipway/contracts';
import { type AuditFilter, type MembershipRecord, type PageRequest, recordAudit } from '@slipway/db';
import { hidePeople } from '@slipway/domain';
import { admitCaller, type CallerChecks, queryOf, Router, readParameters } from '@slipway/http';
import { auditFilterOf, presentAuditEntry, readPages } from '@slipway/rest';
import type { Logger } from '@slipway/runtime';
import type { ConsoleCaller } from '../console-endpoint.js';
import { EXPORT_PAGE_ROWS } from '../limits.js';
import type { ConsoleServices } from '../services.js';
import { requireOwner } from './require-owner.js';
import { sendParts } from './send-parts.js';

interface AuditLogDeps extends CallerChecks {
  readonly services: ConsoleServices;
  readonly logger: Logger;
}

/** Downloads an audit log, filtered as on its page: one JSON document per line, in the format of the API. */
export function auditLogRoutes(deps: AuditLogDeps): Router {
  const { services, logger } = deps;
  const router = Router();
  router.get('/accounts/:account_id/audit_log/export', async (request, response) => {
    // Only sessions reach this route: see app.ts.
    const caller = (await admitCaller(request, response, deps)) as ConsoleCaller | null;
    if (caller === null) return;
    const account = await requireOwner(request, caller, services);
    const filter = auditFilterOf(readParameters(AUDIT_FILTERS, queryOf(request.originalUrl)));
    response.set({
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': `attachment; filename="slipway-audit-log-${account.prefixedId}.ndjson"`,
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') return void response.end();
    await recordDownload(caller, account, services);
    const parts = writeEntries(account.id, filter, services);
    if (await sendParts(response, parts, { accountId: account.id, logger })) response.end();
  });
  return router;
}

async function recordDownload(caller: ConsoleCaller, account: MembershipRecord, services: ConsoleServices) {
  const { userId, ipAddress, userAgent } = caller;
  const entry = { accountId: account.id, projectId: null, userId, ipAddress, userAgent, target: '' };
  await recordAudit(services.database, { ...entry, action: 'account.export_audit_log' });
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

import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { newestFirst, olderThan, type PageRequest } from '../../keyset.js';
import { sql } from '../../sql.js';
import { countsTowardLimit } from '../../stores/builds/start-investigation.js';

/** An account's plan, and what is left of it. `today` is the day whose limit applies to investigations. */
async function findBilling({ prisma }: DatabaseHandle, accountId: number, today: string) {
  const account = await prisma.account.findUnique({
    where: { id: accountId },
    select: {
      plan: true,
      credits: true,
      hasPaymentMethod: true,
      trialEndsAt: true,
      readOnlyReason: true,
      _count: { select: { projects: true, memberships: true } },
    },
  });
  if (account === null) return null;
  const { _count, ...fields } = account;
  const investigationsToday = await prisma.investigation.count({
    where: countsTowardLimit(accountId, today),
  });
  return { ...fields, investigationsToday, projects: _count.projects, members: _count.memberships };
}

const columns = {
  ...pick(columnsOf('CreditLedgerEntry', 'l'), 'id', 'delta', 'balance', 'reason', 'createdAt'),
  projectId: nullable(computed('int4', sql`b.project_id`)),
  projectName: nullable(computed('text', sql`p.name`)),
  buildRunId: nullable(computed('int8', sql`b.id`)),
  jobName: nullable(computed('text', sql`b.job_name`)),
  buildNumber: nullable(computed('text', sql`b.build_number`)),
};

export interface CreditEntryRecord extends RowOf<typeof columns> {}

const keyset = { at: sql`l.created_at`, id: sql`l.id`, idType: sql`bigint` };

const creditPage = defineQuery({
  name: 'list credits',
  columns,
  examples: [{ accountId: 1, count: 1, after: { at: 0, id: '1' } }],
  build: ({ accountId, count, after }: PageRequest & { readonly accountId: number }, select) =>
    sql`SELECT ${select} FROM credit_ledger l
        LEFT JOIN investigations i ON i.id = l.investigation_id
        LEFT JOIN build_runs b ON b.id = i.build_run_id
        LEFT JOIN projects p ON p.id = b.project_id
        WHERE l.account_id = ${accountId} ${olderThan(after, keyset)}
        ORDER BY ${newestFirst(keyset)} LIMIT ${count}`,
});

function listCredits(
  { pool }: DatabaseHandle,
  accountId: number,
  page: PageRequest,
): Promise<CreditEntryRecord[]> {
  return creditPage.all(pool, { accountId, count: page.count, after: page.after });
}

export const reads = { findBilling, listCredits };

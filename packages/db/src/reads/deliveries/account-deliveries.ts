import { columnsOf, computed, narrowed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type PageRequest, when } from '../../keyset.js';
import { LEDGER } from '../../ledger.js';
import { sql } from '../../sql.js';
import { DELIVERY_EXAMPLE, type DeliveryFilter, deliveryColumns, NEWEST_FIRST, walkNewest } from './deliveries.js';

/** How many touched rows a list shows for each delivery. */
const SHOWN_TOUCHED = 10;

const columns = {
  ...deliveryColumns,
  projectId: columnsOf('Delivery', 'd').projectId,
  resolved: computed(
    'bool',
    sql`d.outcome IN ('rejected', 'dead') AND EXISTS (SELECT FROM ${LEDGER} r
          WHERE r.project_id = d.project_id AND r.replay_of = d.id AND r.outcome = 'applied')`,
  ),
  touched: narrowed<readonly { readonly kind: string; readonly id: string }[]>(
    computed('jsonb', sql`jsonb_path_query_array(d.touched, ${`$[0 to ${SHOWN_TOUCHED - 1}]`}::jsonpath)`),
  ),
};

export interface AccountDeliveryRecord extends RowOf<typeof columns> {}

type AccountPage = DeliveryFilter &
  PageRequest & { readonly accountId: number; readonly projectId: number | undefined };

const EXAMPLE: AccountPage = { ...DELIVERY_EXAMPLE, accountId: 1 };

/** Walks each project in index order and merges the walks. */
const accountPage = defineQuery({
  name: 'list account deliveries',
  columns,
  examples: [
    EXAMPLE,
    { ...EXAMPLE, projectId: undefined, integrationId: undefined, outcomes: undefined, after: null },
  ],
  build: (page: AccountPage, select) =>
    sql`SELECT ${select} FROM (
          SELECT d.* FROM projects p CROSS JOIN LATERAL (${walkNewest(page, sql`p.id`)}) d
          WHERE p.account_id = ${page.accountId} ${when(page.projectId, (id) => sql`p.id = ${id}`)}
          ORDER BY ${NEWEST_FIRST} LIMIT ${page.count}) d
        ORDER BY ${NEWEST_FIRST}`,
});

function listAccountDeliveries(
  { pool }: DatabaseHandle,
  scope: { readonly accountId: number; readonly projectId: number | undefined },
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<AccountDeliveryRecord[]> {
  return accountPage.all(pool, { ...filter, ...page, ...scope });
}

async function findProjectOfDelivery(
  { prisma }: DatabaseHandle,
  accountId: number,
  id: string,
): Promise<number | null> {
  const query = { where: { id, accountId }, select: { projectId: true } };
  const found = (await prisma.delivery.findFirst(query)) ?? (await prisma.heldDelivery.findFirst(query));
  return found?.projectId ?? null;
}

async function listProjectIds({ prisma }: DatabaseHandle, accountId: number): Promise<number[]> {
  return (await prisma.project.findMany({ where: { accountId }, select: { id: true } })).map(({ id }) => id);
}

export const reads = { listAccountDeliveries, findProjectOfDelivery, listProjectIds };

import { randomUUID } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import {
  applyDeliveries,
  buryDelivery,
  type Database,
  dryRunDeliveries,
  findIntegrationContexts,
  isTransactionConflict,
} from '@slipway/db';
import type { Operation } from '@slipway/domain';
import { factories } from './factories.js';

export interface AppliedDelivery {
  readonly key: string;
  readonly keyWindowMs?: number;
  readonly receivedAt?: number;
  /** Random by default; set it for a delivery that is redelivered by the queue, or replayed. */
  readonly id?: string;
  readonly replay?: Delivery['replay'];
  readonly operations: readonly Operation[];
  /** The integration that it belongs to; the applier's own by default. */
  readonly via?: Via;
}

interface Via {
  readonly integrationId: number;
  readonly provider: string;
}

interface ApplierScope extends Via {
  readonly id: number;
  readonly accountId: number;
}

const RECEIVED_AT = 1_700_000_000_000;
const BASE_URL = 'https://slipway.test';

function toDelivery(scope: ApplierScope, { via = scope, replay, ...item }: AppliedDelivery): Delivery {
  const { integrationId, provider } = via;
  return {
    id: item.id ?? randomUUID(),
    accountId: scope.accountId,
    projectId: scope.id,
    integrationId,
    provider,
    path: `/webhooks/${provider}`,
    event: 'test',
    key: item.key,
    keyWindowMs: item.keyWindowMs ?? null,
    receivedAt: item.receivedAt ?? RECEIVED_AT,
    body: '{}',
    ...(replay === undefined ? {} : { replay }),
  };
}

async function toBatch(database: Database, scope: ApplierScope, items: readonly AppliedDelivery[]) {
  const deliveries = items.map((item) => ({
    delivery: toDelivery(scope, item),
    operations: item.operations,
  }));
  const contexts = await findIntegrationContexts(
    database,
    deliveries.map(({ delivery }) => delivery.integrationId),
  );
  return deliveries.map(({ delivery, operations }) => ({
    delivery,
    outcome: 'applied' as const,
    reason: null,
    operations,
    context: contexts.get(delivery.integrationId) ?? null,
  }));
}

/** Applies operations to a project without normalizers or a queue. */
export function projectApplier(database: Database, scope: ApplierScope) {
  const { id: projectId, integrationId } = scope;
  return {
    projectId,
    integrationId,
    dryRun: async (items: readonly AppliedDelivery[], options: { limitMs?: number } = {}) =>
      dryRunDeliveries(database, await toBatch(database, scope, items), {
        projectId,
        baseUrl: BASE_URL,
        ...options,
      }),
    bury: (item: AppliedDelivery) =>
      buryDelivery(database, { delivery: toDelivery(scope, item), reason: 'poison', run: { startedAt: 0 } }),
    async apply(items: readonly AppliedDelivery[]) {
      const batch = await toBatch(database, scope, items);
      for (;;) {
        try {
          const options = { baseUrl: BASE_URL, startedAt: 0, withoutLog: ({ body }: Delivery) => body };
          const { settled } = await database.transaction((tx) => applyDeliveries(tx, batch, options));
          return settled;
        } catch (error) {
          if (!isTransactionConflict(error)) throw error;
        }
      }
    },
  };
}

/** A new project of the account with one integration, and functions that report operations, one per delivery. */
export async function newAppliedProject(database: Database, accountId: number, provider = 'github') {
  const make = factories(database);
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, provider);
  const applier = projectApplier(database, { ...project, integrationId, provider });
  let reports = 0;
  return {
    ...project,
    ...applier,
    report(...operations: Operation[]) {
      reports += 1;
      return applier.apply([{ key: String(reports), operations }]);
    },
  };
}

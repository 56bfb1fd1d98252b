import { randomUUID } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import {
  applyDeliveries,
  buryDelivery,
  type Database,
  findIntegrationContexts,
  isTransactionConflict,
  rehearseDeliveries,
} from '@slipway/db';
import type { Operation } from '@slipway/domain';
import { factories } from '@slipway/testing';

/** A delivery as a test tells it. */
export interface ToldDelivery {
  readonly key: string;
  readonly keyWindowMs?: number;
  readonly receivedAt?: number;
  /** Its own, when it comes again from the queue. */
  readonly id?: string;
  readonly replay?: Delivery['replay'];
  readonly operations: readonly Operation[];
  /** The integration it comes by, if not the applier's own. */
  readonly via?: Via;
}

interface Via {
  readonly integrationId: number;
  readonly provider: string;
}

export interface ApplierScope extends Via {
  readonly id: number;
  readonly accountId: number;
}

const RECEIVED_AT = 1_700_000_000_000;

/** Applies deliveries to one project, past the normalizers. */
export function applier(database: Database, scope: ApplierScope) {
  const { id: projectId, accountId, integrationId, provider } = scope;
  const own: Via = { integrationId, provider };
  const toDelivery = ({ id, key, keyWindowMs, receivedAt, via = own, replay }: ToldDelivery): Delivery => ({
    id: id ?? randomUUID(),
    accountId,
    projectId,
    ...via,
    path: `/webhooks/${via.provider}`,
    event: 'test',
    key,
    keyWindowMs: keyWindowMs ?? null,
    receivedAt: receivedAt ?? RECEIVED_AT,
    body: '{}',
    ...(replay === undefined ? {} : { replay }),
  });
  async function toBatch(told: readonly ToldDelivery[]) {
    const deliveries = told.map((item) => ({ delivery: toDelivery(item), operations: item.operations }));
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
  return {
    projectId,
    rehearse: async (told: readonly ToldDelivery[], options: { limitMs?: number } = {}) =>
      rehearseDeliveries(database, await toBatch(told), {
        projectId,
        baseUrl: 'https://slipway.test',
        ...options,
      }),
    bury: (told: ToldDelivery) =>
      database.transaction((tx) =>
        buryDelivery(tx, { delivery: toDelivery(told), reason: 'poison', run: { startedAt: 0 } }),
      ),
    async apply(told: readonly ToldDelivery[]) {
      const batch = await toBatch(told);
      const options = { baseUrl: 'https://slipway.test', startedAt: 0 };
      for (;;) {
        try {
          return await database.transaction((tx) => applyDeliveries(tx, batch, options));
        } catch (error) {
          if (!isTransactionConflict(error)) throw error;
        }
      }
    },
  };
}

/** The same for a project of its own, with one integration. */
export async function newApplier(database: Database, provider: string) {
  const make = factories(database);
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, provider);
  return { ...applier(database, { ...project, integrationId, provider }), integrationId };
}

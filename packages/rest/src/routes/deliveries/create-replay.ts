import type { Delivery, Replay } from '@slipway/contracts';
import { type ReplayableRecord, unpack } from '@slipway/db';
import { newId } from '@slipway/domain';

/** A delivery whose body is still stored. */
type StoredDelivery = ReplayableRecord & { readonly body: Uint8Array };

export function hasBody(record: ReplayableRecord): record is StoredDelivery {
  return record.body !== null;
}

/**
 * Creates a delivery that repeats a logged one. It has its own id and key, so that it does not count as a
 * duplicate, and the same time of receipt, so that its fields have the same weight as the first time.
 */
export async function createReplay(
  record: StoredDelivery,
  projectId: number,
  requestedAt: number,
): Promise<Delivery> {
  const id = newId();
  const { accountId, integrationId, provider, path, event, headers, receivedAt } = record;
  return {
    id,
    accountId,
    projectId,
    integrationId,
    provider,
    path,
    event,
    key: `replay:${id}`,
    keyWindowMs: null,
    receivedAt: receivedAt.getTime(),
    headers: { ...headers },
    body: await unpack(record.body),
    replay: { of: record.id, key: record.key, requestedAt },
  };
}

/** Presents a queued replay. */
export function presentReplay({ id, replay }: Delivery): Pick<Replay, 'delivery_id' | 'replay_of'> {
  return { delivery_id: id, replay_of: replay?.of ?? id };
}

import type { Delivery, Replay } from '@slipway/contracts';
import {
  findIntegrationContexts,
  type IntegrationContext,
  type NormalizedDelivery,
  type RehearsedDelivery,
  type ReplayableRecord,
  rehearseDeliveries,
  unpack,
} from '@slipway/db';
import { type HiddenPeople, hidePeople, redactText } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { normalize } from '@slipway/providers';
import { v7 as uuidv7 } from 'uuid';
import { presentReplayPlan } from './present/replay-plan.js';
import type { ApiServices } from './services.js';

/** A delivery whose body is still kept. */
export type KeptDelivery = ReplayableRecord & { readonly body: Uint8Array };

export function isKept(record: ReplayableRecord): record is KeptDelivery {
  return record.body !== null;
}

/**
 * A delivery to be processed again. It goes by an id and key of its own, so that no memory of the first one keeps it
 * out, and keeps the time of receipt, so that what it says weighs no more than when it was first said.
 */
export async function toReplay(record: KeptDelivery, projectId: number, requestedAt: number): Promise<Delivery> {
  const id = uuidv7();
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

/** A replay that was queued. */
export function queuedReplay({ id, replay }: Delivery): Pick<Replay, 'delivery_id' | 'replay_of'> {
  return { delivery_id: id, replay_of: replay?.of ?? id };
}

/** The most that is tried out at once: bodies in bytes, and what they say in operations, files, steps and the like. */
export const MAX_DRY_RUN_BYTES = 4 * 1024 * 1024;
const MAX_DRY_RUN_PARTS = 5_000;

function countParts(operation: object): number {
  return Object.values(operation).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 1);
}

/** Trying out writes as much as applying does, in a process that has others to answer. */
function requireSmall(deliveries: readonly Delivery[]): void {
  const bytes = deliveries.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  if (bytes > MAX_DRY_RUN_BYTES) throw new ApiError('dry_run_too_large');
}

function requireFewParts(items: readonly NormalizedDelivery[]): void {
  let parts = 0;
  for (const { operations } of items) for (const operation of operations) parts += countParts(operation);
  if (parts > MAX_DRY_RUN_PARTS) throw new ApiError('dry_run_too_large');
}

const BUSY = {
  message: 'Deliveries are changing the same rows right now. Try again in a moment.',
  retryAfterSeconds: 5,
};

/** What replays would come to and what they would change, as clients see it. */
export async function rehearse(
  { database, reads, baseUrl }: ApiServices,
  project: { readonly id: number; readonly accountId: number },
  deliveries: readonly Delivery[],
) {
  requireSmall(deliveries);
  const contexts = await findIntegrationContexts(database.pool, [
    ...new Set(deliveries.map(({ integrationId }) => integrationId)),
  ]);
  const read = deliveries.map((delivery) =>
    tryNormalizing(delivery, contexts.get(delivery.integrationId) ?? null),
  );
  const readable = read.filter((item): item is NormalizedDelivery => 'operations' in item);
  requireFewParts(readable);
  const rehearsal = await rehearseDeliveries(database, readable, { projectId: project.id, baseUrl });
  if (rehearsal === 'busy') throw new ApiError('unavailable', BUSY);
  if (rehearsal === 'too_long') throw new ApiError('dry_run_too_large');
  const people = hidePeople(await reads.listMemberNames(project.accountId));
  const ended = [
    ...rehearsal.deliveries,
    ...read.filter((item): item is RehearsedDelivery => !('operations' in item)),
  ];
  const byId = new Map(ended.map((item) => [item.delivery.id, item]));
  return {
    plan: presentReplayPlan(rehearsal, { projectId: project.id, people }),
    replays: deliveries.flatMap(({ id }) => presentRehearsed(byId.get(id), people)),
  };
}

/** What cannot even be read would end as a dead letter. */
function tryNormalizing(
  delivery: Delivery,
  context: IntegrationContext | null,
): NormalizedDelivery | RehearsedDelivery {
  try {
    return { delivery, context, ...normalize(delivery, context) };
  } catch (error) {
    return { delivery, outcome: 'dead', reason: error instanceof Error ? error.message : String(error) };
  }
}

function presentRehearsed(item: RehearsedDelivery | undefined, people: HiddenPeople) {
  if (item === undefined) return [];
  const { delivery, outcome, reason } = item;
  return [
    {
      replay_of: delivery.replay?.of ?? delivery.id,
      outcome,
      reason: reason === null ? null : redactText(reason, people),
    },
  ];
}

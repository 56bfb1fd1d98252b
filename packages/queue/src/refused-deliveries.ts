import type { WebhookErrorCode } from '@slipway/contracts';
import type { Redis } from './connection.js';
import { DEFAULT_NAMESPACE, shardOf, shardPrefix } from './shards.js';

/** Why a request with a valid token was refused. It contains nothing that the sender sent. */
export interface RefusedDelivery {
  /** The `delivery_id` of the answer. */
  readonly id: string;
  readonly projectId: number;
  readonly integrationId: number;
  readonly receivedAt: number;
  readonly code: WebhookErrorCode;
  readonly message: string;
}

const KEPT_OF_PROJECT = 100;
const KEPT_SECONDS = 7 * 24 * 60 * 60;

const keyOf = (redis: Redis, projectId: number, namespace: string) =>
  `${shardPrefix(shardOf(redis, projectId), namespace)}:refused:${projectId}`;

/** Keeps the newest refusals of a project for a week, so that a sender's `delivery_id` leads to the reason. */
export async function rememberRefused(
  redis: Redis,
  refused: RefusedDelivery,
  namespace: string = DEFAULT_NAMESPACE,
): Promise<void> {
  const key = keyOf(redis, refused.projectId, namespace);
  await redis
    .multi()
    .lpush(key, JSON.stringify(refused))
    .ltrim(key, 0, KEPT_OF_PROJECT - 1)
    .expire(key, KEPT_SECONDS)
    .exec();
}

/** The remembered refusal with an id, if one of these projects has it. */
export async function findRefused(
  redis: Redis,
  { id, projectIds }: { readonly id: string; readonly projectIds: readonly number[] },
  namespace: string = DEFAULT_NAMESPACE,
): Promise<RefusedDelivery | null> {
  const lists = await Promise.all(projectIds.map((each) => redis.lrange(keyOf(redis, each, namespace), 0, -1)));
  const refused = lists.flat().map((json) => JSON.parse(json) as RefusedDelivery);
  return refused.find((each) => each.id === id) ?? null;
}

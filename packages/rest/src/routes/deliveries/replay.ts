import {
  type BodyValues,
  DELIVERY_OUTCOMES,
  type Delivery,
  MAX_DRY_RUNS,
  MAX_REPLAYS,
  type Replay,
  replayDeliveries,
  replayDelivery,
} from '@slipway/contracts';
import {
  type ApiReads,
  apiReads,
  type DatabaseHandle,
  type DeliveryFilter,
  type ReplayableRecord,
  type ReplayCandidate,
  recordProjectAction,
  unpack,
} from '@slipway/db';
import { type MaskingProject, newId, parseUuid } from '@slipway/domain';
import { ApiError, accepted, type Caller, found, ok } from '@slipway/http';
import { requireMatchingKey, runOnce } from '../../idempotency.js';
import { MAX_DRY_RUN_BYTES, MAX_REPLAY_BYTES, REPLAY_CHUNK } from '../../limits.js';
import { type KeysetPage, keysetPage } from '../../page.js';
import { defineEndpoint, type RestServices } from '../../services.js';
import { dryRunReplays } from './dry-run-replays.js';

export const replay = defineEndpoint(
  replayDelivery,
  async ({ caller, project, params, body, header, services }) => {
    const id = found(parseUuid(params.delivery_id));
    const delivery = await prepareReplay(project.id, id, services);
    const path = `/v1/projects/${project.id}/deliveries/${id}/replay`;
    const request = { apiTokenId: caller.tokenId, path, key: header('idempotency-key'), body, status: 202 };
    if (body.dry_run) {
      await requireMatchingKey(services, request);
      const { plan, replays } = await dryRunReplays(services, project, [delivery]);
      return ok({ status: 'dry_run', replay_of: delivery.replay?.of ?? delivery.id, ...replays[0], plan });
    }
    const replay = await runOnce(services, request, async (tx) => {
      const detail = { delivery_id: delivery.replay?.of ?? id, replay_id: delivery.id };
      await recordReplay(tx, { caller, project, target: '1 delivery', detail });
      await services.queueDelivery(delivery);
      return { status: 'accepted' as const, ...presentReplay(delivery) };
    });
    return accepted(replay);
  },
);

/** Creates the replay of a delivery. The replay of a replay repeats the original, which has the time of receipt. */
async function prepareReplay(projectId: number, id: string, { reads, clock }: RestServices): Promise<Delivery> {
  const [requested = null] = await reads.findReplayable(projectId, [id]);
  const { replayOf } = found(requested);
  const [original = null] = replayOf === null ? [requested] : await reads.findReplayable(projectId, [replayOf]);
  if (original === null || !hasBody(original)) throw new ApiError('delivery_expired');
  return createReplay(original, projectId, clock.now());
}

type Body = BodyValues<typeof replayDeliveries.body>;

export const replayAll = defineEndpoint(replayDeliveries, async ({ caller, project, body, header, services }) => {
  const max = body.dry_run ? MAX_DRY_RUNS : MAX_REPLAYS;
  const query = { ...body, limit: Math.min(body.limit ?? max, max) };
  const page = keysetPage(services.cursors, { list: replayDeliveries, scope: project.id, query });
  requireFilter(body);
  const until = body.until ?? new Date(page.after?.from ?? services.clock.now());
  const batch: Batch = { caller, project, page, filter: filterOf(body, until), until };
  const path = `/v1/projects/${project.id}/deliveries/replay`;
  const request = { apiTokenId: caller.tokenId, path, key: header('idempotency-key'), body, status: 202 };
  if (body.dry_run) {
    await requireMatchingKey(services, request);
    return ok(await dryRunBatch(services, batch));
  }
  return accepted(await runOnce(services, request, (tx) => replayBatch(tx, services, batch)));
});

const FILTERS = ['provider', 'integration_id', 'event', 'outcome', 'since', 'until'] as const;

/** A request without any filter is more likely a mistake than an attempt to replay everything. */
function requireFilter(body: Body): void {
  if (FILTERS.some((name) => body[name] !== undefined)) return;
  throw new ApiError('invalid_parameter', { message: `Send at least one filter: ${FILTERS.join(', ')}.` });
}

interface Batch {
  readonly caller: Caller;
  readonly project: MaskingProject & { readonly accountId: number };
  readonly page: KeysetPage;
  readonly filter: DeliveryFilter;
  /** All pages exclude deliveries that were received after the first request. */
  readonly until: Date;
}

function filterOf(body: Body, until: Date): DeliveryFilter {
  const { provider, integration_id: integrationId, event, since } = body;
  const outcomes = body.outcome ?? DELIVERY_OUTCOMES.filter((outcome) => outcome !== 'duplicate');
  return { provider, integrationId, event, outcomes, since, until };
}

/** The first candidates whose bodies together fit into `maxBytes`, but at least one. */
function takeWhileSmall(
  candidates: readonly ReplayCandidate[],
  { limit, maxBytes }: { limit: number; maxBytes: number },
): readonly ReplayCandidate[] {
  let bytes = 0;
  const end = candidates.findIndex(({ bodyBytes }, index) => {
    bytes += bodyBytes;
    return index > 0 && bytes > maxBytes;
  });
  return candidates.slice(0, Math.min(limit, end === -1 ? candidates.length : end));
}

function paginate({ page, until }: Batch, last: ReplayCandidate | undefined, hasMore: boolean) {
  return page.paginate(hasMore, last && { at: last.receivedAt, id: last.id, from: until.getTime() });
}

async function dryRunBatch(services: RestServices, batch: Batch) {
  const { project, page, filter } = batch;
  const candidates = await services.reads.listReplayCandidates(project.id, filter, page);
  const taken = takeWhileSmall(candidates, { limit: page.limit, maxBytes: MAX_DRY_RUN_BYTES });
  const deliveries = await createReplays(services.reads, services, { projectId: project.id, taken });
  const { plan, replays } = await dryRunReplays(services, project, deliveries);
  return {
    status: 'dry_run' as const,
    replays,
    skipped: taken.length - deliveries.length,
    plan,
    pagination: paginate(batch, taken.at(-1), taken.length < candidates.length),
  };
}

/** Creates replays of the candidates whose bodies are still stored. */
async function createReplays(
  reads: Pick<ApiReads, 'findReplayable'>,
  { clock }: RestServices,
  { projectId, taken }: { projectId: number; taken: readonly ReplayCandidate[] },
) {
  const ids = taken.map(({ id }) => id);
  const records = await reads.findReplayable(projectId, ids);
  return Promise.all(records.filter(hasBody).map((record) => createReplay(record, projectId, clock.now())));
}

/** Queues replays in chunks. If the queue fails after the first one, the response covers the chunks before that. */
async function replayBatch(tx: DatabaseHandle, services: RestServices, batch: Batch) {
  const reads = apiReads(tx);
  const { project, page, filter } = batch;
  const candidates = await reads.listReplayCandidates(project.id, filter, page);
  const taken = takeWhileSmall(candidates, { limit: page.limit, maxBytes: MAX_REPLAY_BYTES });
  const replays: ReturnType<typeof presentReplay>[] = [];
  let done = 0;
  while (done < taken.length) {
    const chunk = taken.slice(done, done + REPLAY_CHUNK);
    const deliveries = await createReplays(reads, services, { projectId: project.id, taken: chunk });
    try {
      await Promise.all(deliveries.map((delivery) => services.queueDelivery(delivery)));
    } catch (error) {
      if (done === 0) throw error;
      break;
    }
    replays.push(...deliveries.map(presentReplay));
    done += chunk.length;
  }
  await recordBatch(tx, batch, replays.length);
  return {
    status: 'accepted' as const,
    replays,
    skipped: done - replays.length,
    pagination: paginate(batch, taken[done - 1], done < candidates.length),
  };
}

async function recordBatch(tx: DatabaseHandle, { caller, project, filter }: Batch, count: number): Promise<void> {
  if (count === 0) return;
  const { provider, integrationId, event, outcomes, since, until } = filter;
  const detail = { provider, integration_id: integrationId, event, outcome: outcomes, since, until };
  await recordReplay(tx, { caller, project, target: count === 1 ? '1 delivery' : `${count} deliveries`, detail });
}

type StoredDelivery = ReplayableRecord & { readonly body: Uint8Array };

function hasBody(record: ReplayableRecord): record is StoredDelivery {
  return record.body !== null;
}

/**
 * Creates a delivery that repeats a logged one. It has its own id and key, so that it does not count as a
 * duplicate, and the same time of receipt, so that its fields have the same weight as the first time.
 */
async function createReplay(record: StoredDelivery, projectId: number, requestedAt: number): Promise<Delivery> {
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

function presentReplay({ id, replay }: Delivery): Pick<Replay, 'delivery_id' | 'replay_of'> {
  return { delivery_id: id, replay_of: replay?.of ?? id };
}

interface RequestedReplay {
  readonly caller: Caller;
  readonly project: { readonly id: number; readonly accountId: number };
  readonly target: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

function recordReplay(tx: DatabaseHandle, { caller, project, target, detail }: RequestedReplay): Promise<void> {
  const { id: projectId, accountId } = project;
  const action = { accountId, projectId, userId: caller.userId, action: 'delivery.replay', target };
  return recordProjectAction(tx, { ...action, detail, origin: caller });
}

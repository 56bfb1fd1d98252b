import {
  type BodyValues,
  DELIVERY_OUTCOMES,
  MAX_DRY_RUNS,
  MAX_REPLAYS,
  replayDeliveries,
} from '@slipway/contracts';
import { apiReads, type DeliveryFilter, type Queryable, type ReplayCandidate } from '@slipway/db';
import { ApiError, accepted, ok } from '@slipway/http';
import { answerOnce, requireOwnKey } from '../../answer-once.js';
import { openPage, type Page } from '../../paging.js';
import { isKept, MAX_DRY_RUN_BYTES, queuedReplay, rehearse, toReplay } from '../../replay-delivery.js';
import { type ApiServices, defineEndpoint } from '../../services.js';

/** Bodies that are in memory at once, and in all of a call. */
const CHUNK = 100;
const MAX_BYTES = 32 * 1024 * 1024;

type Body = BodyValues<typeof replayDeliveries.body>;
type Scope = { readonly id: number; readonly accountId: number };

export const endpoint = defineEndpoint(replayDeliveries, async ({ caller, project, body, header, services }) => {
  const max = body.dry_run ? MAX_DRY_RUNS : MAX_REPLAYS;
  const limit = Math.min(body.limit ?? max, max);
  const page = openPage(services.cursors, replayDeliveries, String(project.id), { ...body, limit });
  requireFilter(body);
  const until = body.until ?? new Date(page.after?.from ?? services.clock.now());
  const request: ReplayRequest = { project, page, filter: filterOf(body, until), until };
  const path = `/v1/projects/${project.id}/deliveries/replay`;
  const attempt = { apiTokenId: caller.tokenId, path, key: header('idempotency-key'), body, status: 202 };
  if (body.dry_run) {
    await requireOwnKey(services, attempt);
    return ok(await tryOut(services, request));
  }
  return accepted(await answerOnce(services, attempt, (tx) => replayAll(tx, services, request)));
});

const FILTERS = ['provider', 'integration_id', 'event', 'outcome', 'since', 'until'] as const;

/** Whoever forgets the filter does not mean everything. */
function requireFilter(body: Body): void {
  if (FILTERS.some((name) => body[name] !== undefined)) return;
  throw new ApiError('invalid_parameter', { message: `Send at least one filter of ${FILTERS.join(', ')}.` });
}

interface ReplayRequest {
  readonly project: Scope;
  readonly page: Page;
  readonly filter: DeliveryFilter;
  /** What came later than the first call is left out. */
  readonly until: Date;
}

function filterOf(body: Body, until: Date): DeliveryFilter {
  const { provider, integration_id: integrationId, event, since } = body;
  const outcomes = body.outcome ?? DELIVERY_OUTCOMES.filter((outcome) => outcome !== 'duplicate');
  return { provider, integrationId, event, outcomes, since, until };
}

/** The next deliveries, as far as their bodies are not too much at once; there is always one. */
function takeNext(
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

function pagination({ page, until }: ReplayRequest, last: ReplayCandidate | undefined, hasMore: boolean) {
  const position = last && { at: last.receivedAt.getTime(), id: last.id, from: until.getTime() };
  return {
    limit: page.limit,
    has_more: hasMore,
    next_cursor: hasMore && position !== undefined ? page.seal(position) : null,
  };
}

async function tryOut(services: ApiServices, request: ReplayRequest) {
  const { project, page, filter } = request;
  const candidates = await services.reads.listReplayCandidates(project.id, filter, page);
  const taken = takeNext(candidates, { limit: page.limit, maxBytes: MAX_DRY_RUN_BYTES });
  const deliveries = await load(services.reads, services, { project, ids: taken.map(({ id }) => id) });
  const { plan, replays } = await rehearse(services, project, deliveries);
  return {
    status: 'dry_run' as const,
    replays,
    skipped: taken.length - deliveries.length,
    plan,
    pagination: pagination(request, taken.at(-1), taken.length < candidates.length),
  };
}

type Reads = Pick<ApiServices['reads'], 'findReplayable'>;

async function load(
  reads: Reads,
  { clock }: ApiServices,
  { project, ids }: { project: Scope; ids: readonly string[] },
) {
  const records = await reads.findReplayable(project.id, ids);
  return Promise.all(records.filter(isKept).map((record) => toReplay(record, project.id, clock.now())));
}

/** Queues replays chunk by chunk. When the queue fails on the way, the answer ends with the last chunk it took. */
async function replayAll(tx: Queryable, services: ApiServices, request: ReplayRequest) {
  const reads = apiReads(tx);
  const { project, page, filter } = request;
  const candidates = await reads.listReplayCandidates(project.id, filter, page);
  const taken = takeNext(candidates, { limit: page.limit, maxBytes: MAX_BYTES });
  const replays: ReturnType<typeof queuedReplay>[] = [];
  let done = 0;
  while (done < taken.length) {
    const chunk = taken.slice(done, done + CHUNK);
    const deliveries = await load(reads, services, { project, ids: chunk.map(({ id }) => id) });
    try {
      await Promise.all(deliveries.map((delivery) => services.queueDelivery(delivery)));
    } catch (error) {
      if (done === 0) throw error;
      break;
    }
    replays.push(...deliveries.map(queuedReplay));
    done += chunk.length;
  }
  return {
    status: 'accepted' as const,
    replays,
    skipped: done - replays.length,
    pagination: pagination(request, taken[done - 1], done < candidates.length),
  };
}

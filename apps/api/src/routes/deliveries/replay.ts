import { type Delivery, replayDelivery } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { ApiError, accepted, found, ok } from '@slipway/http';
import { answerOnce, requireOwnKey } from '../../answer-once.js';
import { isKept, queuedReplay, rehearse, toReplay } from '../../replay-delivery.js';
import { type ApiServices, defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(
  replayDelivery,
  async ({ caller, project, params, body, header, services }) => {
    const id = parseUuid(params.delivery_id);
    const delivery = await prepare(project.id, id, services);
    const path = `/v1/projects/${project.id}/deliveries/${id}/replay`;
    const attempt = { apiTokenId: caller.tokenId, path, key: header('idempotency-key'), body, status: 202 };
    if (body.dry_run) {
      await requireOwnKey(services, attempt);
      const { plan, replays } = await rehearse(services, project, [delivery]);
      return ok({ status: 'dry_run', replay_of: delivery.replay?.of ?? delivery.id, ...replays[0], plan });
    }
    const replay = await answerOnce(services, attempt, async () => {
      await services.queueDelivery(delivery);
      return { status: 'accepted' as const, ...queuedReplay(delivery) };
    });
    return accepted(replay);
  },
);

/** The delivery as it is processed again. A replay stands for the one that it repeats, which knows when it came in. */
async function prepare(projectId: number, id: string | null, { reads, clock }: ApiServices): Promise<Delivery> {
  const [asked = null] = id === null ? [] : await reads.findReplayable(projectId, [id]);
  const { replayOf } = found(asked);
  const [record = null] = replayOf === null ? [asked] : await reads.findReplayable(projectId, [replayOf]);
  if (record === null || !isKept(record)) throw new ApiError('delivery_expired');
  return toReplay(record, projectId, clock.now());
}

import { type Delivery, replayDelivery } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { ApiError, accepted, found, ok } from '@slipway/http';
import { requireMatchingKey, runOnce } from '../../idempotency.js';
import { defineEndpoint, type RestServices } from '../../services.js';
import { createReplay, hasBody, presentReplay } from './create-replay.js';
import { dryRunReplays } from './dry-run-replays.js';
import { recordReplay } from './record-replay.js';

export const endpoint = defineEndpoint(
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

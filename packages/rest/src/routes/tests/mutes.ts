import { type BodyValues, MAX_MUTE_DAYS, muteTest, unmuteTest } from '@slipway/contracts';
import {
  announceChange,
  apiReads,
  type DatabaseHandle,
  isProjectMember,
  type ProjectRecord,
  recordProjectAction,
  muteTest as storeMute,
  unmuteTest as storeUnmute,
} from '@slipway/db';
import { fullNameOf, parseLargeRowId } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { defineEndpoint } from '../../services.js';
import { readTest } from './test-detail.js';

const DAY_MS = 24 * 60 * 60_000;

export const mute = defineEndpoint(muteTest, ({ caller, project, params, body, services }) =>
  services.database.modelTransaction(async (tx) => {
    const testId = found(parseLargeRowId(params.test_id));
    found(await apiReads(tx).findProjectTest(project.id, testId));
    const now = services.clock.now();
    const until = await requireMute(tx, { project, body, now });
    const { reason, owner_user_id: ownerUserId } = body;
    const { id: projectId, accountId } = project;
    const result = await storeMute(tx, {
      accountId,
      projectId,
      testId,
      reason,
      ownerUserId,
      mutedById: caller.userId,
      until,
    });
    if (result === 'broken') throw new ApiError('test_broken');
    if (result === 'too_many') throw new ApiError('mute_limit_reached');
    await announceChange(tx, projectId, 'test');
    const detail = await readTest({ ...services, reads: apiReads(tx) }, project, testId);
    await recordProjectAction(tx, {
      accountId,
      projectId,
      userId: caller.userId,
      action: 'test.mute',
      target: fullNameOf(detail),
      detail: { project: project.name, test_id: testId, reason, owner_user_id: ownerUserId, until },
      origin: caller,
    });
    return detail;
  }),
);

interface RequestedMute {
  readonly project: ProjectRecord;
  readonly body: BodyValues<typeof muteTest.body>;
  readonly now: number;
}

/** When a mute ends. Throws a 422 for an owner who is no member, and for a time that is too late or has passed. */
async function requireMute(tx: DatabaseHandle, { project, body, now }: RequestedMute): Promise<Date> {
  if (!(await isProjectMember(tx, project.id, body.owner_user_id)))
    throw new ApiError('invalid_parameter', { message: 'owner_user_id must be a member of the project.' });
  const latest = now + MAX_MUTE_DAYS * DAY_MS;
  const until = body.until?.getTime() ?? latest;
  if (until <= now) throw new ApiError('invalid_parameter', { message: 'until must be in the future.' });
  // Clients compute fourteen days by their own clock.
  if (until > latest + DAY_MS / 24)
    throw new ApiError('invalid_parameter', { message: `until must be within ${MAX_MUTE_DAYS} days.` });
  return new Date(until);
}

export const unmute = defineEndpoint(unmuteTest, ({ caller, project, params, services }) =>
  services.database.modelTransaction(async (tx) => {
    const testId = found(parseLargeRowId(params.test_id));
    const wasMuted = await storeUnmute(tx, project.id, testId);
    if (wasMuted) await announceChange(tx, project.id, 'test');
    const detail = await readTest({ ...services, reads: apiReads(tx) }, project, testId);
    if (wasMuted)
      await recordProjectAction(tx, {
        accountId: project.accountId,
        projectId: project.id,
        userId: caller.userId,
        action: 'test.unmute',
        target: fullNameOf(detail),
        detail: { project: project.name, test_id: testId },
        origin: caller,
      });
    return detail;
  }),
);

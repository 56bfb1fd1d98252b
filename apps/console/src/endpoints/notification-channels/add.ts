import { addNotificationChannel, type BodyValues } from '@slipway/contracts';
import { addChannel, announceChange, MAX_CHANNELS } from '@slipway/db';
import { type ChannelConfig, newId, rotateSecrets, sealChannelConfig, targetOf } from '@slipway/domain';
import { ApiError, created, found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { mailFirstSecret } from '../../mail-first-secret.js';
import { requireName } from '../../require-name.js';
import { servicesIn } from '../../services-in.js';
import { presentChannel } from './present-channel.js';

export const endpoint = defineConsoleEndpoint(addNotificationChannel, async (input) => {
  const { caller, project, body, audit, services } = input;
  const id = newId();
  const name = requireName(body.name);
  const config = configOf(body, services.clock.now());
  const { id: projectId, accountId } = project;
  const channel = await services.database.modelTransaction(async (tx) => {
    const sealed = sealChannelConfig(services.appSecrets, id, config);
    const isAdded = await addChannel(tx, {
      ...{ id, accountId, projectId, kind: config.kind, name, userId: caller.userId },
      ...{ target: targetOf(config), config: sealed },
    });
    if (!isAdded)
      throw new ApiError('invalid_parameter', {
        message: `A project can have at most ${MAX_CHANNELS} channels. Remove one first.`,
      });
    await audit(tx, { target: name, detail: { kind: config.kind, project: project.name } });
    if (config.kind === 'webhook') await mailFirstSecret(tx, input, { name, integrationId: null });
    await announceChange(tx, projectId, 'notification');
    return found(await servicesIn(tx, services).reads.findNotificationChannel(projectId, id));
  });
  const secret = config.kind === 'webhook' ? (config.secrets[0]?.secret ?? null) : null;
  return created({ channel: presentChannel(channel), secret });
});

type NewChannelBody = BodyValues<(typeof addNotificationChannel)['body']>;

/** The configuration of a new channel, from the fields that its kind needs. */
function configOf(body: NewChannelBody, now: number): ChannelConfig {
  const { kind } = body;
  switch (kind) {
    case 'email':
      return { kind, userIds: required(body.user_ids, 'user_ids') };
    case 'slack_bot':
      return { kind, token: required(body.token, 'token'), channel: required(body.channel, 'channel') };
    case 'webhook':
      return { kind, url: required(body.url, 'url'), secrets: rotateSecrets([], now) };
    default:
      return { kind, url: required(body.url, 'url') };
  }
}

function required<T>(value: T | undefined, path: string): T {
  if (value !== undefined) return value;
  const message = 'is required for this kind of channel';
  throw new ApiError('invalid_parameter', {
    message: `${path} ${message}.`,
    extra: { details: [{ path, message }] },
  });
}

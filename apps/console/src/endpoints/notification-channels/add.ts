import { addNotificationChannel } from '@slipway/contracts';
import { addChannel, announceChange, MAX_CHANNELS } from '@slipway/db';
import { rotateSecrets, sealChannelConfig, targetOf } from '@slipway/destinations';
import { channelForms } from '@slipway/destinations/forms';
import { newId } from '@slipway/domain';
import { ApiError, created, found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { mailFirstSecret } from '../../mail-first-secret.js';
import { requireName } from '../../require-name.js';
import { servicesIn } from '../../services-in.js';
import { presentChannel } from './present-channel.js';
import { requestedConfig, requireAllowed } from './requested-config.js';

export const endpoint = defineConsoleEndpoint(addNotificationChannel, async (input) => {
  const { caller, project, body, audit, services } = input;
  const id = newId();
  const name = requireName(body.name);
  const { kind } = body;
  const secrets = channelForms[kind].isSigned ? rotateSecrets([], services.clock.now()) : null;
  const config = requestedConfig({ kind, ...(secrets && { secrets }) }, body);
  await requireAllowed(config, services.notificationAddresses);
  const { id: projectId, accountId } = project;
  const channel = await services.database.modelTransaction(async (tx) => {
    const sealed = sealChannelConfig(services.appSecrets, id, config);
    const isAdded = await addChannel(tx, {
      id,
      accountId,
      projectId,
      kind,
      name,
      userId: caller.userId,
      target: targetOf(config),
      config: sealed,
    });
    if (!isAdded)
      throw new ApiError('invalid_parameter', {
        message: `A project can have at most ${MAX_CHANNELS} channels. Remove one first.`,
      });
    await audit(tx, { target: name, detail: { kind, project: project.name } });
    if (secrets !== null) await mailFirstSecret(tx, input, { name, integrationId: null });
    await announceChange(tx, projectId, 'notification');
    return found(await servicesIn(tx, services).reads.findNotificationChannel(projectId, id));
  });
  return created({ channel: presentChannel(channel), secret: secrets?.[0]?.secret ?? null });
});

import { rotateNotificationSecret } from '@slipway/contracts';
import { changeChannel, mailNewSecret } from '@slipway/db';
import { rotateSecrets, sealChannelConfig } from '@slipway/destinations';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { loadConfig } from './load-channel.js';

export const endpoint = defineConsoleEndpoint(rotateNotificationSecret, async (input) => {
  const { caller, project, audit, services } = input;
  const { id, name, config } = await loadConfig(input);
  if (!('secrets' in config))
    throw new ApiError('invalid_parameter', { message: 'Only outgoing webhooks have a signing secret.' });
  const now = services.clock.now();
  const secrets = rotateSecrets(config.secrets, now);
  const sealed = sealChannelConfig(services.appSecrets, id, { ...config, secrets });
  await services.database.modelTransaction(async (tx) => {
    await changeChannel(tx, { projectId: project.id, id }, { config: sealed });
    await audit(tx, { target: name, detail: { project: project.name } });
    await mailNewSecret(tx, project.accountId, {
      name,
      integrationId: null,
      projectId: project.id,
      projectName: project.name,
      replacedBy: caller.user.name,
      replacedAt: new Date(now).toISOString(),
      ipAddress: caller.ipAddress,
    });
  });
  return { secret: secrets[0]?.secret ?? '' };
});

import { changeNotificationAddress } from '@slipway/contracts';
import { announceChange, changeChannel } from '@slipway/db';
import { sealChannelConfig, targetOf } from '@slipway/destinations';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { loadConfig } from './load-channel.js';
import { presentChannel } from './present-channel.js';
import { requestedConfig, requireAllowed } from './requested-config.js';

export const endpoint = defineConsoleEndpoint(changeNotificationAddress, async (input) => {
  const { project, body, audit, services } = input;
  const { id, name, config: before } = await loadConfig(input);
  const config = requestedConfig(before, body);
  await requireAllowed(config, services.notificationAddresses);
  const edit = { target: targetOf(config), config: sealChannelConfig(services.appSecrets, id, config) };
  const channel = await services.database.modelTransaction(async (tx) => {
    await changeChannel(tx, { projectId: project.id, id }, edit);
    await audit(tx, { target: name, detail: { to: edit.target, project: project.name } });
    await announceChange(tx, project.id, 'notification');
    return found(await servicesIn(tx, services).reads.findNotificationChannel(project.id, id));
  });
  return presentChannel(channel);
});

import { updateNotificationChannel } from '@slipway/contracts';
import {
  announceChange,
  changeChannel,
  pauseChannel,
  resumeChannel,
  setChannelRules,
  setFilter,
} from '@slipway/db';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { requireName } from '../../require-name.js';
import { servicesIn } from '../../services-in.js';
import { loadChannel } from './load-channel.js';
import { presentChannel } from './present-channel.js';

export const endpoint = defineConsoleEndpoint(updateNotificationChannel, async (input) => {
  const { caller, project, body, audit, services } = input;
  const { id, name } = await loadChannel(input);
  const key = { projectId: project.id, id };
  const channel = await services.database.modelTransaction(async (tx) => {
    if (body.name !== undefined) await changeChannel(tx, key, { name: requireName(body.name) });
    if (body.rules !== undefined) await setChannelRules(tx, key, body.rules);
    if (body.builds !== undefined) await setFilter(tx, { projectId: project.id, channelId: id }, body.builds);
    if (body.state === 'paused') await pauseChannel(tx, key, caller.userId);
    if (body.state === 'active') await resumeChannel(tx, key);
    await audit(tx, { target: name, detail: { ...body, project: project.name } });
    await announceChange(tx, project.id, 'notification');
    return found(await servicesIn(tx, services).reads.findNotificationChannel(project.id, id));
  });
  return presentChannel(channel);
});

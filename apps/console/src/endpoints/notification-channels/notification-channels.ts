import {
  addNotificationChannel,
  changeNotificationAddress,
  listNotificationChannels,
  listSentNotifications,
  type NotificationChannel,
  previewNotificationFilter,
  removeNotificationChannel,
  replayNotification,
  rotateNotificationSecret,
  testNotificationChannel,
  tryNotificationChannel,
  updateNotificationChannel,
} from '@slipway/contracts';
import {
  type ApiReads,
  addChannel,
  apiReads,
  changeChannel,
  MAX_CHANNELS,
  type NotificationChannelRecord,
  type ProjectRecord,
  pauseChannel,
  removeChannel,
  replayDelivery,
  resumeChannel,
  setChannelRules,
  setFilter,
  tryChannel,
  writeNotification,
} from '@slipway/db';
import { rotateSecrets, sealChannelConfig } from '@slipway/destinations';
import { channelForms } from '@slipway/destinations/forms';
import { newId, parseUuid, redactName } from '@slipway/domain';
import { ApiError, created, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../../console-endpoint.js';
import { mailSecret } from '../../mail-secret.js';
import { requireName } from '../../require-name.js';
import type { ConsoleServices } from '../../services.js';
import { loadConfig, requestedConfig, requireAllowed, requireTarget } from './channel-config.js';
import { presentChannel } from './present-channel.js';

interface InPath {
  readonly project: ProjectRecord;
  readonly params: { readonly channel_id: string };
  readonly services: Pick<ConsoleServices, 'reads'>;
}

async function loadChannel({ project, params, services }: InPath): Promise<NotificationChannelRecord> {
  return found(await services.reads.findNotificationChannel(project.id, found(parseUuid(params.channel_id))));
}

async function showChannel(reads: ApiReads, projectId: number, id: string): Promise<NotificationChannel> {
  return presentChannel(found(await reads.findNotificationChannel(projectId, id)));
}

export const list = defineConsoleEndpoint(listNotificationChannels, async ({ project, services }) => {
  const channels = await services.reads.listNotificationChannels(project.id);
  return { channels: channels.map(presentChannel), limit: MAX_CHANNELS };
});

export const add = defineConsoleEndpoint(addNotificationChannel, async (input) => {
  const { caller, project, body, audit, services } = input;
  const id = newId();
  const name = requireName(body.name);
  const { kind } = body;
  const secrets = channelForms[kind].isSigned ? rotateSecrets([], services.clock.now()) : null;
  const config = requestedConfig({ kind, ...(secrets && { secrets }) }, body);
  await requireAllowed(config, services.notificationAddresses);
  const target = await requireTarget(config, project, services);
  const { id: projectId, accountId } = project;
  const sealed = sealChannelConfig(services.appSecrets, id, config);
  const place = { id, accountId, projectId, userId: caller.userId };
  const channel = await services.database.modelTransaction(async (tx) => {
    if (!(await addChannel(tx, { ...place, kind, name, target, config: sealed })))
      throw new ApiError('invalid_parameter', {
        message: `A project can have at most ${MAX_CHANNELS} channels. Remove one first.`,
      });
    await audit(tx, { target: name, detail: { kind, project: project.name }, announces: 'notification' });
    if (secrets !== null) await mailSecret(tx, input, { name, integrationId: null, isFirst: true });
    return showChannel(apiReads(tx), projectId, id);
  });
  return created({ channel, secret: secrets?.[0]?.secret ?? null });
});

export const update = defineConsoleChange(updateNotificationChannel, async (input) => {
  const { caller, project, body, tx, audit, services } = input;
  const { id, name } = await loadChannel(input);
  const key = { projectId: project.id, id };
  if (body.name !== undefined) await changeChannel(tx, key, { name: requireName(body.name) });
  if (body.rules !== undefined) await setChannelRules(tx, key, body.rules);
  if (body.builds !== undefined) await setFilter(tx, { projectId: project.id, channelId: id }, body.builds);
  if (body.state === 'paused') await pauseChannel(tx, key, caller.userId);
  if (body.state === 'active') await resumeChannel(tx, key);
  await audit({ target: name, detail: { ...body, project: project.name }, announces: 'notification' });
  return showChannel(services.reads, project.id, id);
});

export const remove = defineConsoleChange(removeNotificationChannel, async ({ project, params, tx, audit }) => {
  const key = { projectId: project.id, id: found(parseUuid(params.channel_id)) };
  const name = found(await removeChannel(tx, key));
  await audit({ target: name, detail: { project: project.name }, announces: 'notification' });
});

export const changeAddress = defineConsoleEndpoint(changeNotificationAddress, async (input) => {
  const { project, body, audit, services } = input;
  const { id, name, config: before } = await loadConfig(input);
  const config = requestedConfig(before, body);
  await requireAllowed(config, services.notificationAddresses);
  const target = await requireTarget(config, project, services);
  const edit = { target, config: sealChannelConfig(services.appSecrets, id, config) };
  return services.database.modelTransaction(async (tx) => {
    await changeChannel(tx, { projectId: project.id, id }, edit);
    const detail = { to: edit.target, project: project.name };
    await audit(tx, { target: name, detail, announces: 'notification' });
    return showChannel(apiReads(tx), project.id, id);
  });
});

export const rotateSecret = defineConsoleChange(rotateNotificationSecret, async (input) => {
  const { project, tx, audit, services } = input;
  const { id, name, config } = await loadConfig(input);
  if (!('secrets' in config))
    throw new ApiError('invalid_parameter', { message: 'Only outgoing webhooks have a signing secret.' });
  const secrets = rotateSecrets(config.secrets, services.clock.now());
  const sealed = sealChannelConfig(services.appSecrets, id, { ...config, secrets });
  await changeChannel(tx, { projectId: project.id, id }, { config: sealed });
  await audit({ target: name, detail: { project: project.name } });
  await mailSecret(tx, input, { name, integrationId: null });
  return { secret: secrets[0]?.secret ?? '' };
});

export const sendTest = defineConsoleChange(testNotificationChannel, async (input) => {
  const { project, tx, audit } = input;
  const { id: channelId, name, pausedAt } = await loadChannel(input);
  if (pausedAt !== null)
    throw new ApiError('invalid_parameter', { message: 'The channel is paused. Resume it first.' });
  await writeNotification(tx, {
    accountId: project.accountId,
    projectId: project.id,
    channelId,
    event: 'channel.test',
    eventKey: `test:${newId()}`,
    threadKey: `test:${channelId}`,
    detail: { channelName: name },
  });
  // The test would otherwise wait with the messages that it is meant to explain.
  await tryChannel(tx, { projectId: project.id, id: channelId });
  await audit({ target: name, detail: { project: project.name } });
});

export const tryNow = defineConsoleChange(tryNotificationChannel, async (input) => {
  const { project, tx, audit } = input;
  const { id, name } = await loadChannel(input);
  await tryChannel(tx, { projectId: project.id, id });
  await audit({ target: name, detail: { project: project.name }, announces: 'notification' });
});

export const listDeliveries = defineConsoleEndpoint(listSentNotifications, async (input) => {
  const { id: channelId } = await loadChannel(input);
  const rows = await input.services.reads.listNotificationDeliveries(input.project.id, channelId);
  return {
    deliveries: rows.map(({ id, event, title, status, attempts, ...row }) => ({
      id,
      event,
      title,
      status,
      attempts,
      last_status: row.lastStatus,
      last_error: row.lastError,
      created_at: presentTime(row.createdAt),
      sent_at: presentTime(row.sentAt),
    })),
  };
});

export const replay = defineConsoleChange(replayNotification, async (input) => {
  const { project, params, tx, audit } = input;
  const { id: channelId, name } = await loadChannel(input);
  const id = found(parseUuid(params.delivery_id));
  if (!(await replayDelivery(tx, { channelId, projectId: project.id, id }))) throw new ApiError('not_found');
  const detail = { delivery_id: id, project: project.name };
  await audit({ target: name, detail, announces: 'notification' });
});

export const previewFilter = defineConsoleEndpoint(
  previewNotificationFilter,
  async ({ project, body, services }) => {
    const { failedBuilds, jobNames } = await services.reads.findFilterMatches(project.id, body.builds);
    const redactor = services.redactors.of(project);
    return { failed_builds: failedBuilds, job_names: jobNames.map((name) => redactName(name, redactor)) };
  },
);

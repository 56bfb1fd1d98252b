import {
  markInboxRead as contract,
  getNotificationSettings,
  listInbox,
  type NotificationSettings,
  updateNotificationSettings,
  updatePersonalRules,
} from '@slipway/contracts';
import { markInboxRead, savePreference, setFilter, setPersonalRules } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint, done } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';
import { zoneOf } from '../zone-of.js';
import { TIME_ZONES } from './account.js';
import { presentFilter, presentRules } from './notification-channels/present-channel.js';

export const getSettings = defineConsoleEndpoint(getNotificationSettings, ({ caller, services }) =>
  showSettings(services, caller.userId),
);

function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

export const listInboxEndpoint = defineConsoleEndpoint(listInbox, async ({ caller, services }) => {
  const { items, unread } = await services.reads.readInbox(caller.userId);
  return {
    unread,
    items: items.map(({ id, projectId, readAt, createdAt, message }) => ({
      id,
      tone: message.tone,
      title: message.title,
      text: message.text,
      project_id: projectId,
      project_name: message.source,
      // BASE_URL may have changed since the notification was written.
      path: pathOf(message.link.url),
      is_read: readAt !== null,
      created_at: presentTime(createdAt),
    })),
  };
});

export const markRead = defineConsoleEndpoint(contract, async ({ caller, body, services }) => {
  await markInboxRead(services.database, caller.userId, { id: body.id, now: new Date(services.clock.now()) });
  return done;
});

export const updateRules = defineConsoleChange(
  updatePersonalRules,
  async ({ caller, project, body, tx, audit }) => {
    const key = { projectId: project.id, userId: caller.userId };
    await setPersonalRules(tx, key, body.rules ?? []);
    if (body.builds !== undefined) await setFilter(tx, key, body.builds);
    await audit({ target: project.name, detail: { ...body } });
  },
);

export const updateSettings = defineConsoleChange(updateNotificationSettings, async (input) => {
  const { caller, body, tx, audit, services } = input;
  const { mail, quiet_from: from = null, quiet_until: until = null } = body;
  // Browsers differ in the names of some zones: Asia/Kolkata is Asia/Calcutta in the list.
  const timezone = zoneOf(body);
  if ((from === null) !== (until === null))
    throw new ApiError('invalid_parameter', { message: 'Quiet hours need a beginning and an end.' });
  const edit = { mail, timezone, quietFrom: from, quietUntil: until, digestHour: body.digest_hour ?? 9 };
  await savePreference(tx, caller.userId, { edit, now: services.clock.now() });
  await audit({ target: caller.user.name, detail: { mail } });
  return showSettings(services, caller.userId);
});

const DEFAULTS = { mail: 'immediate', timezone: 'UTC', quietFrom: null, quietUntil: null, digestHour: 9 } as const;

async function showSettings({ reads }: ConsoleServices, userId: number): Promise<NotificationSettings> {
  // Sequential, because these reads may share a transaction, which has only one connection.
  const saved = await reads.findNotificationPreference(userId);
  const preference = saved ?? DEFAULTS;
  const rules = await reads.listPersonalRules(userId);
  const filters = await reads.listPersonalFilters(userId);
  const projects = await reads.listProjects(userId);
  return {
    is_saved: saved !== null && saved.timezone !== '',
    mail: preference.mail,
    time_zone: preference.timezone || DEFAULTS.timezone,
    time_zones: [...TIME_ZONES],
    quiet_from: preference.quietFrom,
    quiet_until: preference.quietUntil,
    digest_hour: preference.digestHour,
    projects: projects.map(({ id, name }) => ({
      id,
      name,
      rules: presentRules(
        rules.filter(({ projectId }) => projectId === id),
        'person',
      ),
      builds: presentFilter(filters.find(({ projectId }) => projectId === id)),
    })),
  };
}

import type { NotificationSettings } from '@slipway/contracts';
import type { ConsoleServices } from '../../services.js';
import { TIME_ZONES } from '../account/present-account.js';
import { presentFilter, presentRules } from '../notification-channels/present-channel.js';

const DEFAULTS = { mail: 'immediate', timezone: 'UTC', quietFrom: null, quietUntil: null, digestHour: 9 } as const;

/** Reads and presents how a person gets notifications. */
export async function showSettings({ reads }: ConsoleServices, userId: number): Promise<NotificationSettings> {
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
      ...{ id, name },
      rules: presentRules(
        rules.filter(({ projectId }) => projectId === id),
        'person',
      ),
      builds: presentFilter(filters.find(({ projectId }) => projectId === id)),
    })),
  };
}

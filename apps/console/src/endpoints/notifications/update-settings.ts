import { updateNotificationSettings } from '@slipway/contracts';
import { savePreference } from '@slipway/db';
import { ApiError } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { zoneOf } from '../../zone-of.js';
import { showSettings } from './show-settings.js';

export const endpoint = defineConsoleEndpoint(updateNotificationSettings, async (input) => {
  const { caller, body, audit, services } = input;
  const { mail, quiet_from: from = null, quiet_until: until = null } = body;
  // Browsers differ in the names of some zones: Asia/Kolkata is Asia/Calcutta in the list.
  const timezone = zoneOf(body);
  if ((from === null) !== (until === null))
    throw new ApiError('invalid_parameter', { message: 'Quiet hours need a beginning and an end.' });
  const edit = { mail, timezone, quietFrom: from, quietUntil: until, digestHour: body.digest_hour ?? 9 };
  return services.database.modelTransaction(async (tx) => {
    await savePreference(tx, caller.userId, { edit, now: services.clock.now() });
    await audit(tx, { target: caller.user.name, detail: { mail } });
    return showSettings(servicesIn(tx, services), caller.userId);
  });
});

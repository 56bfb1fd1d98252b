import { updateAccount } from '@slipway/contracts';
import { updateAccount as saveAccount } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { requireName } from '../../require-name.js';
import { servicesIn } from '../../services-in.js';
import { readAccount, TIME_ZONES } from './present-account.js';

export const endpoint = defineConsoleEndpoint(updateAccount, async ({ account, body, audit, services }) => {
  const { time_zone: timezone } = body;
  const name = body.name === undefined ? undefined : requireName(body.name);
  if (timezone !== undefined && !TIME_ZONES.includes(timezone))
    throw invalidField('time_zone', 'must be a time zone such as Europe/Berlin');
  return services.database.modelTransaction(async (tx) => {
    await saveAccount(tx, account.id, { name, timezone });
    await audit(tx, { target: account.name, detail: { ...body } });
    return readAccount(servicesIn(tx, services), account.id);
  });
});

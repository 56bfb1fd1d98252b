import { disallowSsoAddress } from '@slipway/contracts';
import { disallowAddress } from '@slipway/db';
import { parseUuid } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { servicesIn } from '../../services-in.js';
import { presentRecipient } from '../members/present-recipient.js';
import { readSso } from './present-sso.js';
import { requireAccess } from './require-access.js';

export const endpoint = defineConsoleEndpoint(disallowSsoAddress, async (input) => {
  const { account, caller, params, audit, services } = input;
  const id = found(parseUuid(params.address_id));
  return services.database.modelTransaction(async (tx) => {
    const { email, suspended } = found(await disallowAddress(tx, account.id, id));
    requireAccess(suspended, caller);
    await audit(tx, { target: presentRecipient(email), detail: { suspended_members: suspended.length } });
    return readSso(servicesIn(tx, services), account);
  });
});

import { allowSsoAddress } from '@slipway/contracts';
import { allowAddress, findMemberAddress } from '@slipway/db';
import { found } from '@slipway/http';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';
import { servicesIn } from '../../services-in.js';
import { presentRecipient } from '../members/present-recipient.js';
import { readSso } from './present-sso.js';

export const endpoint = defineConsoleEndpoint(allowSsoAddress, async (input) => {
  const { account, body, audit, services } = input;
  const { email, user_id: userId } = body;
  if ((email === undefined) === (userId === undefined))
    throw invalidField('email', 'Send either an address or the id of a member.');
  return services.database.modelTransaction(async (tx) => {
    const sent = email ?? found(await findMemberAddress(tx, account.id, userId ?? 0));
    const allowed = found(await allowAddress(tx, account.id, sent));
    await audit(tx, { target: presentRecipient(allowed) });
    return readSso(servicesIn(tx, services), account);
  });
});

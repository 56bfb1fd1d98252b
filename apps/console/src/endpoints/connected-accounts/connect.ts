import { connectLogin } from '@slipway/contracts';
import {
  type DatabaseHandle,
  findAuthorLogin,
  findMemberName,
  type Login,
  connectLogin as saveLogin,
} from '@slipway/db';
import { ApiError, found } from '@slipway/http';
import { providers } from '@slipway/providers';
import { defineConsoleEndpoint, done } from '../../console-endpoint.js';
import { invalidField } from '../../invalid-field.js';

/** Members connect their own logins; owners also connect those of others, and the authors of changes. */
export const endpoint = defineConsoleEndpoint(connectLogin, async (input) => {
  const { caller, account, body, audit, services } = input;
  const { user_id: userId } = body;
  const isForOwners = userId !== caller.userId || body.change_id !== undefined;
  if (isForOwners && account.role !== 'owner') throw new ApiError('owner_required');
  await services.database.modelTransaction(async (tx) => {
    const member = { accountId: account.id, userId };
    const name = found(await findMemberName(tx, member));
    const login = await readLogin(tx, account.id, body);
    await saveLogin(tx, member, login);
    await audit(tx, { target: name, detail: { provider: login.provider } });
  });
  return done;
});

interface SentLogin {
  readonly provider: string | undefined;
  readonly uid: string | undefined;
  readonly change_id: number | undefined;
}

async function readLogin(tx: DatabaseHandle, accountId: number, sent: SentLogin): Promise<Login> {
  if (sent.change_id !== undefined) return found(await findAuthorLogin(tx, accountId, sent.change_id));
  const { provider = '', uid = '' } = sent;
  if (!providers.some(({ id }) => id === provider)) throw invalidField('provider', 'Choose a tool.');
  if (uid.trim() === '') throw invalidField('uid', 'Enter the login in the tool.');
  return { provider, uid: uid.trim() };
}

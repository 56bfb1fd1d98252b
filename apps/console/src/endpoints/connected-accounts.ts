import { connectLogin, disconnectLogin, listConnectedLogins } from '@slipway/contracts';
import {
  type DatabaseHandle,
  findAuthorLogin,
  findConnectedLogin,
  findMemberName,
  type Login,
  disconnectLogin as removeLogin,
  connectLogin as saveLogin,
} from '@slipway/db';
import { parseRowId, redactAuthor } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { providers } from '@slipway/providers';
import { providerTitle } from '@slipway/providers/setups';
import { presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import { redactorsOf } from '../redactors-of.js';
import { presentRecipient } from './members.js';

/** Owners see everyone's logins, members only their own. Addresses are shortened, except the reader's own. */
export const list = defineConsoleEndpoint(listConnectedLogins, async ({ caller, account, services }) => {
  const { reads } = services;
  const isOwner = account.role === 'owner';
  const [logins, authors, members] = await Promise.all([
    reads.listConnectedLogins(account.id, isOwner ? null : caller.userId),
    isOwner ? reads.listUnknownAuthors(account.id) : [],
    isOwner ? reads.listAccountMembers(account.id) : [{ userId: caller.userId, name: caller.user.name }],
  ]);
  const redactorOf = await redactorsOf(
    services,
    authors.flatMap(({ projectIds }) => projectIds),
  );
  return {
    connected_accounts: logins.map(({ id, userId, userName, provider, uid, createdAt }) => ({
      id,
      user_id: userId,
      user_name: userName,
      provider,
      uid: uid.includes('@') && uid.toLowerCase() !== caller.user.email ? presentRecipient(uid) : uid,
      created_at: presentTime(createdAt),
    })),
    unknown_authors: authors.map(({ provider, author, projectIds, changeId, changes, lastSeenAt }) => ({
      provider,
      author: projectIds.reduce((name, id) => redactAuthor(name, redactorOf(id)), author),
      change_id: changeId,
      changes,
      last_seen_at: presentTime(lastSeenAt),
    })),
    people: members.map(({ userId, name }) => ({ user_id: userId, name })),
    providers: providers.map(({ id }) => ({ id, label: providerTitle(id) })),
  };
});

/** Members connect their own logins; owners also connect those of others, and the authors of changes. */
export const connect = defineConsoleChange(connectLogin, async ({ caller, account, body, tx, audit }) => {
  const { user_id: userId } = body;
  const isForOwners = userId !== caller.userId || body.change_id !== undefined;
  if (isForOwners && account.role !== 'owner') throw new ApiError('owner_required');
  const member = { accountId: account.id, userId };
  const name = found(await findMemberName(tx, member));
  const login = await readLogin(tx, account.id, body);
  await saveLogin(tx, member, login);
  await audit({ target: name, detail: { provider: login.provider } });
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

export const disconnect = defineConsoleChange(disconnectLogin, async ({ caller, account, params, tx, audit }) => {
  const id = found(parseRowId(params.connected_account_id));
  const { userId, provider } = found(await findConnectedLogin(tx, account.id, id));
  // Members must not learn about the logins of others.
  if (userId !== caller.userId && account.role !== 'owner') throw new ApiError('not_found');
  const name = await findMemberName(tx, { accountId: account.id, userId });
  await removeLogin(tx, account.id, id);
  await audit({ target: name ?? '', detail: { provider } });
});

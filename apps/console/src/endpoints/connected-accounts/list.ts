import { listConnectedLogins } from '@slipway/contracts';
import { redactAuthor } from '@slipway/domain';
import { providers } from '@slipway/providers';
import { providerTitle } from '@slipway/providers/setups';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { redactorsOf } from '../../redactors-of.js';
import { presentRecipient } from '../members/present-recipient.js';

/** Owners see everyone's logins, members only their own. Addresses are shortened, except the reader's own. */
export const endpoint = defineConsoleEndpoint(listConnectedLogins, async ({ caller, account, services }) => {
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

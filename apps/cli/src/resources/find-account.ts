import type { Client } from '@slipway/client';
import { listAccounts } from '@slipway/contracts';
import { planHasFeed } from '@slipway/domain';
import { CliError } from '../cli-error.js';

/** The id of the account that a project belongs to; undefined if it is none of the user's. */
export async function findAccountOf(client: Client, projectId: string): Promise<string | undefined> {
  const { accounts } = await client.call(listAccounts);
  const account = accounts.find(({ project_ids }) => project_ids.includes(projectId));
  return account === undefined ? undefined : String(account.id);
}

/** The account whose feed a person means without naming one: their default account, or the only one with a feed. */
export async function findFeedAccount(client: Client): Promise<string> {
  const { accounts } = await client.call(listAccounts);
  const [only, ...others] = accounts.filter(({ plan }) => planHasFeed(plan));
  const chosen = accounts.find(({ is_default, plan }) => is_default && planHasFeed(plan));
  if (chosen !== undefined) return String(chosen.id);
  if (only === undefined)
    throw new CliError('None of your accounts has a feed: it needs the Team plan or higher.', {
      hint: 'List your accounts and their plans with `slipway whoami`.',
    });
  if (others.length === 0) return String(only.id);
  throw new CliError('Several of your accounts have a feed, but your default account has none.', {
    hint: `Choose one with --account: ${[only, ...others].map(({ id }) => id).join(', ')}`,
  });
}

import type { Client } from '@slipway/client';
import { listAccounts } from '@slipway/contracts';

/** The id of the account that a project belongs to; undefined if it is none of the user's. */
export async function findAccountOf(client: Client, projectId: string): Promise<string | undefined> {
  const { accounts } = await client.call(listAccounts);
  const account = accounts.find(({ project_ids }) => project_ids.includes(projectId));
  return account === undefined ? undefined : String(account.id);
}

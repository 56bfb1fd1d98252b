import { type Account, getAuthContext, listAccounts } from '@slipway/contracts';
import { defineCommand } from '../define-command.js';

const describe = ({ id, plan, role, is_default, project_ids }: Account) =>
  `${id}  ${plan}  ${role}  projects ${project_ids.join(', ') || 'none'}${is_default ? '  (default)' : ''}`;

export const command = defineCommand({
  summary: 'Show the user and accounts that the token acts for',
  examples: ['slipway whoami', 'slipway whoami --json accounts --jq ".accounts[].id"'],
  json: ['user_id', 'account_id', 'scopes', 'accounts'],
  async run({ session, client, output }) {
    const { host } = await session();
    const { user_id, account_id, scopes } = await (await client()).call(getAuthContext);
    const { accounts } = await (await client()).call(listAccounts);
    await output.record(
      { user_id, account_id, scopes, accounts },
      {
        title: `user:${user_id}`,
        details: [
          { label: 'host', value: host },
          { label: 'scopes', value: scopes.join(' ') },
        ],
        sections: [{ heading: 'Accounts', lines: accounts.map(describe) }],
      },
    );
  },
});

import { Account, AuthContext, getAuthContext, listAccounts } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf } from '../fields.js';

export const whoamiTool = defineTool({
  name: 'whoami',
  title: 'Who am I',
  description:
    'Returns the user that the token acts for, their accounts with plan and role, the scopes of the token and when it ' +
    'expires. Use it when a tool is missing or a call is refused, or to find an account. Not needed before other calls.',
  toolset: 'account',
  endpoints: [getAuthContext, listAccounts],
  input: argumentsOf({}),
  output: Type.Object({ ...AuthContext.properties, accounts: Type.Array(Account) }),
  async run(_, { client, signal }) {
    const context = await client.call(getAuthContext, { signal });
    const { accounts } = await client.call(listAccounts, { signal });
    const { user_id, scopes } = context;
    return {
      summary: `The token acts for user ${user_id}, who has ${accounts.length} accounts, and has ${scopes.length} scopes.`,
      data: { ...context, accounts },
    };
  },
});

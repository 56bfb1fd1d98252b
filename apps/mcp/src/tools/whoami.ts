import { AuthContext, getAuthContext } from '@slipway/contracts';
import { defineTool } from '../define-tool.js';
import { argumentsOf } from '../fields.js';

export const tool = defineTool({
  name: 'whoami',
  title: 'Who am I',
  description:
    'Returns the user that the token acts for, the scopes of the token and when it expires. Use it when a tool is ' +
    'missing or a call is refused for lack of a scope. Not needed before other calls.',
  toolset: 'account',
  endpoints: [getAuthContext],
  input: argumentsOf({}),
  output: AuthContext,
  async run(_input, { client, signal }) {
    const data = await client.call(getAuthContext, { signal });
    return { summary: `The token acts for user ${data.user_id} and has ${data.scopes.length} scopes.`, data };
  },
});

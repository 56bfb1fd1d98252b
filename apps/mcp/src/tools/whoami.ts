import { getAuthContext } from '@slipway/contracts';
import { defineReadTool } from '../define-read-tool.js';

export const tool = defineReadTool(getAuthContext, {
  name: 'whoami',
  title: 'Who am I',
  description:
    'Returns the user that the token acts for, the scopes of the token and when it expires. Use it when a tool is ' +
    'missing or a call is refused for lack of a scope. Not needed before other calls.',
  toolset: 'account',
  summary: ({ user_id, scopes }) => `The token acts for user ${user_id} and has ${scopes.length} scopes.`,
});

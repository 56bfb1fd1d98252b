import { requireCredentials } from '@slipway/credentials';
import { defineCommand } from '../../define-command.js';

export const command = defineCommand({
  summary: 'Print the token that commands send',
  examples: ['curl -H "Authorization: Bearer $(slipway auth token)" http://127.0.0.1:8080/api/v1/ping'],
  async run({ session, output }) {
    output.line(requireCredentials(await session()).token);
  },
});

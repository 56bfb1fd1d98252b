import { getPing } from '@slipway/contracts';
import { defineCommand } from '../define-command.js';

export const command = defineCommand({
  name: 'ping',
  summary: 'Check that the service responds and the token works',
  async run({ client, write }) {
    const { status, token } = await client.call(getPing);
    write(`${status}\t${token.name}\t${token.scopes.join(' ')}`);
  },
});

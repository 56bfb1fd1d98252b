import { removeLogin } from '../../auth/logins.js';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { EXIT } from '../../exit-codes.js';

export const command = defineCommand({
  summary: 'Delete the stored token for a host',
  description: 'The token keeps working until it expires or you revoke it in the web settings.',
  examples: ['slipway auth logout', 'slipway auth logout --host https://slipway.example.com'],
  async run({ session, output, env }) {
    const { host, stored } = await session();
    if (stored.logins[host] === undefined)
      throw new CliError(`You are not signed in to ${host}.`, { code: EXIT.auth });
    await removeLogin(env, host);
    output.warn(`Deleted the stored token for ${host}. To revoke it as well: ${host}/settings/tokens`);
    if (env['SLIPWAY_TOKEN']) output.warn('SLIPWAY_TOKEN is set: commands keep using it.');
  },
});

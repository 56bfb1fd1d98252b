import { removeLogin } from '../../auth/logins.js';
import { CliError } from '../../cli-error.js';
import { defineCommand } from '../../define-command.js';
import { EXIT } from '../../exit-codes.js';

export const command = defineCommand({
  summary: 'Forget the token of a host',
  description: 'The token works until it expires or is revoked in the web settings.',
  examples: ['slipway auth logout', 'slipway auth logout --host https://slipway.example.com'],
  async run({ session, output, env }) {
    const { host, stored } = await session();
    if (stored.logins[host] === undefined)
      throw new CliError(`No login to ${host} is stored.`, { code: EXIT.auth });
    await removeLogin(env, host);
    output.warn(`Forgot the token of ${host}. To revoke it too: ${host}/settings/tokens`);
    if (env['SLIPWAY_TOKEN']) output.warn('SLIPWAY_TOKEN is set: commands go on using it.');
  },
});

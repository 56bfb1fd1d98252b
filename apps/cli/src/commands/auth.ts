import { getAuthContext } from '@slipway/contracts';
import { loginsPath, requireCredentials } from '@slipway/credentials';
import { removeLogin } from '../auth/logins.js';
import { CliError, EXIT } from '../cli-error.js';
import { defineCommand } from '../define-command.js';

export const logout = defineCommand({
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

export const status = defineCommand({
  summary: 'Show the host and token that commands use',
  description: 'Exits with 4 if you are not signed in or the host rejects the token.',
  examples: ['slipway auth status', 'slipway auth status --json scopes,expires_at'],
  json: ['host', 'source', 'name', 'prefix', 'scopes', 'expires_at', 'user_id', 'account_id', 'other_hosts'],
  async run({ session, client, output, env }) {
    const opened = await session();
    const { source, login } = requireCredentials(opened);
    const { scopes, user_id, account_id, token } = await (await client()).call(getAuthContext);
    const otherHosts = Object.keys(opened.stored.logins).filter((host) => host !== opened.host);
    const hides = source === 'SLIPWAY_TOKEN' && login !== undefined ? ' (overrides the stored login)' : '';
    const path = source === 'login' ? ` (${loginsPath(env)})` : '';
    const status = { host: opened.host, source, ...token, scopes, user_id, account_id, other_hosts: otherHosts };
    await output.record(status, {
      title: opened.host,
      details: [
        { label: 'token', value: `${token.prefix}… ${token.name}` },
        { label: 'source', value: `${source}${hides}${path}` },
        { label: 'user', value: user_id },
        { label: 'scopes', value: scopes.join(' ') },
        token.expires_at === null
          ? { label: 'expires', value: 'never' }
          : { label: 'expires', value: token.expires_at, as: 'time' },
        { label: 'also signed in to', value: otherHosts.join(' ') },
      ],
    });
  },
});

export const token = defineCommand({
  summary: 'Print the token that commands send',
  examples: ['curl -H "Authorization: Bearer $(slipway auth token)" http://127.0.0.1:8080/api/v1/ping'],
  async run({ session, output }) {
    output.line(requireCredentials(await session()).token);
  },
});

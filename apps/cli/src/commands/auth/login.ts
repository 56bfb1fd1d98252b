import { type AuthContext, getAuthContext, LOGIN_SCOPES, SCOPES, SETTINGS_SCOPES } from '@slipway/contracts';
import { isUnencrypted, loginsPath } from '@slipway/credentials';
import { loginWithBrowser } from '../../auth/browser-login.js';
import { saveLogin } from '../../auth/logins.js';
import { CliError, cancelled, EXIT } from '../../cli-error.js';
import type { CommandContext } from '../../context.js';
import { defineCommand } from '../../define-command.js';
import { isSlipwayError } from '../../explain-error.js';
import { openClient } from '../../open-client.js';

const PRESETS: Readonly<Record<string, readonly string[]>> = {
  all: LOGIN_SCOPES,
  default: LOGIN_SCOPES,
  'read-only': LOGIN_SCOPES.filter((scope) => scope === 'ping' || scope.startsWith('read:')),
};

/** The scopes that `--scope` names, as presets, single scopes or both. By default, all that a login can get. */
export function readScopes(host: string, names: readonly string[] = ['default']): readonly string[] {
  const wanted = names.flatMap((name) => PRESETS[name] ?? [name]);
  const refused = wanted.find((scope) => !(LOGIN_SCOPES as readonly string[]).includes(scope));
  if (refused === undefined) return LOGIN_SCOPES.filter((scope) => wanted.includes(scope));
  if ((SCOPES as readonly string[]).includes(refused))
    throw new CliError(`Browser logins never include the scope ${refused}.`, {
      hint: `Create a token with it at ${host}/settings/tokens, then run \`slipway auth login --with-token\`.`,
    });
  throw new CliError(`Unknown scope: ${refused}`, {
    hint: `Scopes: ${LOGIN_SCOPES.join(', ')}. Presets: ${Object.keys(PRESETS).join(', ')}.`,
  });
}

/** Reads a token from standard input, so that it does not end up in the shell history. */
async function readToken({ stdin, signal }: CommandContext): Promise<string> {
  const question = 'Paste the token (it is not shown) and press Enter:';
  const token =
    (stdin.isTerminal ? await stdin.readSecret(question, signal) : await stdin.readAll())?.trim() ?? '';
  if (signal.aborted) throw cancelled();
  if (!/^[\x21-\x7E]+$/.test(token))
    throw new CliError('No token on standard input.', {
      hint: 'slipway auth login --with-token < token.txt',
    });
  return token;
}

/** Asks the service what the token can do, which also proves that it works. */
async function inspect({ output, signal }: CommandContext, host: string, token: string): Promise<AuthContext> {
  const client = await openClient({ host, token, signal, output });
  return client.call(getAuthContext).catch((error: unknown) => {
    if (!isSlipwayError(error) || error.status !== 401) throw error;
    throw new CliError(`${host} does not accept this token. It was not stored.`, {
      code: EXIT.auth,
      hint: `Create a token at ${host}/settings/tokens.`,
      cause: error,
    });
  });
}

export const command = defineCommand({
  summary: 'Sign in to a service',
  description:
    `Signs in through the browser and stores a token that works for 90 days. Such a token never has the scopes ` +
    `${SETTINGS_SCOPES.join(', ')}. To use these, create a token in the web settings and store it with --with-token, ` +
    'which reads it from standard input.\n\n' +
    'The token is stored in a file that only you can read, and is sent only to the host it was created for.',
  examples: [
    'slipway auth login --host https://slipway.example.com',
    'slipway auth login --scope read-only',
    'slipway auth login --scope read:builds,write:builds --no-browser',
    'slipway auth login --with-token < token.txt',
  ],
  options: {
    withToken: { kind: 'flag', description: 'store a token from standard input' },
    scope: {
      kind: 'list',
      short: 's',
      description: 'what the token may do: read-only, default, all, or scopes such as read:builds',
      value: 'scopes',
    },
    noBrowser: { kind: 'flag', description: 'print the address instead of opening a browser' },
  },
  async run(context, { withToken, scope, noBrowser }) {
    const { host } = await context.session();
    if (isUnencrypted(host)) context.output.warn(`${host} is not encrypted: others can read your token.`);
    if (withToken && scope !== undefined) throw new CliError('A stored token keeps its own scopes: omit --scope.');
    if (withToken) {
      const token = await readToken(context);
      const { scopes, token: stored } = await inspect(context, host, token);
      const { name, expires_at } = stored;
      await saveLogin(context.env, host, { token, method: 'token', name, scopes, expires_at });
    } else {
      const scopes = readScopes(host, scope);
      const issued = await loginWithBrowser(context, { host, scopes, opensBrowser: !noBrowser });
      const { token, name, expires_at } = issued;
      await saveLogin(context.env, host, { token, method: 'browser', name, scopes: issued.scopes, expires_at });
    }
    context.output.warn(`Signed in to ${host}. The token is stored in ${loginsPath(context.env)}`);
    if (context.env['SLIPWAY_TOKEN']) context.output.warn('SLIPWAY_TOKEN is set and overrides this login.');
  },
});

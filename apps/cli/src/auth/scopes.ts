import { LOGIN_SCOPES, SCOPES } from '@slipway/contracts';
import { CliError } from '../cli-error.js';

/** Names for sets of scopes. */
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

import { getAuthContext } from '@slipway/contracts';
import { type CheckFinding, finding } from '@slipway/domain';
import { type CheckContext, visit } from './check-context.js';

const DAY_MS = 86_400_000;
const FEW_DAYS = 14;

const NOT_API = 'Let the proxy pass /api on to the API.';

interface AuthContext {
  readonly scopes: readonly string[];
  readonly token: { readonly name: string; readonly expires_at: string | null };
}

/** Checks that the service accepts the token, and reports its scopes and expiry. */
export async function checkToken(context: CheckContext): Promise<CheckFinding> {
  const { host, token } = context;
  if (token === undefined)
    return finding.warning(
      'token',
      `Not signed in to ${host}.`,
      'Run `slipway auth login`, or set SLIPWAY_TOKEN to an API token.',
    );
  const url = `${host}/api${getAuthContext.path}`;
  const answer = await visit(url, context, { authorization: `Bearer ${token}` });
  if (answer.status === 401) {
    const remedy = 'It was revoked or has expired. Run `slipway auth login`, or replace SLIPWAY_TOKEN.';
    return finding.problem('token', 'The service rejected the token.', remedy);
  }
  if (answer.status === 403)
    return finding.problem(
      'token',
      'The token is restricted to other networks than the one this machine is in.',
      `Use another one, or change its networks: ${host}/settings/tokens`,
    );
  if (!answer.ok) return finding.problem('token', `${url} answers ${answer.status}.`, 'Check the API log.');
  const found = (await answer.json()) as Partial<AuthContext>;
  if (found.scopes === undefined || found.token === undefined)
    return finding.problem('token', `${url} answers without scopes: it is not Slipway's API.`, NOT_API);
  return judge({ scopes: found.scopes, token: found.token });
}

function judge({ scopes, token }: AuthContext): CheckFinding {
  const granted = scopes.length === 0 ? 'no scopes' : scopes.join(' ');
  if (token.expires_at === null) return finding.ok('token', `The token is valid and does not expire: ${granted}.`);
  const days = Math.floor((Date.parse(token.expires_at) - Date.now()) / DAY_MS);
  const text = `The token is valid for another ${days} days: ${granted}.`;
  return days < FEW_DAYS
    ? finding.warning('token', text, 'Run `slipway auth login` before it expires.')
    : finding.ok('token', text);
}

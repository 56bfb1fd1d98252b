import { type DatabaseHandle, findOauthClient, type RequestSource, revokeOauthToken } from '@slipway/db';
import { hashToken, parseUuid } from '@slipway/domain';
import type { AuthDeps } from '../auth/deps.js';
import { OauthError, singleParameters } from './oauth-error.js';
import { redeemCode } from './redeem-code.js';
import { refreshTokens } from './refresh-tokens.js';
import { TOKEN_PARAMETERS, type TokenAttempt, type TokenResponse } from './token-attempt.js';

/** What a client sends to get or revoke tokens. */
export interface ClientForm {
  readonly form: URLSearchParams;
  readonly source: RequestSource;
}

export type TokenDeps = Pick<AuthDeps, 'database' | 'clock'>;

type Grant = (tx: DatabaseHandle, attempt: TokenAttempt) => Promise<TokenResponse | OauthError>;
const GRANTS: ReadonlyMap<string, Grant> = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', refreshTokens],
]);

/** Issues tokens for a code or a refresh token. */
export async function issueTokens({ form, source }: ClientForm, deps: TokenDeps): Promise<TokenResponse> {
  const sent: TokenAttempt['sent'] = singleParameters(form, TOKEN_PARAMETERS);
  if (sent.grant_type === undefined) throw new OauthError('invalid_request', 'grant_type is required.');
  const grant = GRANTS.get(sent.grant_type);
  if (grant === undefined)
    throw new OauthError('unsupported_grant_type', `grant_type must be ${[...GRANTS.keys()].join(' or ')}.`);
  const oauthClientId = await requireClient(sent.client_id, deps);
  const attempt = { sent, oauthClientId, source, now: deps.clock.now() };
  const result = await deps.database.modelTransaction((tx) => grant(tx, attempt));
  if (result instanceof OauthError) throw result;
  return result;
}

/** Revokes the grant of an access or refresh token. An unknown token is no error (RFC 7009, 2.2). */
export async function revokeTokens({ form, source }: ClientForm, deps: TokenDeps): Promise<void> {
  const { token, client_id: clientId } = singleParameters(form, ['token', 'client_id']);
  if (token === undefined) throw new OauthError('invalid_request', 'token is required.');
  const oauthClientId = await requireClient(clientId, deps);
  const revoked = { tokenHash: hashToken(token), oauthClientId, now: new Date(deps.clock.now()), source };
  await deps.database.modelTransaction((tx) => revokeOauthToken(tx, revoked));
}

async function requireClient(sent: string | undefined, { database, clock }: TokenDeps): Promise<string> {
  if (sent === undefined) throw new OauthError('invalid_request', 'client_id is required.');
  const id = parseUuid(sent);
  const client = id === null ? null : await findOauthClient(database, id, new Date(clock.now()));
  if (client === null)
    throw new OauthError('invalid_client', 'The client is unknown or was forgotten. Register again.');
  return client.id;
}

import { registerOauthClient } from '@slipway/db';
import { clientTokenName } from '@slipway/domain';
import type { AuthDeps } from '../auth/deps.js';
import { OauthError } from './oauth-error.js';
import { redirectUriProblem } from './redirect-uri.js';

const DAY_MS = 24 * 60 * 60_000;
/** A client that no user has allowed anything within this time is forgotten. */
const UNUSED_LIFETIME_MS = DAY_MS;
const MAX_REDIRECT_URIS = 10;

/**
 * Registers a client (RFC 7591). Clients have no secret, whatever they ask for: an installed program could not keep it.
 * PKCE proves that the program that exchanges a code is the one that asked for it.
 */
export async function registerClient(
  metadata: unknown,
  { database, clock }: Pick<AuthDeps, 'database' | 'clock'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new OauthError('invalid_client_metadata', 'The body must be a JSON object, sent as application/json.');
  const redirectUris = readRedirectUris((metadata as Record<string, unknown>)['redirect_uris']);
  const name = readName((metadata as Record<string, unknown>)['client_name']);
  const now = clock.now();
  const createdAt = new Date(now);
  const expiresAt = new Date(now + UNUSED_LIFETIME_MS);
  return {
    client_id: await registerOauthClient(database, { name, redirectUris, createdAt, expiresAt }),
    client_id_issued_at: Math.floor(now / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function readRedirectUris(sent: unknown): string[] {
  const isList = Array.isArray(sent) && sent.length > 0 && sent.length <= MAX_REDIRECT_URIS;
  if (!isList)
    throw new OauthError('invalid_redirect_uri', `redirect_uris must have 1 to ${MAX_REDIRECT_URIS} addresses.`);
  return [...new Set(sent.map(readRedirectUri))];
}

function readRedirectUri(uri: unknown): string {
  const problem = typeof uri === 'string' ? redirectUriProblem(uri) : 'A redirect URI must be a string.';
  if (problem !== null) throw new OauthError('invalid_redirect_uri', problem);
  return uri as string;
}

/** A client may choose any name; people see it on the consent page and in their list of tokens. */
function readName(sent: unknown): string {
  return (typeof sent === 'string' && clientTokenName(sent)) || 'MCP client';
}

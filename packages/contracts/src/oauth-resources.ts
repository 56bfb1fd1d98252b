import { LOGIN_SCOPES, type Scope } from './scopes.js';

/** An address of the assistant-protocol server for which OAuth clients get tokens. */
export interface OauthResource {
  readonly path: string;
  /** The scopes that can be granted for it. */
  readonly scopes: readonly Scope[];
}

/** The whole server, and the server without tools that write. */
export const OAUTH_RESOURCES = {
  all: { path: '/mcp', scopes: LOGIN_SCOPES },
  readOnly: { path: '/mcp/readonly', scopes: LOGIN_SCOPES.filter((scope) => !scope.startsWith('write:')) },
} as const satisfies Record<string, OauthResource>;

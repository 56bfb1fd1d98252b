import { LOGIN_SCOPES, type Scope } from '@slipway/contracts';
import { isCodeChallenge } from '@slipway/domain';

export interface AuthorizeRequest {
  readonly codeChallenge: string;
  readonly state: string;
  /** Where the browser returns to, on the user's own machine. */
  readonly redirectUri: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
const MAX_STATE_LENGTH = 1_024;
const MAX_NAME_LENGTH = 100;
const SINGLE = [
  'code_challenge',
  'code_challenge_method',
  'state',
  'port',
  'redirect_uri',
  'client_name',
  'scope',
] as const;

/** Reads the request, or explains what is wrong with it. The browser is never redirected to an invalid address. */
export function readAuthorizeRequest(query: URLSearchParams): AuthorizeRequest | { readonly problem: string } {
  const repeated = SINGLE.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return { problem: `${repeated} is given more than once.` };
  const codeChallenge = query.get('code_challenge') ?? '';
  if (!isCodeChallenge(codeChallenge))
    return { problem: 'code_challenge must be a SHA-256 digest in base64url: 43 characters.' };
  if ((query.get('code_challenge_method') ?? 'S256') !== 'S256')
    return { problem: 'code_challenge_method must be S256.' };
  const state = query.get('state') ?? '';
  if (state === '' || state.length > MAX_STATE_LENGTH)
    return { problem: `state is required and can have at most ${MAX_STATE_LENGTH} characters.` };
  const redirectUri = readRedirect(query);
  if (typeof redirectUri !== 'string') return redirectUri;
  const scopes = readScopes(query.get('scope'));
  if ('problem' in scopes) return scopes;
  return { codeChallenge, state, redirectUri, clientName: readName(query.get('client_name')), scopes };
}

function readRedirect(query: URLSearchParams): string | { readonly problem: string } {
  const [port, uri] = [query.get('port'), query.get('redirect_uri')];
  if (port === null && uri === null) return { problem: 'port or redirect_uri is required.' };
  const fromPort = port === null ? null : readPort(port);
  if (fromPort !== null && typeof fromPort !== 'string') return fromPort;
  if (uri === null) return fromPort as string;
  const redirect = readLoopback(uri);
  if (typeof redirect !== 'string') return redirect;
  if (fromPort !== null && new URL(fromPort).port !== new URL(redirect).port)
    return { problem: 'port and redirect_uri name different ports.' };
  return redirect;
}

function readPort(port: string): string | { readonly problem: string } {
  const isPort = /^[1-9][0-9]{0,4}$/.test(port) && Number(port) <= 65_535;
  return isPort ? `http://127.0.0.1:${port}/callback` : { problem: 'port must be a number from 1 to 65535.' };
}

/** RFC 8252, 7.3: a loopback address with any port, and the one path that clients listen on. */
function readLoopback(uri: string): string | { readonly problem: string } {
  const problem =
    'redirect_uri must be http://127.0.0.1:<port>/callback; the host may also be [::1] or localhost.';
  if (!URL.canParse(uri)) return { problem };
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(uri);
  const isPlain = search === '' && hash === '' && username === '' && password === '' && !/[?#@\\]/.test(uri);
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname) && pathname === '/callback' && isPlain
    ? new URL(uri).href
    : { problem };
}

function readScopes(scope: string | null): readonly Scope[] | { readonly problem: string } {
  if (scope === null) return LOGIN_SCOPES;
  const named = [...new Set(scope.split(/[\s,]+/).filter((name) => name !== ''))];
  if (named.length === 0) return { problem: 'scope is empty.' };
  const unknown = named.find((name) => !(LOGIN_SCOPES as readonly string[]).includes(name));
  if (unknown !== undefined) return { problem: `The scope ${unknown.slice(0, 60)} cannot be granted to a login.` };
  return LOGIN_SCOPES.filter((name) => named.includes(name));
}

/** A client may choose any name; people see it on the consent page and in their list of tokens. */
function readName(name: string | null): string {
  const clean = (name ?? '')
    .toWellFormed()
    .replace(/\p{C}+/gu, ' ')
    .trim();
  return [...clean].slice(0, MAX_NAME_LENGTH).join('');
}

export function returnAddress(request: AuthorizeRequest, answer: { code: string } | { error: string }): string {
  const address = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  address.searchParams.set('state', request.state);
  return address.href;
}

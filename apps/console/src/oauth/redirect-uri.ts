import { isPlainHost } from '../security.js';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Editors whose sign-in returns to the app by its own scheme. Other schemes could start any program on the machine. */
const APP_SCHEMES: ReadonlySet<string> = new Set(['cursor:']);
const MAX_LENGTH = 1_000;

/** Says why a client cannot register an address for browsers to return to; null if it can. */
export function redirectUriProblem(uri: string): string | null {
  if (uri.length > MAX_LENGTH) return `A redirect URI can have at most ${MAX_LENGTH} characters.`;
  // Programs disagree on where the host ends in an address with one of these.
  if (!URL.canParse(uri) || /[\s\\\p{C}]/u.test(uri)) return 'A redirect URI must be an absolute URL.';
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('#') || username !== '' || password !== '')
    return 'A redirect URI can have neither a fragment nor a user name.';
  if (!isPlainHost(hostname))
    return 'The host of a redirect URI can only have letters, digits, dots and hyphens, or be an IPv6 address in brackets.';
  if (protocol === 'https:' || APP_SCHEMES.has(protocol) || isLoopback(uri)) return null;
  return 'A redirect URI must use https, or http on 127.0.0.1, [::1] or localhost.';
}

/** Whether an address is on the user's own machine. */
export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK_HOSTS.has(hostname);
}

/**
 * Whether a client registered this address: exactly, or with another port on the loopback address, where a client cannot
 * choose its port in advance (RFC 8252, 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  // An earlier release may have registered an address that is refused now.
  if (redirectUriProblem(uri) !== null) return false;
  if (registered.includes(uri)) return true;
  return (
    isLoopback(uri) && registered.some((known) => isLoopback(known) && withoutPort(known) === withoutPort(uri))
  );
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

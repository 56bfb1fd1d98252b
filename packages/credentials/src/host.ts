import { CredentialsError } from './credentials-error.js';

/** The address of a service that runs on the same machine with `npm start`. */
export const LOCAL_HOST = 'http://127.0.0.1:8080';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:|$|\/)/i;

/** A service's address in a uniform spelling, without a trailing slash. Without a scheme, only this machine is http. */
export function normalizeHost(written: string): string {
  const scheme = LOOPBACK.test(written) ? 'http' : 'https';
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `${scheme}://${written}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  const isPlain = url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  if (url === null || !isPlain || !['http:', 'https:'].includes(url.protocol))
    throw new CredentialsError(`${written} is not the address of a service.`, {
      hint: 'Give an address such as https://slipway.example.com.',
    });
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether a token would be sent to this host unencrypted. */
export function isUnencrypted(host: string): boolean {
  return host.startsWith('http://') && !LOOPBACK.test(host.slice('http://'.length));
}

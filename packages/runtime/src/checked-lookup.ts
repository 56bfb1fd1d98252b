import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRules } from './address-rules.js';

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const resolveAll: Resolve = (hostname) => dns.lookup(hostname, { all: true, verbatim: true });

/**
 * A name lookup that returns only allowed addresses, so that the connection goes to exactly the checked ones: a DNS
 * answer cannot change between the check and the connection.
 */
export function checkedLookup(
  rules: AddressRules,
  refuse: (reason: string) => Error,
  resolve: Resolve = resolveAll,
): LookupFunction {
  return (hostname, options, callback) => {
    void resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => rules(address) === null);
        const [first] = allowed;
        if (first === undefined) callback(refuse(reasonOf(addresses, rules)), '');
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}

function reasonOf(addresses: readonly LookupAddress[], rules: AddressRules): string {
  const [reason = 'the name has no address'] = addresses.map(({ address }) => rules(address) ?? '');
  return reason;
}

const LOOKUP_TIMEOUT_MS = 2_000;

/**
 * Whether the rules refuse every address of a URL. A name that cannot be resolved now may be resolved later, so it is not
 * refused.
 */
export async function isRefused(url: URL, rules: AddressRules, resolve: Resolve = resolveAll): Promise<boolean> {
  if (isIP(hostOf(url)) !== 0) return rules(hostOf(url)) !== null;
  const timeout = new Promise<LookupAddress[]>((done) => setTimeout(done, LOOKUP_TIMEOUT_MS, []).unref());
  const addresses = await Promise.race([resolve(url.hostname), timeout]).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => rules(address) !== null);
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

/** Why the IP address in a URL is not allowed, because no lookup happens for it; null if it is, or if it is a name. */
export function refusedAddress(url: URL, rules: AddressRules): string | null {
  return isIP(hostOf(url)) === 0 ? null : rules(hostOf(url));
}

import { promises as dns } from 'node:dns';
import { domainToASCII } from 'node:url';

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** A domain as it is stored: in lowercase and ASCII. Null if the text is no domain. */
export function toDomain(text: string): string | null {
  const domain = domainToASCII(text.trim().toLowerCase());
  return DOMAIN.test(domain) ? domain : null;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * An issuer as it is stored; null if it is no address of a provider. Plain http would reveal the client secret, so it is
 * accepted on this machine only.
 */
export function toIssuer(text: string): string | null {
  const issuer = text.trim();
  if (!URL.canParse(issuer)) return null;
  const { protocol, hostname, username, password, search, hash } = new URL(issuer);
  const isSecure = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isSecure && username + password + search + hash === '' ? issuer : null;
}

export type ResolveTxt = (name: string) => Promise<string[][]>;

const DNS_TIMEOUT_MS = 3_000;

export function systemTxtResolver(): ResolveTxt {
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  return (name) => resolver.resolveTxt(name);
}

export function txtRecordOf({ domain, domainToken }: { readonly domain: string; readonly domainToken: string }) {
  return { name: `_slipway.${domain}`, value: `slipway-verification=${domainToken}` };
}

const ABSENT: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Whether a TXT record proves control of the domain; `unknown` if DNS does not answer. */
export async function checkTxtRecord(
  provider: { readonly domain: string; readonly domainToken: string },
  resolveTxt: ResolveTxt,
): Promise<'found' | 'missing' | 'unknown'> {
  const { name, value } = txtRecordOf(provider);
  try {
    // A long text comes in several chunks.
    const records = (await resolveTxt(name)).map((chunks) => chunks.join('').trim());
    return records.includes(value) ? 'found' : 'missing';
  } catch (error) {
    return ABSENT.has((error as NodeJS.ErrnoException).code) ? 'missing' : 'unknown';
  }
}

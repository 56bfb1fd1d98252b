import { timingSafeEqual } from 'node:crypto';
import type { AppSecrets } from './signatures.js';
import { signText } from './signatures.js';

/** Crockford's alphabet, which omits letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/**
 * The code that lets the operator set up a new service: 80 bits, derived from APP_SECRET and a key in the database.
 * Processes that share both show the same code without passing it on.
 */
export function setupCodeOf(appSecrets: AppSecrets, key: string): string {
  return rawCode(appSecrets, key).replace(GROUP, '$&-');
}

/** Whether the typed text is the code under any accepted secret, with or without dashes, in any case. */
export function isSetupCode(appSecrets: AppSecrets, key: string, typed: string): boolean {
  const sent = Buffer.from(normalize(typed));
  return appSecrets.some((appSecret) => {
    const expected = Buffer.from(rawCode([appSecret], key));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

function rawCode(appSecrets: AppSecrets, key: string): string {
  const bytes = Buffer.from(signText(appSecrets, `setup code ${key}`), 'base64url');
  let bits = BigInt(`0x${bytes.subarray(0, (LENGTH * 5) / 8).toString('hex')}`);
  let code = '';
  for (let place = 0; place < LENGTH; place += 1) {
    code = `${ALPHABET[Number(bits & 31n)]}${code}`;
    bits >>= 5n;
  }
  return code;
}

function normalize(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '');
}

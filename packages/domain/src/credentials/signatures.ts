import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppSecrets } from './app-secrets.js';

function signWith(appSecret: string, text: string): string {
  return createHmac('sha256', appSecret).update(text).digest('base64url');
}

/** Signs a text that names its purpose, so that a signature for one purpose is not valid for another. */
export function signText([current]: AppSecrets, text: string): string {
  return signWith(current, text);
}

/** Whether this service signed the text, with any of the accepted secrets. */
export function isSignatureOf(appSecrets: AppSecrets, text: string, signature: string): boolean {
  const sent = Buffer.from(signature);
  return appSecrets.some((appSecret) => {
    const expected = Buffer.from(signWith(appSecret, text));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

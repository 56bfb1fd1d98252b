import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** In requests that one process of the service makes for a caller to another: the address of that caller, signed. */
const HEADER = 'x-slipway-caller';

function sign(appSecret: string, address: string): string {
  return createHmac('sha256', appSecret).update(`caller address ${address}`).digest('base64url');
}

/** The header that names the caller. Whoever has the secret believes it. */
export function callerAddressHeader(appSecret: string, address: string): Readonly<Record<string, string>> {
  return { [HEADER]: `${address} ${sign(appSecret, address)}` };
}

/** The address of the caller that another process made the request for; null if it names none, or forged one. */
export function readCallerAddress(appSecret: string, request: IncomingMessage): string | null {
  const [address = '', signature = ''] = String(request.headers[HEADER] ?? '').split(' ');
  const [sent, expected] = [Buffer.from(signature), Buffer.from(sign(appSecret, address))];
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? address : null;
}

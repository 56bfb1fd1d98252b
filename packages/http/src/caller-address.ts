import type { IncomingMessage } from 'node:http';
import { type AppSecrets, isSignatureOf, signText } from '@slipway/domain';

/** In requests that one process of the service makes for a caller to another: the address of that caller, signed. */
const HEADER = 'x-slipway-caller';

const textOf = (address: string) => `caller address ${address}`;

/** The header that names the caller. Whoever has the secret believes it. */
export function callerAddressHeader(appSecrets: AppSecrets, address: string): Readonly<Record<string, string>> {
  return { [HEADER]: `${address} ${signText(appSecrets, textOf(address))}` };
}

/** The address of the caller that another process made the request for; null if it names none, or forged one. */
export function readCallerAddress(appSecrets: AppSecrets, request: IncomingMessage): string | null {
  const [address = '', signature = ''] = String(request.headers[HEADER] ?? '').split(' ');
  return isSignatureOf(appSecrets, textOf(address), signature) ? address : null;
}

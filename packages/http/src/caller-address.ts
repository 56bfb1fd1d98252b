import type { IncomingMessage } from 'node:http';
import { type AppSecrets, isSignatureOf, signText } from '@slipway/domain';

/** Sent between processes of the service when one calls another for a caller: the caller's address, signed. */
const HEADER = 'x-slipway-caller';

const textOf = (address: string) => `caller address ${address}`;

/** The header with the caller's address. Every process that has the secret trusts it. */
export function callerAddressHeader(appSecrets: AppSecrets, address: string): Readonly<Record<string, string>> {
  return { [HEADER]: `${address} ${signText(appSecrets, textOf(address))}` };
}

/** The address of the caller for whom another process made the request; null if the header is missing or forged. */
export function readCallerAddress(appSecrets: AppSecrets, request: IncomingMessage): string | null {
  const header = request.headers[HEADER];
  if (header === undefined) return null;
  const [address = '', signature = ''] = String(header).split(' ');
  return isSignatureOf(appSecrets, textOf(address), signature) ? address : null;
}

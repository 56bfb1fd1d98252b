import type { IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import { callerAddressHeader, readCallerAddress } from './caller-address.js';

const SECRET = 'a secret of the service';
const requestWith = (headers: Readonly<Record<string, string>>) => ({ headers }) as unknown as IncomingMessage;

it.each(['192.0.2.7', '2001:db8::7', ''])(
  'the API believes the address %p that our own process signed',
  (address) => {
    expect(readCallerAddress(SECRET, requestWith(callerAddressHeader(SECRET, address)))).toBe(address);
  },
);

it.each([
  ['no header', {}],
  ['an unsigned address', { 'x-slipway-caller': '192.0.2.7' }],
  [
    'the signature of another address',
    {
      'x-slipway-caller':
        callerAddressHeader(SECRET, '192.0.2.8')['x-slipway-caller']?.replace('.8 ', '.7 ') ?? '',
    },
  ],
  ['the signature of another secret', callerAddressHeader('another secret', '192.0.2.7')],
])('the API does not believe %s', (_, headers) => {
  expect(readCallerAddress(SECRET, requestWith(headers))).toBeNull();
});

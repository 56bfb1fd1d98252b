import type { IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import { callerAddressHeader, readCallerAddress } from './client-address.js';

const SECRETS = ['a secret of the service'] as const;
const requestWith = (headers: Readonly<Record<string, string>>) => ({ headers }) as unknown as IncomingMessage;

it.each(['192.0.2.7', '2001:db8::7', ''])(
  'the API trusts the address %p that our own process signed',
  (address) => {
    expect(readCallerAddress(SECRETS, requestWith(callerAddressHeader(SECRETS, address)))).toBe(address);
  },
);

it('the API trusts a process whose secret is accepted but not current', () => {
  const request = requestWith(callerAddressHeader(['the secret before'], '192.0.2.7'));
  expect(readCallerAddress([...SECRETS, 'the secret before'], request)).toBe('192.0.2.7');
});

it.each([
  ['no header', {}],
  ['an unsigned address', { 'x-slipway-caller': '192.0.2.7' }],
  [
    'the signature of another address',
    {
      'x-slipway-caller':
        callerAddressHeader(SECRETS, '192.0.2.8')['x-slipway-caller']?.replace('.8 ', '.7 ') ?? '',
    },
  ],
  ['the signature of another secret', callerAddressHeader(['another secret'], '192.0.2.7')],
])('the API does not trust %s', (_, headers) => {
  expect(readCallerAddress(SECRETS, requestWith(headers))).toBeNull();
});

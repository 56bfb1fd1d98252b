import type { IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import { clientAddressReader, networkOf } from './client-address.js';

it('groups IPv6 addresses by /64 network and keeps IPv4 addresses separate', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('192.0.2.1')).not.toBe(networkOf('192.0.2.2'));
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'));
  expect(networkOf('')).toBe('');
});

it.each(['1', '2', '10.0.0.0/8'])(
  'with TRUST_PROXY=%s, believes the address that a server of the service names, although fewer proxies were passed',
  (setting) => {
    const request = { socket: { remoteAddress: '10.0.3.7' }, headers: { 'x-forwarded-for': '203.0.113.5' } };
    expect(clientAddressReader(setting)(request as unknown as IncomingMessage)).toBe('203.0.113.5');
  },
);

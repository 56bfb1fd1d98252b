import { expect, it } from '@jest/globals';
import { parseNetworks } from './networks.js';

const networks = parseNetworks('10.20.0.0/16, 192.0.2.7/32,2001:db8::/32,fe80::/10');

it.each(['10.20.0.1', '::ffff:10.20.255.255', '192.0.2.7', '2001:db8:1::1', 'fe80::1%eth0'])(
  'contains %s',
  (address) => {
    expect(networks?.contains(address)).toBe(true);
  },
);

it.each(['10.21.0.1', '192.0.2.8', '2001:db9::1', '::1', '', 'unknown'])('does not contain %j', (address) => {
  expect(networks?.contains(address)).toBe(false);
});

it('an empty list contains no address', () => {
  expect(parseNetworks('')?.contains('127.0.0.1')).toBe(false);
});

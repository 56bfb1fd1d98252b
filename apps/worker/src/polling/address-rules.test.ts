import { describe, expect, it } from '@jest/globals';
import { addressRules } from './address-rules.js';

describe('addresses that may be connected to', () => {
  const refused = addressRules('');

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'are public ones: %s',
    (address) => {
      expect(refused(address)).toBeNull();
    },
  );

  it.each([
    ['this machine', '127.0.0.1', 'loopback'],
    ['this machine, by another number', '127.9.9.9', 'loopback'],
    ['this machine in IPv6', '::1', 'loopback'],
    ['this machine, mapped', '::ffff:127.0.0.1', 'loopback'],
    ['any address', '0.0.0.0', 'unspecified'],
    ['any address of IPv6', '::', 'unspecified'],
    ['a private network', '10.1.2.3', 'private'],
    ['another', '172.16.0.1', 'private'],
    ['and another', '192.168.1.1', 'private'],
    ['a private network, mapped', '::ffff:10.0.0.1', 'private'],
    ['a private network, compatible', '::10.0.0.1', 'private'],
    ['a private network, compatible, as browsers write it', '::a00:1', 'private'],
    ['this machine, compatible', '::7f00:1', 'loopback'],
    ['a private network behind NAT64', '64:ff9b::a00:1', 'private'],
    ['a private network behind local NAT64', '64:ff9b:1::a00:1', 'rfc6052'],
    ['a private network behind 6to4', '2002:a00:1::', '6to4'],
    ['a private network behind Teredo', '2001::1', 'teredo'],
    ['a carrier’s network', '100.64.0.1', 'carrierGradeNat'],
    ['a unique local address', 'fd12::1', 'uniqueLocal'],
    ['a link-local address', 'fe80::1', 'linkLocal'],
    ['metadata of a cloud', '169.254.169.254', 'linkLocal'],
    ['metadata, mapped', '::ffff:169.254.169.254', 'linkLocal'],
    ['metadata of AWS in IPv6', 'fd00:ec2::254', 'metadata'],
    ['metadata of Google in IPv6', 'fd20:ce::254', 'metadata'],
    ['metadata of Azure', '168.63.129.16', 'metadata'],
    ['metadata of Alibaba', '100.100.100.200', 'carrierGradeNat'],
    ['metadata of Oracle', '192.0.0.192', 'reserved'],
    ['a group', '224.0.0.1', 'multicast'],
    ['everyone', '255.255.255.255', 'broadcast'],
    ['documentation', '192.0.2.1', 'reserved'],
    ['no address', 'jenkins', 'not an address'],
  ])('are not %s: %s', (_, address, reason) => {
    expect(refused(address)).toContain(reason);
  });

  it('are also those of networks the operator names', () => {
    const rules = addressRules('10.20.0.0/16, 127.0.0.1/32,fd12::/32');
    expect(['10.20.3.4', '::ffff:10.20.3.4', '127.0.0.1', 'fd12::1', '8.8.8.8'].map(rules)).toEqual(
      Array(5).fill(null),
    );
    expect(['10.21.0.1', '127.0.0.2', '169.254.169.254'].filter((address) => rules(address) === null)).toEqual([]);
  });

  it('are all private ones at the word private, but neither this machine nor metadata', () => {
    const rules = addressRules('private');
    expect(['10.0.0.1', '172.31.0.1', '192.168.0.1', 'fd12::1'].map(rules)).toEqual(Array(4).fill(null));
    const others = [
      '127.0.0.1',
      '::1',
      '169.254.169.254',
      'fe80::1',
      'fd00:ec2::254',
      'fd20:ce::254',
      '168.63.129.16',
      '0.0.0.0',
    ];
    expect(others.filter((address) => rules(address) === null)).toEqual([]);
  });

  it.each(['10.0.0.0', 'ten', '10.0.0.0/99'])('cannot be told from %s', (block) => {
    expect(() => addressRules(block)).toThrow();
  });
});

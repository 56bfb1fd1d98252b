import { describe, expect, it } from '@jest/globals';
import { addressRules } from './address-rules.js';

describe('addressRules', () => {
  const onlyPublic = addressRules('');

  it.each(['8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    'allows the public address %s',
    (address) => {
      expect(onlyPublic(address)).toBeNull();
    },
  );

  it.each([
    ['this machine', '127.0.0.1', 'loopback'],
    ['this machine by another number', '127.9.9.9', 'loopback'],
    ['this machine in IPv6', '::1', 'loopback'],
    ['this machine, IPv4-mapped', '::ffff:127.0.0.1', 'loopback'],
    ['the unspecified address', '0.0.0.0', 'unspecified'],
    ['the unspecified address of IPv6', '::', 'unspecified'],
    ['a private network', '10.1.2.3', 'private'],
    ['a private network', '172.16.0.1', 'private'],
    ['a private network', '192.168.1.1', 'private'],
    ['a private network, IPv4-mapped', '::ffff:10.0.0.1', 'private'],
    ['a private network, IPv4-compatible', '::10.0.0.1', 'private'],
    ['a private network, IPv4-compatible in hex', '::a00:1', 'private'],
    ['this machine, IPv4-compatible', '::7f00:1', 'loopback'],
    ['a private network behind NAT64', '64:ff9b::a00:1', 'private'],
    ['a private network behind local NAT64', '64:ff9b:1::a00:1', 'rfc6052'],
    ['a private network behind 6to4', '2002:a00:1::', '6to4'],
    ['a private network behind Teredo', '2001::1', 'teredo'],
    ['a carrier’s network', '100.64.0.1', 'carrierGradeNat'],
    ['a unique local address', 'fd12::1', 'uniqueLocal'],
    ['a link-local address', 'fe80::1', 'linkLocal'],
    ['the usual metadata service', '169.254.169.254', 'linkLocal'],
    ['the metadata service, IPv4-mapped', '::ffff:169.254.169.254', 'linkLocal'],
    ['the metadata service of AWS in IPv6', 'fd00:ec2::254', 'metadata'],
    ['the metadata service of Google in IPv6', 'fd20:ce::254', 'metadata'],
    ['the metadata service of Azure', '168.63.129.16', 'metadata'],
    ['the metadata service of Alibaba', '100.100.100.200', 'carrierGradeNat'],
    ['the metadata service of Oracle', '192.0.0.192', 'reserved'],
    ['a multicast group', '224.0.0.1', 'multicast'],
    ['the broadcast address', '255.255.255.255', 'broadcast'],
    ['a documentation network', '192.0.2.1', 'reserved'],
    ['text that is no address', 'jenkins', 'not an address'],
  ])('refuses %s: %s', (_, address, reason) => {
    expect(onlyPublic(address)).toContain(reason);
  });

  it('allows the networks that the operator lists', () => {
    const rules = addressRules('10.20.0.0/16, 127.0.0.1/32,fd12::/32');
    expect(['10.20.3.4', '::ffff:10.20.3.4', '127.0.0.1', 'fd12::1', '8.8.8.8'].map(rules)).toEqual(
      Array(5).fill(null),
    );
    expect(['10.21.0.1', '127.0.0.2', '169.254.169.254'].filter((address) => rules(address) === null)).toEqual([]);
  });

  it('allows private networks for `private`, but neither this machine nor metadata services', () => {
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

  it.each(['10.0.0.0', 'ten', '10.0.0.0/99'])('throws on the block %s', (block) => {
    expect(() => addressRules(block)).toThrow();
  });
});

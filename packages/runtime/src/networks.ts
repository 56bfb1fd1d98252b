import { BlockList, isIP } from 'node:net';

/** Tells whether an address is in one of the networks. */
export interface Networks {
  contains(address: string): boolean;
}

const CIDR = /^([0-9a-f.:]+)\/([0-9]{1,3})$/i;
const MAX_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** Reads networks in CIDR form, separated by commas; null if one of them is malformed. */
export function parseNetworks(text: string): Networks | null {
  const list = new BlockList();
  for (const block of text === '' ? [] : text.split(',')) {
    const [, address = '', bits = ''] = CIDR.exec(block.trim()) ?? [];
    const version = isIP(address);
    if (Number(bits) > (MAX_BITS[version] ?? -1)) return null;
    list.addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    contains(text) {
      // The address of a neighbour on the link names the interface: fe80::1%eth0.
      const [address = ''] = text.split('%');
      return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

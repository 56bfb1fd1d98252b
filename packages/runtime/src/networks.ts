import { BlockList, isIP } from 'node:net';

/** Checks whether an address is in one of the networks. */
export interface Networks {
  contains(address: string): boolean;
}

const CIDR = /^([0-9a-f.:]+)\/([0-9]{1,3})$/i;
const MAX_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** A network in CIDR notation; a single address becomes a network of one address. Null if it is malformed. */
export function readNetwork(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  const version = isIP(trimmed);
  const network = version === 0 ? trimmed : `${trimmed}/${MAX_BITS[version]}`;
  return network !== '' && !network.includes(',') && parseNetworks(network) !== null ? network : null;
}

/** Reads comma-separated networks in CIDR notation; null if one of them is malformed. */
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
      // A link-local address includes the interface: fe80::1%eth0.
      const [address = ''] = text.split('%');
      return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Says why an address must not be connected to; null when it may. */
export type AddressRules = (address: string) => string | null;

/** What `private` stands for: where studios keep their build servers. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map((block) =>
  ipaddr.parseCIDR(block),
);

/** Where clouds tell their machines secrets, as far as the kind of address does not give it away. */
const METADATA = ['168.63.129.16/32', 'fd00:ec2::254/128', 'fd20:ce::254/128'].map((block) =>
  ipaddr.parseCIDR(block),
);

/** Addresses that stand for the IPv4 address in their last four bytes: behind a gateway (RFC 6052), or of old (RFC 4291). */
const EMBEDDING = ['64:ff9b::/96', '::/96'].map((block) => ipaddr.parseCIDR(block));

/**
 * Only public addresses, and the networks that the operator allows: a list of CIDR blocks, in which `private` stands for
 * the private ranges. Throws on a block that cannot be read.
 */
export function addressRules(allowedNetworks: string): AddressRules {
  const blocks = allowedNetworks.split(',').flatMap((block) => block.trim() || []);
  const named = blocks.filter((block) => block !== 'private').map((block) => ipaddr.parseCIDR(block));
  const common = blocks.includes('private') ? PRIVATE : [];
  return (text) => {
    if (!ipaddr.isValid(text)) return `${text} is not an address`;
    const address = meant(ipaddr.process(text));
    if (isIn(address, named)) return null;
    const isMetadata = isIn(address, METADATA);
    const isOpen = address.range() === 'unicast' || isIn(address, common);
    if (isOpen && !isMetadata) return null;
    return `${text} is ${isMetadata ? 'a metadata address' : `not public (${address.range()})`}, and not in JENKINS_ALLOWED_NETWORKS`;
  };
}

function meant(address: Address): Address {
  const isItself = address.range() === 'loopback' || address.range() === 'unspecified';
  return isIn(address, EMBEDDING) && !isItself ? ipaddr.fromByteArray(address.toByteArray().slice(-4)) : address;
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) =>
      address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits),
  );
}

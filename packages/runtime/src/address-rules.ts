import ipaddr from 'ipaddr.js';
import { type Settings, SettingsError } from './settings.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Returns the reason why the worker must not connect to an address, or null if it may. */
export type AddressRules = (address: string) => string | null;

/** The networks that `private` refers to. Studios run their build servers there. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map((block) =>
  ipaddr.parseCIDR(block),
);

/** Cloud metadata services, which hand out credentials, at addresses that look public or private. */
const METADATA = ['168.63.129.16/32', 'fd00:ec2::254/128', 'fd20:ce::254/128'].map((block) =>
  ipaddr.parseCIDR(block),
);

/** IPv6 ranges that embed an IPv4 address in their last four bytes: NAT64 (RFC 6052), IPv4-compatible (RFC 4291). */
const EMBEDDING = ['64:ff9b::/96', '::/96'].map((block) => ipaddr.parseCIDR(block));

/** The setting in which the operator lists further networks. */
export type NetworksSetting =
  | 'JENKINS_ALLOWED_NETWORKS'
  | 'NOTIFICATION_ALLOWED_NETWORKS'
  | 'SSO_ALLOWED_NETWORKS';

/**
 * Allows public addresses and the networks that the operator lists: CIDR blocks, or `private` for the private ranges.
 * Throws on a block that it cannot parse.
 */
export function addressRules(
  allowedNetworks: string,
  setting: NetworksSetting = 'JENKINS_ALLOWED_NETWORKS',
): AddressRules {
  const blocks = allowedNetworks.split(',').flatMap((block) => block.trim() || []);
  const listed = blocks.filter((block) => block !== 'private').map((block) => ipaddr.parseCIDR(block));
  const privateNetworks = blocks.includes('private') ? PRIVATE : [];
  return (text) => {
    if (!ipaddr.isValid(text)) return `${text} is not an address`;
    const address = unwrapEmbedded(ipaddr.process(text));
    if (isIn(address, listed)) return null;
    const isMetadata = isIn(address, METADATA);
    const isAllowed = address.range() === 'unicast' || isIn(address, privateNetworks);
    if (isAllowed && !isMetadata) return null;
    return `${text} is ${isMetadata ? 'a metadata address' : `not public (${address.range()})`}, and not in ${setting}`;
  };
}

/** What people read when the rules refuse an address. It names none, so that nobody can explore the network with it. */
export const refusalOf = (setting: NetworksSetting) =>
  `Slipway refuses to connect to this address, because it is not public. The operator can allow its network with ${setting}.`;

/** The rules that a setting makes. Throws a SettingsError on a block that it cannot parse. */
export function addressRulesOf<N extends NetworksSetting>(settings: Pick<Settings, N>, setting: N): AddressRules {
  const { [setting]: allowedNetworks } = settings;
  try {
    return addressRules(allowedNetworks, setting);
  } catch (error) {
    const problem = `${setting}: "${allowedNetworks}" is not a list of CIDR blocks`;
    throw new SettingsError([problem], { cause: error });
  }
}

function unwrapEmbedded(address: Address): Address {
  const isSpecial = address.range() === 'loopback' || address.range() === 'unspecified';
  return isIn(address, EMBEDDING) && !isSpecial ? ipaddr.fromByteArray(address.toByteArray().slice(-4)) : address;
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    ([network, bits]) =>
      address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits),
  );
}

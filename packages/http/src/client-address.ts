import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator } from 'express-rate-limit';
import proxyAddr from 'proxy-addr';

/** Parses the TRUST_PROXY setting: off, a number of proxies, or their addresses. */
export function readTrustProxy(setting: string): false | number | string[] {
  if (setting === 'off') return false;
  return /^[0-9]+$/.test(setting) ? Number(setting) : setting.split(',');
}

/** Returns a function that reads the client's address. The setting determines how far it trusts X-Forwarded-For. */
export function clientAddressReader(setting: string): (request: IncomingMessage) => string {
  const trusted = readTrustProxy(setting);
  if (trusted === false) return (request) => request.socket.remoteAddress ?? '';
  const trust =
    typeof trusted === 'number' ? (_: string, hop: number) => hop < trusted : proxyAddr.compile(trusted);
  return (request) => proxyAddr(request, trust);
}

/** The key for limits: an IPv4 address, or an IPv6 network, since a single customer owns a whole /64. */
export function networkOf(address: string): string {
  return ipKeyGenerator(address, IPV6_NETWORK_BITS);
}

const IPV6_NETWORK_BITS = 64;

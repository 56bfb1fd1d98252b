import type { IncomingMessage } from 'node:http';
import { ipKeyGenerator } from 'express-rate-limit';
import proxyAddr from 'proxy-addr';

/** What the TRUST_PROXY setting stands for: off, a number of proxies, or their addresses. */
export function readTrustProxy(setting: string): false | number | string[] {
  if (setting === 'off') return false;
  return /^[0-9]+$/.test(setting) ? Number(setting) : setting.split(',');
}

/** Reads the client's address off a request, believing X-Forwarded-For as far as the setting says. */
export function clientAddressReader(setting: string): (request: IncomingMessage) => string {
  const trusted = readTrustProxy(setting);
  if (trusted === false) return (request) => request.socket.remoteAddress ?? '';
  const trust =
    typeof trusted === 'number' ? (_: string, hop: number) => hop < trusted : proxyAddr.compile(trusted);
  return (request) => proxyAddr(request, trust);
}

/** What limits count by: the address, or of version 6 the network, since every customer there has one to pick from. */
export function networkOf(address: string): string {
  return ipKeyGenerator(address, IPV6_NETWORK_BITS);
}

const IPV6_NETWORK_BITS = 64;

import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { type AppSecrets, isLoopbackHost, isSignatureOf, signText } from '@slipway/domain';
import type { Request } from 'express';
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

/** Sent between processes of the service when one calls another for a caller: the caller's address, signed. */
const HEADER = 'x-slipway-caller';

const textOf = (address: string) => `caller address ${address}`;

/** The header with the caller's address. Every process that has the secret trusts it. */
export function callerAddressHeader(appSecrets: AppSecrets, address: string): Readonly<Record<string, string>> {
  return { [HEADER]: `${address} ${signText(appSecrets, textOf(address))}` };
}

/** The address of the caller for whom another process made the request; null if the header is missing or forged. */
export function readCallerAddress(appSecrets: AppSecrets, request: IncomingMessage): string | null {
  const header = request.headers[HEADER];
  if (header === undefined) return null;
  const [address = '', signature = ''] = String(header).split(' ');
  return isSignatureOf(appSecrets, textOf(address), signature) ? address : null;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers that proxies add besides X-Forwarded-For. Nothing indicates whether they can be trusted. */
const PROXY_HEADERS = ['forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request comes from this host, and to one of its own names. Through a local proxy, every request has a
 * loopback address. In that case TRUST_PROXY must include the proxy, and every address in the chain must be local,
 * because the chain may be longer than configured.
 */
export function isLocalRequest(request: Request): boolean {
  if (!isLoopback(request.socket.remoteAddress) || !isLoopbackHost(request.get('host'))) return false;
  const forwardedFor = request.get('x-forwarded-for');
  if (forwardedFor !== undefined)
    return request.ips.length > 0 && forwardedFor.split(',').every((address) => isLoopback(address.trim()));
  return PROXY_HEADERS.every((name) => request.get(name) === undefined);
}

function isLoopback(address = ''): boolean {
  return LOOPBACK.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

import { BlockList } from 'node:net';
import type { Request } from 'express';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** What proxies add besides X-Forwarded-For. Nothing says whether these can be believed. */
const PROXY_HEADERS = ['forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request comes from this host. Through a proxy here, every request has a loopback address; then the addresses
 * that the proxy names count, if TRUST_PROXY says that it can be believed.
 */
export function isLocalRequest(request: Request): boolean {
  if (!isLoopback(request.socket.remoteAddress)) return false;
  if (request.get('x-forwarded-for') !== undefined) return request.ips.length > 0 && request.ips.every(isLoopback);
  return PROXY_HEADERS.every((name) => request.get(name) === undefined);
}

function isLoopback(address = ''): boolean {
  return LOOPBACK.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

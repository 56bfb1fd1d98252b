import { BlockList } from 'node:net';
import type { Request } from 'express';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** What proxies add besides X-Forwarded-For. Nothing says whether these can be believed. */
const PROXY_HEADERS = ['forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request comes from this host. Through a proxy here, every request has a loopback address; then the proxy must
 * be one that TRUST_PROXY believes, and every address in the chain must be local: the chain may be longer than configured.
 */
export function isLocalRequest(request: Request): boolean {
  if (!isLoopback(request.socket.remoteAddress)) return false;
  const forwardedFor = request.get('x-forwarded-for');
  if (forwardedFor !== undefined)
    return request.ips.length > 0 && forwardedFor.split(',').every((address) => isLoopback(address.trim()));
  return PROXY_HEADERS.every((name) => request.get(name) === undefined);
}

function isLoopback(address = ''): boolean {
  return LOOPBACK.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

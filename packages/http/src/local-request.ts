import { BlockList } from 'node:net';
import { isLoopbackHost } from '@slipway/domain';
import type { Request } from 'express';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers that proxies add besides X-Forwarded-For. Nothing indicates whether they can be trusted. */
const PROXY_HEADERS = ['forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request comes from this host, and to one of its own names. Through a local proxy, every request has a loopback address. In that case
 * TRUST_PROXY must include the proxy, and every address in the chain must be local, because the chain may be longer
 * than configured.
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

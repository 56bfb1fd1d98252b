import type { RequestListener } from 'node:http';
import { pathOf } from '@slipway/http';

/** The tiers by the first segment of the path; the console takes the rest. */
export interface Tiers {
  readonly ingest: RequestListener;
  readonly api: RequestListener;
  readonly console: RequestListener;
  /** Health and metrics of the whole. */
  readonly operations: RequestListener;
}

const OPERATIONS = new Set(['/healthz', '/readyz', '/metrics']);

/** Sends each request to its tier, on one port. */
export function createApp(tiers: Tiers): RequestListener {
  return (request, response) => {
    const path = pathOf(request.url ?? '/');
    tierOf(path, tiers)(request, response);
  };
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

function tierOf(path: string, tiers: Tiers): RequestListener {
  // Senders get answers they can read wherever the address was meant to be a webhook's.
  if (path.startsWith('/webhooks/') || /^\/+webhooks(?:\/|$)/.test(path)) return tiers.ingest;
  if (isUnder(path, '/api') || isUnder(path, '/docs')) return tiers.api;
  return OPERATIONS.has(path) ? tiers.operations : tiers.console;
}

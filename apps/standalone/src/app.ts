import type { RequestListener } from 'node:http';
import { pathOf } from '@slipway/http';

/** The tiers that share the port. */
export interface Tiers {
  readonly ingest: RequestListener;
  readonly api: RequestListener;
  readonly console: RequestListener;
  readonly mcp: RequestListener;
  /** Health and metrics of the whole service. */
  readonly operations: RequestListener;
}

const OPERATIONS = new Set(['/healthz', '/readyz', '/metrics']);

/** Routes each request to its tier by the path; the console gets the rest. */
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
  // A sender with a misspelled webhook path gets ingest's JSON errors instead of a console page.
  if (path.startsWith('/webhooks/') || /^\/+webhooks(?:\/|$)/.test(path)) return tiers.ingest;
  if (isUnder(path, '/api') || isUnder(path, '/docs')) return tiers.api;
  if (isUnder(path, '/mcp') || isUnder(path, '/.well-known/oauth-protected-resource')) return tiers.mcp;
  return OPERATIONS.has(path) ? tiers.operations : tiers.console;
}

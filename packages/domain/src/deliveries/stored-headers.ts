/**
 * The request headers that the delivery log stores. This is an allow-list because tokens, signatures and cookies may
 * have any name.
 */
export const STORED_HEADERS = [
  'content-type',
  'user-agent',
  'x-github-event',
  'x-github-delivery',
  'x-github-hook-id',
  'x-github-hook-installation-target-type',
  'x-buildkite-event',
  'x-atlassian-webhook-identifier',
  'x-atlassian-webhook-flow',
  'x-atlassian-webhook-retry',
  'linear-event',
  'linear-delivery',
  'webhook-id',
  'webhook-timestamp',
  'svix-id',
  'svix-timestamp',
  'x-slipway-delivery',
] as const;

const MAX_LENGTH = 256;

/** The headers of a request that are stored. */
export function storedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const name of STORED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) stored[name] = value.slice(0, MAX_LENGTH);
  }
  return stored;
}

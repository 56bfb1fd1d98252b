/**
 * Request headers that the delivery log keeps: what was sent, and by what. A list of what is known to be harmless, since
 * tokens, signatures and cookies go by any name.
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
] as const;

const MAX_LENGTH = 256;

/** The headers of a request that are kept. */
export function storedHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of STORED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value.slice(0, MAX_LENGTH);
  }
  return kept;
}

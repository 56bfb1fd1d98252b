import type { Client, Marked } from '@slipway/client';

interface ListedBuild {
  readonly id: string;
  readonly status: string;
  readonly updated_at: string;
}

/** Adds to the builds of a project whether they are stale. */
export async function markBuilds<Build extends ListedBuild>(
  client: Client,
  projectId: string,
  builds: readonly Build[],
): Promise<Marked<Build>[]> {
  // Commands that need no service start faster without the client.
  const { markStaleBuilds } = await import('@slipway/client');
  return markStaleBuilds(client, { projectId }, builds);
}

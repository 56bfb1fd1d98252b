import type { Stack, Tier } from '@slipway/standalone';

/** The order in infra/docs/operate/deploy.md; a rollback uses the reverse order. */
const ORDER: readonly (readonly Tier[])[] = [['worker'], ['api', 'ingest'], ['console', 'mcp']];

/** Replaces the processes of a tier one by one, as described in infra/docs/operate/runbook.md. */
async function rollTier(stack: Stack, tier: Tier, root: string): Promise<void> {
  for (const host of stack.tier(tier)) {
    // A worker has no callers.
    if (tier !== 'worker') await stack.withdraw(host);
    await host.replace(root);
    stack.admit(host);
  }
}

/** Replaces every process with that of another checkout, under the caller's load. */
export async function rollRelease(
  stack: Stack,
  root: string,
  direction: 'forth' | 'back' = 'forth',
): Promise<void> {
  for (const tiers of direction === 'forth' ? ORDER : ORDER.toReversed()) {
    await Promise.all(tiers.map((tier) => rollTier(stack, tier, root)));
  }
}

import type { Stack, Tier } from '@slipway/standalone';

/** The order of infra/docs/deploy.md; to go back, the opposite one. */
const ORDER: readonly (readonly Tier[])[] = [['worker'], ['api', 'ingest'], ['console']];

/** Replaces one process of a tier after the other, as infra/docs/runbook.md describes it. */
async function rollTier(stack: Stack, tier: Tier, root: string): Promise<void> {
  for (const host of stack.tier(tier)) {
    // A worker has no callers.
    if (tier !== 'worker') await stack.withdraw(host);
    await host.replace(root);
    stack.admit(host);
  }
}

/** Replaces every process by that of another checkout, under the load that the caller makes. */
export async function rollRelease(
  stack: Stack,
  root: string,
  direction: 'forth' | 'back' = 'forth',
): Promise<void> {
  for (const tiers of direction === 'forth' ? ORDER : ORDER.toReversed()) {
    await Promise.all(tiers.map((tier) => rollTier(stack, tier, root)));
  }
}

import type { Stack, Tier } from '@slipway/standalone';

/** The order of infra/docs/deploy.md; to go back, the opposite one. */
const ORDER: readonly (readonly Tier[])[] = [['worker'], ['api', 'ingest'], ['console']];

/** Replaces one process of a tier after the other, as infra/docs/runbook.md describes it. */
async function rollTier(stack: Stack, tier: Tier, root: string): Promise<void> {
  const hosts = stack.tier(tier);
  for (const host of hosts) {
    // A worker has no callers.
    if (tier !== 'worker')
      await stack.route(
        tier,
        hosts.filter((other) => other !== host),
      );
    await host.replace(root);
    if (tier !== 'worker') await stack.route(tier, hosts);
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

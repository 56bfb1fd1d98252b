import { withTimeout } from '@slipway/domain';

/** What a process needs before it accepts work, by the name shown in `/readyz`. A check throws if it fails. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void>>>;

const CHECK_LIMIT_MS = 1_500;

/** The names of the checks that fail or take too long. */
export async function findNotReady(checks: ReadinessChecks): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? null : name)),
  );
  return results.filter((name) => name !== null);
}

function passes(check: () => Promise<void>): Promise<boolean> {
  return withTimeout(CHECK_LIMIT_MS, 'a readiness check', check).then(
    () => true,
    () => false,
  );
}

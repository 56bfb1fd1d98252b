/** What must work before a process takes work, by the name `/readyz` shows; a check throws when it does not. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void>>>;

const CHECK_LIMIT_MS = 1_500;

/** Names of the checks that do not pass, or not in time. */
export async function findNotReady(checks: ReadinessChecks): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? null : name)),
  );
  return results.filter((name) => name !== null);
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_LIMIT_MS);
  });
  const checked = check().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([checked, limit]);
  } finally {
    clearTimeout(timer);
  }
}

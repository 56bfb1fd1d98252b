import { isAfterFailure } from './outage.js';

type Parts = readonly (() => Promise<unknown>)[];
type Results<P extends Parts> = { -readonly [Index in keyof P]: Awaited<ReturnType<P[Index]>> };

/**
 * Runs parts of one transaction side by side, so that their statements leave together. If a part fails, waits until none
 * of the others can send a statement any more, and throws the failure that made PostgreSQL refuse the rest.
 */
export async function sideBySide<const P extends Parts>(...parts: P): Promise<Results<P>> {
  const settled = await Promise.allSettled(parts.map((part) => part()));
  const errors = settled.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => !isAfterFailure(error)) ?? errors[0];
  return settled.map((part) => (part as PromiseFulfilledResult<unknown>).value) as Results<P>;
}

/** Runs parts of one transaction in this order, in which transactions that run at the same time lock their rows too. */
export async function inOrder<const P extends Parts>(...parts: P): Promise<Results<P>> {
  const results: unknown[] = [];
  for (const part of parts) results.push(await part());
  return results as Results<P>;
}

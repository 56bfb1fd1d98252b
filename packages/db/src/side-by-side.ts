import { isAfterFailure } from './outage.js';

/**
 * Runs parts of one transaction side by side, so that their statements leave together. If a part fails, waits until none
 * of the others can send a statement any more, and throws the failure that made PostgreSQL refuse the rest.
 */
export async function sideBySide<const Parts extends readonly Promise<unknown>[]>(
  ...parts: Parts
): Promise<{ -readonly [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  const settled = await Promise.allSettled(parts);
  const errors = settled.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((error) => !isAfterFailure(error)) ?? errors[0];
  return settled.map((part) => (part as PromiseFulfilledResult<unknown>).value) as never;
}

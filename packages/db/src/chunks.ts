/** Rows that are prepared and written at once: enough to be quick, few enough to hold nobody else up. */
export const CHUNK = 5_000;

/** Items in parts of at most `size`, in their order; a few stay as they are. */
export function chunksOf<T>(items: readonly T[], size = CHUNK): readonly (readonly T[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Lets whatever else waits in this process have its turn. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Rows to prepare and write at a time: enough to be fast, few enough not to block other work. */
export const CHUNK = 5_000;

export function chunksOf<T>(items: readonly T[], size = CHUNK): readonly (readonly T[])[] {
  if (items.length <= size) return items.length === 0 ? [] : [items];
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

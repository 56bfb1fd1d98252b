export interface Slots {
  /** Resolves with a function that frees the slot, as soon as one is free. First come, first served. */
  acquire(): Promise<() => void>;
  used(): number;
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  function release(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
  return {
    used: () => count - free,
    async acquire() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
}

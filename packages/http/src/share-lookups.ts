interface Lookup<Result> {
  readonly result: Promise<Result>;
  /** Begins when this one ends. */
  next?: Promise<Result>;
}

/**
 * Shares lookups among the callers that wait for the same key. Nobody gets the result of a lookup that began before they
 * asked, so a result is as current as one's own.
 */
export function shareLookups<Result>(load: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const running = new Map<string, Lookup<Result>>();

  function begin(key: string): Promise<Result> {
    const lookup: Lookup<Result> = { result: load(key) };
    running.set(key, lookup);
    const end = () => {
      if (lookup.next === undefined) running.delete(key);
    };
    lookup.result.then(end, end);
    return lookup.result;
  }

  return (key) => {
    const lookup = running.get(key);
    if (lookup === undefined) return begin(key);
    const beginNext = () => begin(key);
    lookup.next ??= lookup.result.then(beginNext, beginNext);
    return lookup.next;
  };
}

interface Lookup {
  readonly result: Promise<unknown>;
  /** Begins when this one ends. */
  next?: Promise<unknown>;
}

/** Looks something up, or shares what others look up under the same key, which must determine the result. */
export type SharedLookups = <Result>(key: string, load: () => Promise<Result>) => Promise<Result>;

/**
 * Shares lookups among the callers that wait for the same key. Nobody gets the result of a lookup that began before they
 * asked, so a result is as current as one's own. A failure is an exception: while the database does not answer, those
 * who wait fail together with the lookup before theirs, instead of waiting for a second timeout.
 */
export function shareLookups(): SharedLookups {
  const running = new Map<string, Lookup>();

  function begin<Result>(key: string, load: () => Promise<Result>): Promise<Result> {
    const result = load();
    const lookup: Lookup = { result };
    running.set(key, lookup);
    result.then(
      () => {
        if (lookup.next === undefined) running.delete(key);
      },
      () => running.delete(key),
    );
    return result;
  }

  return <Result>(key: string, load: () => Promise<Result>) => {
    const lookup = running.get(key);
    if (lookup === undefined) return begin(key, load);
    lookup.next ??= lookup.result.then(() => begin(key, load));
    return lookup.next as Promise<Result>;
  };
}

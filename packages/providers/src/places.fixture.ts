export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A place in a JSON value: field names and list positions. */
export type Path = readonly string[];

export function* placesIn(value: Json, path: Path = []): Generator<{ path: Path; value: Json }> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield { path: [...path, key], value: child };
    yield* placesIn(child, [...path, key]);
  }
}

/** A copy with a different value at a place; undefined removes the place. */
export function replaceAt(value: Json, [key = '', ...rest]: Path, by: Json | undefined): Json {
  const copy = Array.isArray(value) ? [...value] : { ...(value as Record<string, Json>) };
  const fields = copy as Record<string, Json>;
  if (rest.length > 0) fields[key] = replaceAt(fields[key] ?? null, rest, by);
  else if (by !== undefined) fields[key] = by;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete fields[key];
  return copy;
}

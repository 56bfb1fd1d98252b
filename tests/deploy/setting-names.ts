import { Settings } from '@slipway/runtime';

const known = new Set(Object.keys(Settings.properties));

/** The names that no process reads, for example because they are misspelled. */
export function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => !known.has(name));
}

const SPECIAL = /[\\^$.|+()[\]{}]/g;

/** Whether a name, or the last part of it if it is a path, matches a pattern with `*` and `?`. */
export function matchesName(pattern: string, name: string): boolean {
  const source = pattern.replace(SPECIAL, '\\$&').replace(/\*+/g, '.*').replaceAll('?', '.');
  const matcher = new RegExp(`^${source}$`, 's');
  return matcher.test(name) || matcher.test(name.split('/').at(-1) ?? '');
}

import type { LogLine } from './normalize.js';

const PATH_END = /[\w.@+\\/:-]{1,240}$/;
const SEPARATOR = /[\\/]/;

/**
 * The whole path of a file whose beginning was cut off with the beginning of the log: the first longer path that ends with
 * it. The path itself if the log mentions it elsewhere, or no longer one.
 */
export function completePath(cut: string, lines: readonly LogLine[]): string {
  let found: string | null = null;
  for (const { text } of lines.slice(1)) {
    const at = text.indexOf(cut);
    if (at === -1) continue;
    const before = PATH_END.exec(text.slice(0, at))?.[0] ?? '';
    if (before === '') return cut;
    if (SEPARATOR.test(before)) found ??= before + cut;
  }
  return found ?? cut;
}

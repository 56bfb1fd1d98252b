import type { SuspectChange } from './attribute.js';
import { lookUpFiles } from './changed-files.js';

/**
 * The id of the change that fixed a problem, among those between the last failing and the first passing build: the only
 * one that touched the file that failed, otherwise the only one at all. Null if it could be any of several.
 */
export function likelyFix(changes: readonly SuspectChange[], file: string | null): number | null {
  const touching = file === null ? [] : changes.filter((change) => touches(change, file));
  const [only, ...others] = touching.length > 0 ? touching : changes;
  return only !== undefined && others.length === 0 ? only.id : null;
}

function touches({ files }: SuspectChange, file: string): boolean {
  return files !== null && lookUpFiles(files.map(({ path }) => path))(file);
}

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** `npm run build` writes it. From the sources and from the compiled file, it is at the same place. */
const WRITTEN = new URL('../dist/build-id', import.meta.url);

/**
 * Identifies the code that turns rows into responses: the same in all processes of a release, different in the next.
 * Code that was never built gets a new id in every process.
 */
export function readBuildId(file = WRITTEN): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : randomUUID();
}

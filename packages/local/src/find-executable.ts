import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** The first of the commands that is in one of the folders. */
export async function findExecutable(
  commands: readonly string[],
  folders: readonly string[],
): Promise<string | undefined> {
  for (const path of commands.flatMap((command) => folders.map((folder) => join(folder, command)))) {
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return undefined;
}

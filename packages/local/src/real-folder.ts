import { mkdir, realpath } from 'node:fs/promises';

/** Creates the folder if necessary and resolves symbolic links, so that each folder has only one name. */
export async function realFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return realpath(path);
}

import { mkdir, realpath } from 'node:fs/promises';

/** Makes the folder when absent; its path without links, so that one folder has one name whoever asks. */
export async function realFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return realpath(path);
}

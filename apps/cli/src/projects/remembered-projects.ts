import { dirname, join } from 'node:path';
import { type Env, stateFolder } from '@slipway/credentials';
import { readJsonFile, writeJsonFile } from '../private-file.js';

/** The project of a folder and everything below it. */
export interface RememberedProject {
  readonly host: string;
  readonly id: string;
  readonly name: string;
}

type ByFolder = Readonly<Record<string, RememberedProject>>;

/** The projects that `slipway project use` stored, outside the folders themselves. */
export function openRememberedProjects(env: Env) {
  const path = join(stateFolder(env), 'projects.json');
  const hint = `Remove ${path} and choose projects again with \`slipway project use\`.`;
  const read = async () => ((await readJsonFile(path, hint)) ?? {}) as ByFolder;
  return {
    /** The project of the nearest parent folder that has one on this host. */
    async find(folder: string, host: string): Promise<RememberedProject | undefined> {
      const byFolder = await read();
      for (let current = folder; ; current = dirname(current)) {
        const found = byFolder[current];
        if (found?.host === host) return found;
        if (current === dirname(current)) return undefined;
      }
    },
    async remember(folder: string, project: RememberedProject): Promise<void> {
      await writeJsonFile(path, { ...(await read()), [folder]: project });
    },
    /** Returns whether the folder had a project. */
    async forget(folder: string): Promise<boolean> {
      const { [folder]: forgotten, ...others } = await read();
      if (forgotten !== undefined) await writeJsonFile(path, others);
      return forgotten !== undefined;
    },
  };
}

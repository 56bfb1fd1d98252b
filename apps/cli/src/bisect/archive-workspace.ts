import { join } from 'node:path';
import { describeBytes } from '@slipway/domain';
import type { CommandContext } from '../context.js';
import type { ArchiveCache } from './archive-cache.js';
import { download, GoneError, type StoreHeader } from './download.js';
import { matchesName } from './match-name.js';
import { unpack } from './unpack.js';
import { type ArchivedFile, type Prepared, ready, SyncError, type Workspace } from './workspace.js';

export interface ArchiveOptions {
  /** Of the artifact's name. */
  readonly pattern: string;
  readonly header: StoreHeader | null;
  readonly hosts: readonly string[];
  readonly host: string;
  readonly cache: ArchiveCache;
}

/** Gives the command an archived build of each revision instead of its sources. */
export function openArchiveWorkspace(context: CommandContext, options: ArchiveOptions): Workspace {
  return {
    async prepare({ display_identifier, build_run_id, artifacts }) {
      const { pattern } = options;
      const artifact = artifacts.find(({ name }) => matchesName(pattern, name));
      if (artifact === undefined || build_run_id === null)
        return untestable(`no build of ${display_identifier} has an artifact named ${pattern}`);
      const size = artifact.size_bytes > 0 ? `, ${describeBytes(artifact.size_bytes)}` : '';
      context.output.warn(`  build ${build_run_id}: ${artifact.name}${size}`);
      try {
        return ready({ SLIPWAY_ARCHIVE_DIR: await folderOf(context, options, { build_run_id, artifact }) });
      } catch (error) {
        if (error instanceof GoneError) return untestable(`${error.message}`);
        if (context.signal.aborted || error instanceof SyncError) throw error;
        throw asSyncError(error as Error);
      }
    },
    restore: async () => undefined,
  };
}

const untestable = (reason: string): Prepared => ({ state: 'untestable', reason });

interface ArchivedBuild {
  readonly build_run_id: string;
  readonly artifact: ArchivedFile;
}

function folderOf(
  context: CommandContext,
  { header, hosts, host, cache }: ArchiveOptions,
  { build_run_id, artifact }: ArchivedBuild,
): Promise<string> {
  const { name, url, size_bytes } = artifact;
  // One address may have other content later, but not for the same build.
  const identity = [host, build_run_id, name, url, String(size_bytes)];
  return cache.get(identity, async (draft, content) => {
    const path = join(draft, 'download');
    await download(context, { artifact, header, hosts, path });
    await unpack(context, { path, name }, content);
  });
}

function asSyncError(error: Error): SyncError {
  const { hint } = error as { readonly hint?: string };
  return new SyncError(error.message, { cause: error, ...(hint === undefined ? {} : { hint }) });
}

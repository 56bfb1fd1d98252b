import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { openArchiveCache } from './archive-cache.js';
import { openArchiveWorkspace } from './archive-workspace.js';
import { chooseSync } from './choose-sync.js';
import { openCommandWorkspace } from './command-workspace.js';
import { readStoreHeader } from './download.js';
import { hasGitWorkTree, openGitWorkspace } from './git-workspace.js';
import type { Journal } from './journal.js';
import { hasPerforceWorkspace, openPerforceWorkspace } from './perforce-workspace.js';
import type { Workspace } from './workspace.js';

export interface WorkspaceOptions {
  readonly sync: string | undefined;
  readonly archive: string | undefined;
  readonly archiveHeader: string | undefined;
  readonly archiveHost: readonly string[] | undefined;
}

/** The workspace that options ask for, or else the one that the folder is. `identifier` is one of the revisions. */
export async function chooseWorkspace(
  context: CommandContext,
  journal: Journal,
  options: WorkspaceOptions & { readonly identifier: string },
): Promise<Workspace> {
  const { sync, archive, archiveHeader, archiveHost, identifier } = options;
  if (archive !== undefined) {
    const { host } = await context.session();
    return openArchiveWorkspace(context, {
      pattern: archive,
      header: readStoreHeader(archiveHeader ?? context.env['SLIPWAY_ARCHIVE_HEADER']),
      hosts: archiveHost ?? [],
      host,
      cache: openArchiveCache(context.env),
    });
  }
  if (sync !== undefined) return openCommandWorkspace(context, sync);
  const [hasGit, hasPerforce] = [await hasGitWorkTree(context), await hasPerforceWorkspace(context)];
  const tool = chooseSync(identifier, { hasGit, hasPerforce });
  if (tool === 'git') return openGitWorkspace(context, journal);
  if (tool === 'perforce') return openPerforceWorkspace(context);
  throw new CliError(`Nothing says how to bring this folder to a revision such as ${identifier}.`, {
    hint:
      'Run this in a clone of the repository or in a Perforce workspace (P4CLIENT, P4CONFIG or .p4config), or use ' +
      '--sync or --archive.',
  });
}

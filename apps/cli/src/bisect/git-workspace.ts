import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import type { Journal } from './journal.js';
import { type ProgramOutput, readProgram } from './run-program.js';
import { type NextRevision, ready, SyncError, type Workspace } from './workspace.js';

type Git = (...args: readonly string[]) => Promise<ProgramOutput>;

const gitOf =
  (context: CommandContext): Git =>
  (...args) =>
    readProgram(context, { file: 'git', args });

/** Whether the folder is in a work tree of git. */
export async function hasGitWorkTree(context: CommandContext): Promise<boolean> {
  const found = await gitOf(context)('rev-parse', '--is-inside-work-tree').catch(() => null);
  return found?.stdout.trim() === 'true';
}

/** Checks out revisions without a branch, and returns to the branch. */
export async function openGitWorkspace(context: CommandContext, journal: Journal): Promise<Workspace> {
  const git = gitOf(context);
  await refuseChanges(git, 'Commit or stash them first: a search checks out other revisions.');
  const start = await findStart(git, journal);
  return {
    async prepare({ identifier, display_identifier }: NextRevision) {
      await requireCommit(git, identifier, display_identifier);
      await refuseChanges(
        git,
        'The command changes files of the repository. Undo that in the command, or with --sync, for example:\n' +
          "  --sync 'git checkout --force --detach {revision}'",
      );
      // Written first: a process that is killed in between must still know where to return to.
      await journal.setReturnTo(start);
      const checkedOut = await git('checkout', '--quiet', '--detach', identifier);
      if (checkedOut.code !== 0)
        throw new SyncError(`git cannot check out ${display_identifier}.`, { hint: messageOf(checkedOut) });
      await updateSubmodules(git, await rootOf(git));
      return ready();
    },
    restore: () => returnToStart(context, journal),
  };
}

/** Returns to where a search in this folder began, if it has not yet: also one that was killed. */
export async function returnToStart(context: CommandContext, journal: Journal): Promise<void> {
  const start = await journal.returnTo();
  if (start === null) return;
  const git = gitOf(context);
  if ((await branchOf(git)) === '') {
    const returned = await git('checkout', '--quiet', start, '--');
    if (returned.code !== 0) return context.output.warn(`git cannot return to ${start}: ${messageOf(returned)}`);
    await updateSubmodules(git, await rootOf(git)).catch((error: Error) => context.output.warn(error.message));
    context.output.warn(`The work tree is at ${start} again.`);
  }
  await journal.setReturnTo(null);
}

const rootOf = async (git: Git) => (await git('rev-parse', '--show-toplevel')).stdout.trim();

/** Empty at a commit without a branch. */
const branchOf = async (git: Git) => (await git('symbolic-ref', '--quiet', '--short', 'HEAD')).stdout.trim();

/** Edits would be lost or, worse, part of every revision that is tested. */
async function refuseChanges(git: Git, hint: string): Promise<void> {
  const { stdout } = await git('status', '--porcelain', '--untracked-files=no', '--ignore-submodules=all');
  const files = stdout.split('\n').filter((line) => line !== '');
  if (files.length === 0) return;
  const shown = files.slice(0, 5).map((line) => `  ${line}`);
  const more = files.length > shown.length ? [`  and ${files.length - shown.length} more`] : [];
  throw new CliError('The work tree has changes that are not committed:', {
    hint: [...shown, ...more, hint].join('\n'),
  });
}

/** The branch or else the commit to return to. After a killed search, that is where that one began. */
async function findStart(git: Git, journal: Journal): Promise<string> {
  const branch = await branchOf(git);
  if (branch !== '') {
    await journal.setReturnTo(null);
    return branch;
  }
  return (await journal.returnTo()) ?? (await git('rev-parse', 'HEAD')).stdout.trim();
}

async function requireCommit(git: Git, identifier: string, name: string): Promise<void> {
  const exists = async () => (await git('cat-file', '-e', `${identifier}^{commit}`)).code === 0;
  if (await exists()) return;
  const fetched = await git('fetch', '--quiet', '--all');
  if (await exists()) return;
  throw new SyncError(`The repository in this folder does not contain the commit ${name}.`, {
    hint:
      fetched.code === 0
        ? 'git fetch did not find it either. Run this in a full clone of the repository that the job builds.'
        : `git fetch failed: ${messageOf(fetched)}`,
  });
}

async function updateSubmodules(git: Git, root: string): Promise<void> {
  const hasSubmodules = await access(join(root, '.gitmodules')).then(
    () => true,
    () => false,
  );
  if (!hasSubmodules) return;
  const updated = await git('-C', root, 'submodule', '--quiet', 'update', '--init', '--recursive');
  if (updated.code !== 0) throw new SyncError('git cannot update the submodules.', { hint: messageOf(updated) });
}

const messageOf = ({ stderr, code }: ProgramOutput) => stderr.trim() || `git ended with exit code ${code}`;

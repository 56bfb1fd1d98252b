import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeCount } from '@slipway/domain';
import type { CommandContext } from '../context.js';
import { describeEnd } from './judge-end.js';
import { readProgram } from './run-program.js';
import { ready, SyncError, type Workspace } from './workspace.js';

const USUAL_SETTINGS_FILE = '.p4config';

/** Whether the environment or a file in the folder or above it names a Perforce workspace. */
export async function hasPerforceWorkspace({ env, folder }: CommandContext): Promise<boolean> {
  if (env['P4CLIENT'] || env['P4CONFIG']) return true;
  for (let current = folder; ; current = dirname(current)) {
    const isThere = await access(join(current, USUAL_SETTINGS_FILE)).then(
      () => true,
      () => false,
    );
    if (isThere || current === dirname(current)) return isThere;
  }
}

/** Synchronizes the Perforce workspace, which stays at the last revision: syncing a large depot twice takes long. */
export async function openPerforceWorkspace(context: CommandContext): Promise<Workspace> {
  const { output } = context;
  const opened = await readProgram(context, { file: 'p4', args: ['opened', '-m', '1'] }).catch(() => null);
  if (opened?.code === 0 && opened.stdout.trim() !== '')
    output.warn('Files are open in the Perforce workspace. p4 sync leaves them as they are in every revision.');
  let synced: string | null = null;
  return {
    async prepare({ identifier, display_identifier }) {
      synced = display_identifier;
      await sync(context, identifier);
      return ready();
    },
    async restore() {
      if (synced !== null)
        output.warn(`The Perforce workspace is at ${synced}. \`p4 sync\` returns to the newest.`);
    },
  };
}

async function sync(context: CommandContext, changelist: string): Promise<void> {
  const progress = context.output.progress(`p4 sync @${changelist}`);
  let files = 0;
  const count = (chunk: string) => {
    files += chunk.split('\n').length - 1;
    progress.update(`p4 sync @${changelist}: ${describeCount(files)} files`);
  };
  try {
    const end = await readProgram(context, { file: 'p4', args: ['sync', `@${changelist}`] }, count);
    if (end.code !== 0)
      throw new SyncError(`p4 sync @${changelist} ended with ${describeEnd(end)}.`, {
        hint: end.stderr.trim() || 'Check the workspace with `p4 info`.',
      });
  } finally {
    progress.stop();
  }
}

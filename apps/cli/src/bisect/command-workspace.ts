import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { describeEnd } from './judge-end.js';
import { fillRevision } from './revision.js';
import { runVisibly } from './run-program.js';
import { ready, SyncError, type Workspace } from './workspace.js';

/** Runs a line of the shell before every revision, which nothing undoes afterwards. */
export function openCommandWorkspace(context: CommandContext, template: string): Workspace {
  return {
    async prepare({ identifier }) {
      if (template.trim() === '') throw new CliError('--sync is empty.');
      const line = fillRevision(template, identifier);
      const env = { SLIPWAY_REVISION: identifier };
      const end = await runVisibly(context, { file: line, env, isShell: true });
      if (end.code !== 0) throw new SyncError(`The command of --sync ended with ${describeEnd(end)}.`);
      return ready();
    },
    restore: async () => undefined,
  };
}

import { CliError, EXIT } from '../cli-error.js';
import { present, type Report } from './report.js';

/** The values of `slipway report change`: a Perforce changelist or a Lore revision. */
export interface ChangeInput {
  readonly changelist: string | undefined;
  readonly revision: string | undefined;
  readonly revisionNumber?: string | undefined;
  readonly author?: string | undefined;
  readonly message?: string | undefined;
  readonly branch?: string | undefined;
  readonly repository?: string | undefined;
  /** `action:path`, or a path that was edited. */
  readonly files?: readonly string[] | undefined;
  /** The output of `p4 -Mj -ztag describe -s`. */
  readonly describe?: string | undefined;
}

/** A submitted changelist or a pushed revision. */
export function changeReport(input: ChangeInput, now: number): Report {
  const files = input.files?.map(readFile);
  if (input.revision !== undefined) {
    const body = present({
      revision: input.revision,
      revision_number: input.revisionNumber,
      branch: input.branch,
      repository: input.repository,
      author: input.author,
      message: input.message,
      timestamp: new Date(now).toISOString(),
      files,
    });
    return { provider: 'lore', path: 'lore', title: `revision ${input.revision.slice(0, 8)}`, body };
  }
  if (input.changelist === undefined)
    throw new CliError('--changelist or --revision is required.', { code: EXIT.misreported });
  const body = present({
    changelist: input.changelist,
    user: input.author,
    description: input.message,
    stream: input.branch,
    files,
    describe: input.describe,
    // The describe output contains the submit time.
    timestamp: input.describe === undefined ? new Date(now).toISOString() : undefined,
  });
  return { provider: 'perforce', path: 'perforce', title: `changelist ${input.changelist}`, body };
}

const ACTIONS = ['add', 'edit', 'delete', 'move'];

function readFile(written: string): { path: string; action: string } {
  const [action = '', ...rest] = written.split(':');
  return ACTIONS.includes(action) && rest.length > 0
    ? { path: rest.join(':'), action }
    : { path: written, action: 'edit' };
}

import { CliError } from '../cli-error.js';

/** A revision that the service wants to be run. */
export interface NextRevision {
  readonly identifier: string;
  readonly display_identifier: string;
  readonly build_run_id: string | null;
  readonly artifacts: readonly ArchivedFile[];
}

/** A file of a build, as a report names it. */
export interface ArchivedFile {
  readonly name: string;
  /** Zero if the report did not say. */
  readonly size_bytes: number;
  readonly url: string;
}

export type Prepared =
  | { readonly state: 'ready'; readonly env: Readonly<Record<string, string>> }
  | { readonly state: 'untestable'; readonly reason: string };

/** Where the command runs, and how a revision gets there. */
export interface Workspace {
  /** Brings a revision there. Throws a SyncError if that fails. */
  prepare(revision: NextRevision): Promise<Prepared>;
  /** Leaves it as it was before the first revision. */
  restore(): Promise<void>;
}

/** A revision could not be brought to the workspace; another one, or a second attempt, may succeed. */
export class SyncError extends CliError {}

export const ready = (env: Readonly<Record<string, string>> = {}): Prepared => ({ state: 'ready', env });

/**
 * The exit codes of the process, as in `gh`. `misreported` is that of a strict report that was used incorrectly, `blocked`
 * that of a gate that does not let a build pass, `noCulprit` and `unsettled` those of a search for a culprit.
 */
export const EXIT = {
  ok: 0,
  error: 1,
  cancelled: 2,
  misreported: 2,
  blocked: 3,
  auth: 4,
  noCulprit: 5,
  unsettled: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface CliErrorOptions {
  readonly code?: ExitCode;
  readonly hint?: string;
  readonly cause?: unknown;
  /** Set if the command continued after Ctrl-C and this is its result. */
  readonly isResult?: boolean;
}

/** Ends a command with a message for people and an exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: ExitCode;
  readonly hint: string | undefined;
  readonly isResult: boolean;

  constructor(message: string, { code = EXIT.error, hint, cause, isResult = false }: CliErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
    this.isResult = isResult;
  }
}

/** Ends a command with the exit code of the program that it ran, which has said why. */
export class ChildExit extends Error {
  override readonly name = 'ChildExit';

  constructor(readonly code: number) {
    super(`the program ended with ${code}`);
  }
}

/** The error of a command that ended because of Ctrl-C or a question answered with no. */
export function cancelled(message = 'Cancelled.'): CliError {
  return new CliError(message, { code: EXIT.cancelled });
}

/** How a program ended: by itself with a code, or by a signal. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What a run says about a revision. */
export type RunOutcome = 'passed' | 'failed' | 'untestable';

/** The outcome of a run, or why the run says nothing, so that nobody should go on with this command. */
export type JudgedEnd =
  | { readonly outcome: RunOutcome; readonly problem: null }
  | { readonly outcome: null; readonly problem: string };

const UNTESTABLE = 125;
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

const judged = (outcome: RunOutcome): JudgedEnd => ({ outcome, problem: null });
const unjudged = (problem: string): JudgedEnd => ({ outcome: null, problem });

/**
 * Reads an exit code as `git bisect run` does, except that 126 and 127 always end the search: a command that cannot be
 * started would make every revision look broken.
 */
export function judgeEnd(end: ProgramEnd): JudgedEnd {
  const { code, signal } = end;
  if (code === 0) return judged('passed');
  if (code === UNTESTABLE) return judged('untestable');
  if (code === NOT_EXECUTABLE) return unjudged('The command cannot be executed (exit code 126).');
  if (code === NOT_FOUND) return unjudged('The command, or one that it runs, was not found (exit code 127).');
  if (code !== null && code > 0 && code < UNTESTABLE) return judged('failed');
  const reason = signal === null ? 'which is neither a pass nor a failure' : 'so it did not finish';
  return unjudged(`The command ended with ${describeEnd(end)}, ${reason}.`);
}

export function describeEnd({ code, signal }: ProgramEnd): string {
  return signal === null ? `exit code ${code}` : `the signal ${signal}`;
}

import { CliError, cancelled } from './cli-error.js';
import type { CommandContext } from './context.js';

/** Asks a yes-or-no question on a terminal. Without a terminal, the option must answer it. */
export async function confirm(context: CommandContext, question: string, option: string): Promise<void> {
  const { stdin, stderr, signal } = context;
  if (!stdin.isTerminal || !stderr.isTerminal)
    throw new CliError(`${question} Cannot ask without a terminal.`, { hint: `Answer with ${option}.` });
  stderr.write(`${question} [y/N] `);
  const answer = await stdin.readLine(signal);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw cancelled('Nothing was changed.');
}

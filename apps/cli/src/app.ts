import { findSession } from '@slipway/credentials';
import { CommanderError } from 'commander';
import { ChildExit, CliError, EXIT } from './cli-error.js';
import { createContext } from './context.js';
import type { AnyCommand } from './define-command.js';
import { explainError } from './explain-error.js';
import { findCommand, namedWords } from './find-command.js';
import { createColours } from './output/colours.js';
import { readJsonRequest } from './output/json.js';
import { createOutput } from './output/output.js';
import { manyLines, oneLine } from './output/text.js';
import { buildProgram, connectProgram, type ParsedInput } from './program.js';
import { commands } from './registry.js';
import type { CliProcess } from './terminal.js';

/** Runs one command line and returns its exit code. */
export async function runCli(written: readonly string[], process: CliProcess): Promise<number> {
  if (written[0] === '__complete') return printCandidates(written.slice(2), process);
  const args = rewriteHelp(written);
  let host: string | undefined;
  try {
    const { command: found, wantsHelp } = findCommand(commands, args);
    const loaded = found === undefined ? [] : [{ path: found.path, command: await found.load() }];
    const run = (command: AnyCommand, input: ParsedInput) => {
      host = input.host;
      return runCommand(command, input, process);
    };
    const program = connectProgram(buildProgram({ commands, loaded, run }), process);
    await program.parseAsync(wantsHelp ? [...args, '--help'] : args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    const code = await handleError(error, process, host);
    return process.signal.aborted ? code : codeOfReport(args, code, error instanceof CommanderError);
  }
}

/** Unless it is strict, a report never breaks the build that sends it, not even if its command line is wrong. */
function codeOfReport(args: readonly string[], code: number, isUsage: boolean): number {
  const [group, name] = namedWords(commands, args);
  if (group !== 'report' || name === 'outbox' || code === EXIT.ok) return code;
  if (!args.includes('--strict')) return EXIT.ok;
  return isUsage ? EXIT.misreported : code;
}

/** `help build list` means `build list --help`; the help command itself handles topics and unknown words. */
function rewriteHelp(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first !== 'help' || rest.some((word) => word.startsWith('-'))) return args;
  const { command, wantsHelp } = findCommand(commands, rest);
  return command !== undefined || wantsHelp ? [...rest, '--help'] : args;
}

/** Answers the completion scripts of shells. */
async function printCandidates(words: readonly string[], process: CliProcess): Promise<number> {
  const { complete } = await import('./completion/complete.js');
  const { createLookUp } = await import('./completion/look-up.js');
  const candidates = await complete(commands, words, createLookUp(process));
  for (const { word, description } of candidates)
    process.stdout.write(`${oneLine(word)}\t${oneLine(description)}\n`);
  return EXIT.ok;
}

function runCommand(command: AnyCommand, input: ParsedInput, process: CliProcess): Promise<void> {
  const json = command.json === undefined ? null : readJsonRequest(command.json, input);
  const output = createOutput(process, json);
  return command.run(createContext(process, output, input), input.own);
}

async function handleError(error: unknown, process: CliProcess, hostOption: string | undefined): Promise<number> {
  // Commander has printed its message, the help or the version.
  if (error instanceof CommanderError) return error.exitCode;
  if (error instanceof ChildExit) return error.code;
  // Ctrl-C makes requests and waits fail, which needs no message. A command that continues may still report a result.
  if (process.signal.aborted && !(error instanceof CliError && error.isResult)) return EXIT.cancelled;
  const { code, lines } = await explainError(error, await situationOf(process, hostOption));
  // Messages may quote the service.
  const [problem = '', ...hints] = lines.map(manyLines);
  const { red } = createColours(process.stderr.isTerminal, process.env);
  process.stderr.write([`${red('error:')} ${problem}`, ...hints, ''].join('\n'));
  return code;
}

async function situationOf({ env }: CliProcess, hostOption: string | undefined) {
  try {
    const { host, credentials } = await findSession(env, hostOption);
    return { host, isTokenFromEnv: credentials?.source === 'SLIPWAY_TOKEN' };
  } catch {
    // The error to explain is the address or the file itself.
    return { host: hostOption ?? '', isTokenFromEnv: false };
  }
}

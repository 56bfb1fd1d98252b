import type { RegisteredCommand } from './define-command.js';
import { unaliased } from './groups.js';

export interface FoundCommand {
  readonly command: RegisteredCommand | undefined;
  /** The words name only a group, or nothing, so the help is shown. */
  readonly wantsHelp: boolean;
}

/** The words from the command onward. Of the options before it, only `--host` takes a value. */
export function skipOptions(args: readonly string[]): readonly string[] {
  const index = args.findIndex((arg, at) => !arg.startsWith('-') && args[at - 1] !== '--host');
  return index === -1 ? [] : args.slice(index);
}

/** Finds the command that a command line names, so that only its module is loaded. */
export function findCommand(commands: readonly RegisteredCommand[], args: readonly string[]): FoundCommand {
  const words = namedWords(commands, args);
  if (words.length === 0) return { command: undefined, wantsHelp: !args.some((arg) => arg.startsWith('-')) };
  const command = commands.find(({ path }) => startsWith(words, path));
  return { command, wantsHelp: command === undefined && commandsBelow(commands, words).length > 0 };
}

/** The words from the command onward, with the group or command by its name instead of its alias. */
export function namedWords(commands: readonly RegisteredCommand[], args: readonly string[]): readonly string[] {
  const [first, ...rest] = skipOptions(args);
  return first === undefined ? [] : [unaliased(commands, first), ...rest];
}

/** The commands of the group that the words name. */
export function commandsBelow(
  commands: readonly RegisteredCommand[],
  words: readonly string[],
): readonly RegisteredCommand[] {
  return commands.filter(({ path }) => path.length > words.length && startsWith(path, words));
}

function startsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => word === words[index]);
}

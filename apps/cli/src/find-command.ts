import type { RegisteredCommand } from './define-command.js';
import { groupOf } from './groups.js';

/** What the first words of a command line name. */
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
  const [first, second] = skipOptions(args);
  if (first === undefined) return { command: undefined, wantsHelp: !args.some((arg) => arg.startsWith('-')) };
  const group = groupOf(commands, first);
  const isGroup = commands.some(({ path }) => path.length > 1 && path[0] === group);
  const wanted = isGroup ? [group, second] : [first];
  const command = commands.find(
    ({ path }) => path.length === wanted.length && path.every((word, index) => word === wanted[index]),
  );
  return { command, wantsHelp: isGroup && second === undefined };
}

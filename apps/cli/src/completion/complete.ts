import type { AnyCommand, RegisteredCommand } from '../define-command.js';
import { findCommand, skipOptions } from '../find-command.js';
import { describeGroup, groupNames, groupOf } from '../groups.js';
import { optionFlags } from '../program.js';

/** A completion candidate with the description that shells show beside it. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** The candidates for the last of `words`, which is being typed. */
export async function complete(
  commands: readonly RegisteredCommand[],
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { command: found } = findCommand(commands, before);
  const candidates =
    found === undefined ? nextWords(commands, before) : nextParts(await found.load(), found.path, before);
  return candidates.filter(({ word }) => word.startsWith(typed));
}

function nextWords(commands: readonly RegisteredCommand[], before: readonly string[]): Candidate[] {
  // `--host` takes an address, which cannot be completed.
  if (before.at(-1) === '--host') return [];
  const [first, ...rest] = skipOptions(before);
  if (first === undefined) {
    const groups = groupNames(commands).map((word) => ({ word, description: describeGroup(word).summary }));
    const single = commands.filter(({ path }) => path.length === 1);
    return [...groups, ...single.map(({ path, summary }) => ({ word: path[0] ?? '', description: summary }))];
  }
  const group = groupOf(commands, first);
  return commands
    .filter(({ path }) => rest.length === 0 && path.length > 1 && path[0] === group)
    .map(({ path, summary }) => ({ word: path[1] ?? '', description: summary }));
}

/** The choices of the preceding option, if any; otherwise options, and the choices of the argument at this position. */
function nextParts(command: AnyCommand, path: readonly string[], before: readonly string[]): Candidate[] {
  const options = optionFlags(command);
  const { given, open } = readWords(skipOptions(before).slice(path.length), options);
  if (open !== undefined) return (open.choices ?? []).map((word) => ({ word, description: '' }));
  const argument = Object.values(command.arguments ?? {})[given];
  return [
    ...(argument?.choices ?? []).map((word) => ({ word, description: '' })),
    ...options.map(({ flags, description }) => ({ word: flags.at(-1) ?? '', description })),
  ];
}

type OptionFlags = ReturnType<typeof optionFlags>[number];

/** The number of arguments already typed, and the option whose value comes next. */
function readWords(words: readonly string[], options: readonly OptionFlags[]) {
  let given = 0;
  let open: OptionFlags | undefined;
  for (const word of words) {
    if (open !== undefined) open = undefined;
    else if (word.startsWith('-'))
      open = options.find((option) => option.takesValue && option.flags.includes(word));
    else given += 1;
  }
  return { given, open };
}

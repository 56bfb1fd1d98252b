import type { AnyCommand, Completable, RegisteredCommand } from '../define-command.js';
import { commandsBelow, findCommand, namedWords, skipOptions } from '../find-command.js';
import { describeGroup } from '../groups.js';
import { optionFlags, PROJECT_FLAG } from '../program.js';

/** A completion candidate with the description that shells show beside it. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** Finds the records that a word may name. The options are those typed before it. */
export type LookUp = (
  what: Completable,
  options: { readonly host?: string | undefined; readonly project?: string | undefined },
) => Promise<readonly Candidate[]>;

/** The candidates for the last of `words`, which is being typed. */
export async function complete(
  commands: readonly RegisteredCommand[],
  words: readonly string[],
  lookUp: LookUp,
): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { command: found } = findCommand(commands, before);
  const candidates =
    found === undefined
      ? nextWords(commands, before)
      : await nextParts(await found.load(), { path: found.path, before, lookUp });
  return candidates.filter(({ word }) => word.startsWith(typed));
}

function nextWords(commands: readonly RegisteredCommand[], before: readonly string[]): Candidate[] {
  // `--host` takes an address, which cannot be completed.
  if (before.at(-1) === '--host') return [];
  const words = namedWords(commands, before);
  const described = commandsBelow(commands, words).map(({ path, summary }): [string, string] => {
    const word = path[words.length] ?? '';
    return [word, path.length === words.length + 1 ? summary : describeGroup(word).summary];
  });
  return [...new Map(described)].map(([word, description]) => ({ word, description }));
}

interface Typed {
  readonly path: readonly string[];
  readonly before: readonly string[];
  readonly lookUp: LookUp;
}

/** The values of the preceding option, if any; otherwise options, and the values of the argument at this position. */
async function nextParts(command: AnyCommand, { path, before, lookUp }: Typed): Promise<Candidate[]> {
  const options = optionFlags(command);
  const { given, open, values } = readWords(skipOptions(before).slice(path.length), options);
  const context = { host: values.get('--host') ?? hostBefore(before), project: values.get(PROJECT_FLAG) };
  if (open?.flags.includes(PROJECT_FLAG)) return [...(await lookUp('projects', context))];
  if (open !== undefined) return (open.choices ?? []).map((word) => ({ word, description: '' }));
  const listed = Object.values(command.arguments ?? {});
  const argument = listed[given] ?? listed.findLast(({ many }) => many === true);
  return [
    ...(argument?.choices ?? []).map((word) => ({ word, description: '' })),
    ...(argument?.completes === undefined ? [] : await lookUp(argument.completes, context)),
    ...options.map(({ flags, description }) => ({ word: flags.at(-1) ?? '', description })),
  ];
}

function hostBefore(before: readonly string[]): string | undefined {
  const at = before.indexOf('--host');
  return at === -1 ? undefined : before[at + 1];
}

type OptionFlags = ReturnType<typeof optionFlags>[number];

/** The number of arguments already typed, the values of options, and the option whose value comes next. */
function readWords(words: readonly string[], options: readonly OptionFlags[]) {
  let given = 0;
  let open: OptionFlags | undefined;
  const values = new Map<string, string>();
  for (const word of words) {
    if (open !== undefined) {
      values.set(open.flags.at(-1) ?? '', word);
      open = undefined;
    } else if (word.startsWith('-'))
      open = options.find((option) => option.takesValue && option.flags.includes(word));
    else given += 1;
  }
  return { given, open, values };
}

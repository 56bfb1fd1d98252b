import {
  Argument as CommanderArgument,
  Option as CommanderOption,
  InvalidArgumentError,
  Command as Program,
} from 'commander';
import type { AnyCommand, Argument, Option, RegisteredCommand } from './define-command.js';
import { COMMAND_ALIASES, describeGroup } from './groups.js';
import { createColours } from './output/colours.js';
import type { CliProcess } from './terminal.js';
import { VERSION } from './version.js';

/** The values of a command line: the command's own, and those of shared options. */
export interface ParsedInput {
  readonly own: Readonly<Record<string, unknown>>;
  readonly host: string | undefined;
  readonly project: string | undefined;
  readonly json: string | true | undefined;
  readonly jq: string | undefined;
}

export interface LoadedCommand {
  readonly path: readonly string[];
  readonly command: AnyCommand;
}

interface ProgramOptions {
  readonly commands: readonly RegisteredCommand[];
  /** The commands whose modules are loaded; the others only appear in the help. */
  readonly loaded: readonly LoadedCommand[];
  run(command: AnyCommand, input: ParsedInput): Promise<void>;
}

/** The option that names the project; shells complete its value. */
export const PROJECT_FLAG = '--project';
const HOST = ['--host <address>', 'address of the service (SLIPWAY_HOST)'] as const;

export function buildProgram({ commands, loaded, run }: ProgramOptions): Program {
  const root = new Program('slipway')
    .description('Command-line client for Slipway.')
    .version(VERSION, '--version', 'print the version')
    .option(...HOST)
    .enablePositionalOptions()
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nRun `slipway <command> --help` for a command, `slipway help exit-codes` for exit codes.',
    );
  for (const { path, summary } of commands) {
    const leaf = parentOf(root, path)
      .command(path.at(-1) ?? '')
      .description(summary);
    const alias = COMMAND_ALIASES[path.join(' ')];
    if (alias !== undefined) leaf.alias(alias);
    const found = loaded.find((candidate) => candidate.path.join(' ') === path.join(' '));
    if (found !== undefined) fillLeaf(leaf, found.command, run);
  }
  return root;
}

/** Connects the tree to the streams of the process. Every command needs these settings itself. */
export function connectProgram(program: Program, process: CliProcess): Program {
  const { stdout, stderr, env } = process;
  const width = () => stdout.columns ?? 80;
  program.exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    getOutHelpWidth: width,
    getErrHelpWidth: width,
    getOutHasColors: () => createColours(stdout.isTerminal, env).isColorSupported,
    getErrHasColors: () => createColours(stderr.isTerminal, env).isColorSupported,
  });
  for (const child of program.commands) connectProgram(child, process);
  return program;
}

function parentOf(root: Program, [first = '', ...rest]: readonly string[]): Program {
  if (rest.length === 0) return root;
  const existing = root.commands.find((command) => command.name() === first);
  return parentOf(existing ?? addGroup(root, first), rest);
}

function addGroup(parent: Program, name: string): Program {
  const { summary, alias } = describeGroup(name);
  const created = parent.command(name).description(summary).helpCommand(false);
  return alias === undefined ? created : created.alias(alias);
}

function fillLeaf(leaf: Program, command: AnyCommand, run: ProgramOptions['run']): void {
  for (const [name, argument] of Object.entries(command.arguments ?? {}))
    leaf.addArgument(toArgument(name, argument));
  const options = Object.entries(command.options ?? {}).map(([key, option]) => ({
    key,
    names: [key, ...(option.alias === undefined ? [] : [option.alias])].map((name) => toOption(name, option)),
  }));
  for (const [option, ...aliases] of options.map(({ names }) => names)) {
    if (option !== undefined) leaf.addOption(option);
    for (const alias of aliases) leaf.addOption(alias.hideHelp());
  }
  if (command.project) leaf.option('-p, --project <project>', 'project by id or name (SLIPWAY_PROJECT)');
  if (command.json !== undefined) {
    leaf.option('--json [fields]', 'write JSON with these comma-separated fields; without fields, list them');
    leaf.option('--jq <filter>', 'filter the JSON with a jq expression');
  }
  leaf.option(...HOST);
  if (command.description !== undefined) leaf.description(`${command.summary}\n\n${command.description}`);
  leaf.addHelpText('after', ['', 'Examples:', ...command.examples.map((example) => `  $ ${example}`)].join('\n'));
  leaf.action(() => {
    const values = leaf.opts<Record<string, unknown>>();
    const named = Object.keys(command.arguments ?? {}).map((name, index) => [name, leaf.processedArgs[index]]);
    const chosen = options.map(({ key, names }) => [key, readValue(names, values)]);
    const { project, json, jq } = values;
    return run(command, {
      own: Object.fromEntries([...named, ...chosen]),
      host: hostOf(leaf),
      project,
      json,
      jq,
    } as ParsedInput);
  });
}

/** `--host` is also accepted before the command. */
function hostOf(command: Program | null): unknown {
  return command === null ? undefined : (command.opts()['host'] ?? hostOf(command.parent));
}

/** The options of a command as typed on a command line, for completion. */
export function optionFlags({ options = {}, project, json }: AnyCommand) {
  const own = Object.entries(options).map(([key, { kind, short, alias, description, choices }]) => ({
    flags: [
      ...(short === undefined ? [] : [`-${short}`]),
      ...(alias === undefined ? [] : [`--${dashed(alias)}`]),
      `--${dashed(key)}`,
    ],
    takesValue: kind !== 'flag',
    description,
    choices,
  }));
  const valued = (flags: string[], description: string) => ({
    flags,
    takesValue: true,
    description,
    choices: undefined,
  });
  return [
    ...own,
    ...(project ? [valued(['-p', PROJECT_FLAG], 'project by id or name')] : []),
    ...(json === undefined ? [] : [valued(['--json'], 'write JSON'), valued(['--jq'], 'filter the JSON')]),
    valued(['--host'], HOST[1]),
    { flags: ['--help'], takesValue: false, description: 'show help', choices: undefined },
  ];
}

function toArgument(name: string, { description, optional, many, choices }: Argument): CommanderArgument {
  const word = many ? `${dashed(name)}...` : dashed(name);
  const argument = new CommanderArgument(optional ? `[${word}]` : `<${word}>`, description);
  return choices === undefined ? argument : argument.choices(choices);
}

function toOption(key: string, spec: Option): CommanderOption {
  const { kind, short, alias, value, choices, required = false } = spec;
  const isAlias = key === alias;
  const long = `--${dashed(key)}`;
  const flags = short === undefined || isAlias ? long : `-${short}, ${long}`;
  const placeholder = value ?? { text: 'text', number: 'number', list: 'list', flag: '' }[kind];
  const description = alias === undefined ? spec.description : `${spec.description}; also --${dashed(alias)}`;
  const option = new CommanderOption(kind === 'flag' ? flags : `${flags} <${placeholder}>`, description);
  option.makeOptionMandatory(required && !isAlias);
  if (kind === 'number') return option.argParser(readNumber);
  if (kind === 'list')
    return describeChoices(option, choices).argParser((text, before) => readList(text, before, spec));
  return choices === undefined ? option : option.choices(choices);
}

/** `readList` checks each item, so commander does not know the choices; this adds them to the help. */
function describeChoices(option: CommanderOption, choices: readonly string[] | undefined): CommanderOption {
  if (choices !== undefined) option.description += ` (any of: ${choices.join(', ')})`;
  return option;
}

/** The value of an option that has one or two names. A flag such as `--no-browser` sets `browser` to false in commander. */
function readValue(names: readonly CommanderOption[], values: Readonly<Record<string, unknown>>): unknown {
  const given = names.find((option) => values[option.attributeName()] !== undefined) ?? names[0];
  const value = given && values[given.attributeName()];
  if (given?.negate) return value === false;
  return given?.isBoolean() ? value === true : value;
}

function readNumber(text: string): number {
  if (!/^[0-9]+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function readList(text: string, before: unknown, { choices, whole }: Option): string[] {
  const items = whole ? [text] : text.split(',').map((item) => item.trim());
  const unknown = choices === undefined ? undefined : items.find((item) => !choices.includes(item));
  if (unknown !== undefined) throw new InvalidArgumentError(`Allowed choices are ${choices?.join(', ')}.`);
  return [...(Array.isArray(before) ? (before as string[]) : []), ...items];
}

function dashed(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

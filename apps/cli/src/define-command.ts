import type { CommandContext } from './context.js';

/** Records of the service whose names or ids a shell can complete. */
export type Completable = 'projects' | 'builds';

export interface Argument {
  readonly description: string;
  readonly optional?: boolean;
  /** Takes all remaining words; only the last argument can. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly completes?: Completable;
}

/** An option. Its key is its name: `build_type` and `buildType` both become `--build-type`. */
export interface Option {
  /** A flag takes no value; a list may be given several times or comma-separated. */
  readonly kind: 'flag' | 'text' | 'number' | 'list';
  readonly description: string;
  /** One letter. */
  readonly short?: string;
  /** Another name for it, for people who know it from the API or from another command. */
  readonly alias?: string;
  /** The placeholder for the value in the help; the kind by default. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Items of a list are not split at commas. */
  readonly whole?: boolean;
  readonly required?: boolean;
}

type ArgumentValue<A extends Argument> = A extends { many: true }
  ? readonly string[]
  : A extends { optional: true }
    ? string | undefined
    : string;

type TextValue<O extends Option> = O extends { choices: readonly (infer Choice)[] } ? Choice : string;

type OptionValue<O extends Option> = {
  flag: boolean;
  text: TextValue<O> | undefined;
  number: number | undefined;
  list: readonly TextValue<O>[] | undefined;
}[O['kind']];

export type Arguments = Readonly<Record<string, Argument>>;
export type Options = Readonly<Record<string, Option>>;

/** The values of a command line, typed by the arguments and options of the command. */
export type Input<A extends Arguments, O extends Options> = {
  readonly [K in keyof A]: ArgumentValue<A[K]>;
} & { readonly [K in keyof O]: OptionValue<O[K]> };

/**
 * One command of the command line. `slipway build list` is what `commands/build.ts` exports as `list`, and `slipway build
 * watch` what `commands/build/watch.ts` exports as `command`.
 * The summary must be written as one string literal, because the generated registry repeats it.
 */
export interface Command<A extends Arguments = Arguments, O extends Options = Options> {
  readonly summary: string;
  readonly description?: string;
  /** Complete command lines for the help, `slipway` included. */
  readonly examples: readonly string[];
  readonly arguments?: A;
  readonly options?: O;
  /** Adds `--project`; `context.project()` resolves it. */
  readonly project?: boolean;
  /** The fields that `--json` offers; a command without them has no JSON form. */
  readonly json?: readonly string[];
  run(context: CommandContext, input: Input<A, O>): Promise<void>;
}

/** A command whose arguments and options are only known at run time. */
export type AnyCommand = Omit<Command, 'run'> & {
  run(context: CommandContext, input: Readonly<Record<string, unknown>>): Promise<void>;
};

export interface RegisteredCommand {
  readonly path: readonly string[];
  readonly summary: string;
  load(): Promise<AnyCommand>;
}

export function defineCommand<
  const A extends Arguments = Record<never, Argument>,
  const O extends Options = Record<never, Option>,
>(command: Command<A, O>): AnyCommand {
  // The program reads input from the same arguments and options, so it has the type that `run` declares.
  return { ...command, run: (context, input) => command.run(context, input as Input<A, O>) };
}

import type { Client } from '@slipway/client';

/** What a command can use. */
export interface CommandContext {
  readonly client: Client;
  write(line: string): void;
}

/** One command of the command line: `slipway <name>`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  run(context: CommandContext): Promise<void>;
}

/** Declares a command. */
export function defineCommand<const C extends Command>(command: C): C {
  return command;
}

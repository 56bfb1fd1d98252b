import { createClient, SlipwayError } from '@slipway/client';
import { Command as Program } from 'commander';
import { commands } from './registry.js';

/** The environment and output of the command line. */
export interface CliDeps {
  readonly env: Readonly<Record<string, string | undefined>>;
  write(line: string): void;
  writeError(line: string): void;
}

/** Exit codes follow `gh`: 4 means that authentication is required. */
const EXIT_ERROR = 1;
const EXIT_AUTH = 4;

/** Runs one command line and returns its exit code. */
export async function runCli(args: readonly string[], deps: CliDeps): Promise<number> {
  const { SLIPWAY_HOST: baseUrl = 'http://127.0.0.1:8080', SLIPWAY_TOKEN: token = '' } = deps.env;
  const context = { client: createClient({ baseUrl, token }), write: deps.write };
  const program = new Program('slipway').description('Thin client of the Slipway REST API').exitOverride();
  program.configureOutput({ writeOut: deps.write, writeErr: deps.writeError });
  for (const command of commands) {
    program
      .command(command.name)
      .description(command.summary)
      .action(() => command.run(context));
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, deps);
  }
}

function explain(error: unknown, { writeError }: CliDeps): number {
  if (error instanceof SlipwayError) {
    const needsAuth = error.status === 401;
    writeError(needsAuth ? 'Not signed in: set SLIPWAY_TOKEN to an API token.' : error.message);
    return needsAuth ? EXIT_AUTH : EXIT_ERROR;
  }
  // Commander has printed its own message.
  if (error instanceof Error && 'exitCode' in error) return Number(error.exitCode);
  writeError(error instanceof Error ? describe(error) : String(error));
  return EXIT_ERROR;
}

function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@slipway/client';
import { findSession, requireCredentials, type Session } from '@slipway/credentials';
import { CliError } from './cli-error.js';
import { openClient } from './open-client.js';
import type { Output } from './output/output.js';
import type { ChosenProject } from './projects/choose-project.js';
import type { CliProcess } from './terminal.js';

export interface CommandContext extends CliProcess {
  readonly output: Output;
  /** The host, and the token if there is one. */
  session(): Promise<Session>;
  /** A client with the token. Without one, throws the error that says how to sign in (exit code 4). */
  client(): Promise<Client>;
  /** A client without a token, for public endpoints. */
  publicClient(): Promise<Client>;
  /** The project that `--project`, SLIPWAY_PROJECT or `slipway project use` names. */
  project(): Promise<ChosenProject>;
  /** The id or name that --project or SLIPWAY_PROJECT gives. */
  readonly namedProject: string | undefined;
  /** Like `project`, but null if none is named. */
  projectIfChosen(): Promise<ChosenProject | null>;
  /** Waits; rejects on Ctrl-C. */
  sleep(ms: number): Promise<void>;
}

export interface GlobalInput {
  readonly host?: string | undefined;
  readonly project?: string | undefined;
}

/** Creates the context of one command line, which reads and loads everything lazily. */
export function createContext(process: CliProcess, output: Output, input: GlobalInput): CommandContext {
  const session = once(() => findSession(process.env, input.host));
  const client = once(async () => {
    const opened = await session();
    const { token } = requireCredentials(opened);
    return openClient({ host: opened.host, token, signal: process.signal, output });
  });
  const namedProject = input.project ?? (process.env['SLIPWAY_PROJECT'] || undefined);
  const projectIfChosen = async () => {
    const { host } = await session();
    // Loaded lazily because it needs the contracts, which commands without a project do not.
    const { chooseProject } = await import('./projects/choose-project.js');
    return chooseProject({ ...process, host, named: namedProject, client: await client() });
  };
  return {
    ...process,
    output,
    session,
    client,
    async publicClient() {
      return openClient({ host: (await session()).host, signal: process.signal, output });
    },
    async project() {
      const chosen = await projectIfChosen();
      if (chosen !== null) return chosen;
      throw new CliError('No project is selected.', {
        hint: 'Use --project, set SLIPWAY_PROJECT, or run `slipway project use <project>` in this folder.',
      });
    },
    namedProject,
    projectIfChosen,
    sleep: (ms) => sleep(ms, undefined, { signal: process.signal }),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

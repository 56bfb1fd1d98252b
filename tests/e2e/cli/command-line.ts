import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { runCli, type Writable } from '@slipway/cli';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Makes every stream a terminal of this many columns. */
  readonly columns?: number;
  readonly stdin?: string;
  /** Replaces the lines of `stdin`. */
  readLine?(): Promise<string | null>;
  readonly folder?: string;
  readonly signal?: AbortSignal;
  openBrowser?(address: string): Promise<void>;
  /** Receives everything that is written, as it is written. */
  onWrite?(text: string): void;
}

export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A folder that is removed after the tests. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-cli-'));
  folders.push(folder);
  return folder;
}

/** Runs command lines in this process, with settings folders of their own. */
export async function commandLine(env: Readonly<Record<string, string>>) {
  const home = await temporaryFolder();
  const settings = { XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') };

  async function slipway(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { columns, stdin = '', onWrite } = options;
    const written = { out: '', err: '' };
    const isTerminal = columns !== undefined;
    const stream = (name: keyof typeof written): Writable => ({
      isTerminal,
      columns,
      write(text) {
        written[name] += text;
        onWrite?.(text);
      },
    });
    const lines = stdin === '' ? [] : stdin.split('\n');
    const readLine = options.readLine ?? (async () => lines.shift() ?? null);
    const code = await runCli(args, {
      env: { ...settings, ...env, ...options.env },
      folder: options.folder ?? home,
      signal: options.signal ?? new AbortController().signal,
      stdout: stream('out'),
      stderr: stream('err'),
      stdin: { isTerminal, readAll: async () => stdin, readLine, readSecret: readLine },
      openBrowser: options.openBrowser ?? (() => Promise.reject(new Error('no browser'))),
    });
    return { code, ...written };
  }
  return { slipway, home, settings };
}

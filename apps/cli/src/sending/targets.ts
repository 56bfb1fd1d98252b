import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { normalizeHost } from '@slipway/credentials';
import type { SenderCredentials } from '@slipway/providers';
import { CliError } from '../cli-error.js';

/** The demo studio, as `npm start` writes it to `.data/demo.json`. */
export interface Demo {
  readonly host: string;
  /** An API token with every scope. */
  readonly token: string;
  readonly accountId: string;
  readonly projectId: string;
  /** By provider. */
  readonly integrations: ReadonlyMap<string, SenderCredentials>;
}

const DEMO_FILE = '.data/demo.json';

interface DemoFile {
  readonly base_url: string;
  readonly accounts: { readonly studio: { readonly id: number } };
  readonly tokens: { readonly full: string };
  readonly projects: { readonly main: number };
  readonly integrations: Readonly<Record<string, { readonly token: string; readonly secret?: string }>>;
}

/** Reads the named file, or the one of a checkout in the current folder; null if there is none. */
export async function readDemo(folder: string, named: string | undefined): Promise<Demo | null> {
  const path = resolve(folder, named ?? DEMO_FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (named === undefined && error.code === 'ENOENT') return null;
    throw new CliError(`${path} cannot be read: ${error.message}`, { cause: error });
  });
  if (text === null) return null;
  try {
    return toDemo(JSON.parse(text) as DemoFile);
  } catch (error) {
    throw new CliError(`${path} does not describe a demo studio.`, { cause: error });
  }
}

function toDemo({ base_url, accounts, tokens, projects, integrations }: DemoFile): Demo {
  return {
    host: normalizeHost(base_url),
    token: tokens.full,
    accountId: String(accounts.studio.id),
    projectId: String(projects.main),
    integrations: new Map(
      Object.entries(integrations).map(([name, { token, secret }]) => [name, { token, secret }]),
    ),
  };
}

/** Reads `provider=token[:secret]`, or `provider=@file` with a file that contains `token[:secret]`. */
export async function readIntegration(folder: string, written: string): Promise<[string, SenderCredentials]> {
  const [, provider = '', value = ''] = /^([a-z_]+)=(.+)$/.exec(written) ?? [];
  const credentials = value.startsWith('@') ? await readText(resolve(folder, value.slice(1))) : value;
  const [, token, secret] = /^([0-9a-fA-F]{64})(?::(.+))?$/.exec(credentials.trim()) ?? [];
  if (token === undefined)
    throw new CliError('--integration must be provider=token[:secret], or provider=@file with such a file.', {
      hint: 'The token has 64 hexadecimal characters. The console shows it when the integration is created.',
    });
  return [provider, { token, secret }];
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${path} cannot be read: ${error.message}`, { cause: error });
  });
}

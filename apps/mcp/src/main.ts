#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { SlipwayError } from '@slipway/client';
import { getAuthContext } from '@slipway/contracts';
import { CredentialsError, findSession, requireCredentials } from '@slipway/credentials';
import { openClient } from './open-client.js';
import { createServer, type McpSession } from './server.js';
import { readSwitch, readToolsets, type Selection, UnknownToolsetError } from './toolsets.js';

const USAGE = `slipway-mcp: the Model Context Protocol server for Slipway, over standard input and output

  --toolsets <list>  which tools to offer: default, all, or names separated by commas (SLIPWAY_TOOLSETS)
  --read-only        offer only tools that change nothing (SLIPWAY_READ_ONLY=1)
  --help

The host is SLIPWAY_HOST, or the host of \`slipway auth login\`. The token is SLIPWAY_TOKEN, or that login's.
`;

/** As in the CLI: 1 for incorrect usage, 4 if a token is needed. */
const EXIT = { usage: 1, auth: 4 };

// Standard output belongs to the protocol; everything for people goes to standard error.
function warn(message: string): void {
  process.stderr.write(`slipway-mcp: ${message}\n`);
}

function exitWith(code: number, message: string): never {
  warn(message);
  process.exit(code);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function readSelection(): Selection {
  const { values } = parseArgs({
    options: { toolsets: { type: 'string' }, 'read-only': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stderr.write(USAGE);
    process.exit(0);
  }
  return {
    toolsets: readToolsets(values.toolsets ?? process.env.SLIPWAY_TOOLSETS ?? ''),
    readOnly: values['read-only'] === true || readSwitch(process.env.SLIPWAY_READ_ONLY),
  };
}

async function openSession(): Promise<McpSession> {
  const selection = readSelection();
  const found = await findSession(process.env);
  const { host } = found;
  const { token } = requireCredentials(found);
  const client = openClient({ apiUrl: host, token });
  const reportBug = (error: unknown) => warn(describe(error));
  const session = { client, selection, webUrl: host, isDraining: () => false, reportBug };
  try {
    const { scopes } = await client.call(getAuthContext);
    return { ...session, scopes };
  } catch (error) {
    if (error instanceof SlipwayError && error.status === 401)
      throw new CredentialsError(`${host} rejects the token: it is unknown, revoked or expired.`, {
        hint: 'Run `slipway auth login`, or set SLIPWAY_TOKEN to another API token.',
        cause: error,
      });
    // The service may come back while the assistant is running. Until then, calls return an error that says so.
    warn(error instanceof Error ? error.message : String(error));
    return { ...session, scopes: null };
  }
}

try {
  const session = await openSession();
  serveStdio(() => createServer(session), { onerror: ({ message }) => warn(message) });
} catch (error) {
  if (error instanceof CredentialsError) exitWith(EXIT.auth, `${error.message} ${error.hint}`);
  const isUsage =
    error instanceof UnknownToolsetError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE');
  if (isUsage) exitWith(EXIT.usage, `${(error as Error).message}\n\n${USAGE}`);
  throw error;
}

import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { exchangeToken, type IssuedToken } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import type { CommandContext } from '../context.js';
import { type CallbackServer, isReturnOf, readCode, startCallbackServer } from './callback-server.js';

const TIME_LIMIT_MS = 5 * 60_000;

interface LoginRequest {
  readonly host: string;
  readonly scopes: readonly string[];
  readonly opensBrowser: boolean;
}

/** Gets a token through the browser: authorization code with PKCE (RFC 7636), returned to a loopback port (RFC 8252). */
export async function loginWithBrowser(context: CommandContext, request: LoginRequest): Promise<IssuedToken> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(32).toString('base64url');
  const server = await startCallbackServer(state);
  const name = `slipway on ${hostname()}`;
  const query = new URLSearchParams({
    port: String(server.port),
    state,
    scope: request.scopes.join(' '),
    client_name: name,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  try {
    const isOpened = await showAddress(context, `${request.host}/cli/auth?${query}`, request.opensBrowser);
    const code = await waitForCode(context, server, { state, isOpened });
    const client = await context.publicClient();
    const body = { code, code_verifier: verifier, device_name: name };
    return refuseExtraScopes(await client.call(exchangeToken, { body }), request);
  } finally {
    server.close();
  }
}

/** Returns whether a browser was opened. */
async function showAddress(
  { output, openBrowser }: CommandContext,
  address: string,
  opens: boolean,
): Promise<boolean> {
  output.warn(`Open this address to sign in:\n\n  ${address}\n`);
  try {
    if (opens) {
      await openBrowser(address);
      return true;
    }
  } catch {
    output.warn('Could not open a browser.');
  }
  output.warn(
    'If your browser is on another machine, its last page will not load: paste the address of that page here.',
  );
  return false;
}

/** The first of: the browser's return, a pasted address or code, Ctrl-C, the time limit. */
async function waitForCode(
  { output, stdin, signal }: CommandContext,
  server: CallbackServer,
  { state, isOpened }: { readonly state: string; readonly isOpened: boolean },
): Promise<string> {
  // A spinner would overwrite what the user pastes.
  const progress = isOpened ? output.progress('Waiting for the browser …') : undefined;
  const done = new AbortController();
  const ended = AbortSignal.any([done.signal, signal]);
  try {
    return await Promise.race([
      server.code,
      pastedCode(() => stdin.readLine(ended), state),
      rejectOnAbort(AbortSignal.any([ended, AbortSignal.timeout(TIME_LIMIT_MS)])),
    ]);
  } finally {
    progress?.stop();
    done.abort();
  }
}

/** A browser on another machine cannot return here, but its address bar then contains the code. */
async function pastedCode(readLine: () => Promise<string | null>, state: string): Promise<string> {
  for (let line = await readLine(); line !== null; line = await readLine()) {
    const text = line.trim();
    if (text === '') continue;
    if (!URL.canParse(text)) return text;
    const address = new URL(text);
    if (!isReturnOf(state, address)) throw new CliError('This address belongs to another login.');
    return readCode(address);
  }
  // The input may end while the browser login continues.
  return new Promise(() => undefined);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () =>
      reject(new CliError('Sign-in timed out after 5 minutes.', { hint: 'Run `slipway auth login` again.' }));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** Refuses a token that can do more than we asked for. */
function refuseExtraScopes(issued: IssuedToken, { scopes, host }: LoginRequest): IssuedToken {
  const excess = issued.scopes.filter((scope) => !scopes.includes(scope));
  if (excess.length === 0) return issued;
  throw new CliError(
    `${host} granted more scopes than requested (${excess.join(', ')}). The token was not stored.`,
    {
      hint: `Revoke "${issued.name}" at ${host}/settings/tokens.`,
    },
  );
}

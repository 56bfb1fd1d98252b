import type { SlipwayError } from '@slipway/client';
import { CredentialsError, NotSignedInError } from '@slipway/credentials';
import { CliError, EXIT, type ExitCode } from './cli-error.js';

/** What an error means for the person at the terminal. */
export interface Explanation {
  readonly code: ExitCode;
  /** The first line names the problem, the others say what to do next. */
  readonly lines: readonly string[];
}

/** What an explanation needs to know about the command line. */
export interface ErrorSituation {
  readonly host: string;
  readonly isTokenFromEnv: boolean;
}

export async function explainError(error: unknown, situation: ErrorSituation): Promise<Explanation> {
  if (error instanceof CliError)
    return { code: error.code, lines: [error.message, ...listOf(error.hint), ...requestIdOf(error.cause)] };
  if (error instanceof CredentialsError) {
    const code = error instanceof NotSignedInError ? EXIT.auth : EXIT.error;
    return { code, lines: [error.message, error.hint] };
  }
  if (isSlipwayError(error)) return explainResponse(error, situation);
  if (!(error instanceof Error)) return { code: EXIT.error, lines: [String(error)] };
  if (error.name === 'ConnectionError') return explainConnection(error, situation);
  const lines = [error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message];
  return { code: EXIT.error, lines };
}

/** `instanceof` is not possible: only commands that use the client load its classes. */
export function isSlipwayError(error: unknown): error is SlipwayError {
  return error instanceof Error && error.name === 'SlipwayError';
}

/** Whether the service is away or failed, so that the same request may succeed later. */
export function isUnreachable(error: unknown): boolean {
  if (isSlipwayError(error)) return error.status >= 500;
  return error instanceof Error && error.name === 'ConnectionError';
}

function requestIdOf(error: unknown): string[] {
  return isSlipwayError(error) && error.requestId !== '' ? [`Request id: ${error.requestId}`] : [];
}

function listOf(hint: string | undefined): string[] {
  return hint === undefined ? [] : [hint];
}

function explainConnection(error: Error, { host }: ErrorSituation): Explanation {
  const reason = reasonOf(error.cause);
  const hint = `Check the address (--host or SLIPWAY_HOST) and that the service is running: ${host}/healthz`;
  return { code: EXIT.error, lines: [reason === '' ? error.message : `${error.message}: ${reason}`, hint] };
}

/** `fetch` hides the reason, such as ECONNREFUSED, in the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause = error } = (error ?? {}) as { readonly cause?: unknown };
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' ? code : String(message ?? '');
}

async function explainResponse(error: SlipwayError, situation: ErrorSituation): Promise<Explanation> {
  const requestId = requestIdOf(error);
  if (error.status === 401) {
    const hint = situation.isTokenFromEnv
      ? 'SLIPWAY_TOKEN is set and overrides your login: replace it, or unset it.'
      : 'It was revoked or has expired. Run `slipway auth login`.';
    return { code: EXIT.auth, lines: [`${situation.host} rejected the token.`, hint, ...requestId] };
  }
  if (error.code === 'insufficient_scope')
    return { code: EXIT.auth, lines: [...(await explainScope(error, situation)), ...requestId] };
  if (error.code === 'network_not_allowed') {
    const hint = `Use it from one of its networks, or change them: ${situation.host}/settings/tokens`;
    return { code: EXIT.auth, lines: [error.message, hint, ...requestId] };
  }
  return { code: EXIT.error, lines: [describeResponse(error), ...hintsOf(error), ...requestId] };
}

async function explainScope({ body }: SlipwayError, { host, isTokenFromEnv }: ErrorSituation): Promise<string[]> {
  const scope = String(body['required_scope']);
  const problem = `This needs the scope ${scope}, which the token does not have.`;
  if (isTokenFromEnv) return [problem, `Set SLIPWAY_TOKEN to a token with it: ${host}/settings/tokens`];
  const { LOGIN_SCOPES } = await import('@slipway/contracts');
  return (LOGIN_SCOPES as readonly string[]).includes(scope)
    ? [problem, 'Sign in again with it: slipway auth login']
    : [
        problem,
        `Browser logins never include it. Create a token that has it at ${host}/settings/tokens,`,
        'then run `slipway auth login --with-token` and paste the token.',
      ];
}

function describeResponse({ status, message, code }: SlipwayError): string {
  if (status === 404) return message === code || message === '' ? 'Not found.' : message;
  return message;
}

const NOT_FOUND_HINT =
  'Check the ids and the project. `slipway project list` lists the projects that the token can see.';

function hintsOf({ status, body, message, retryAfterSeconds }: SlipwayError): string[] {
  const listed = Object.entries(body).find(([name]) => name.startsWith('valid_'))?.[1];
  const details = Array.isArray(body['details']) ? (body['details'] as { path: string; message: string }[]) : [];
  return [
    ...(Array.isArray(listed) ? [`Valid values: ${listed.join(', ')}`] : []),
    ...(typeof body['expected_format'] === 'string' ? [`Expected: ${body['expected_format']}`] : []),
    // The service repeats most details in its message.
    ...details.map(({ path, message: flaw }) => `${path} ${flaw}`).filter((detail) => !message.includes(detail)),
    ...(typeof body['upgrade_url'] === 'string' ? [`Upgrade: ${body['upgrade_url']}`] : []),
    ...(status === 404 ? [NOT_FOUND_HINT] : []),
    ...(status === 429 ? [`Too many requests. Try again in ${retryAfterSeconds ?? 60} s.`] : []),
    ...(status >= 500 ? ['The service failed. Try again; if the problem persists, report the request id.'] : []),
  ];
}

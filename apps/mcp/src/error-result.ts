import type { CallToolResult } from '@modelcontextprotocol/server';
import { ConnectionError, InvalidResponseError, SlipwayError } from '@slipway/client';
import type { ApiErrorCode } from '@slipway/contracts';
import { ToolProblem } from './define-tool.js';
import { fence } from './fence.js';

/** What to do after an error of the API. */
const NEXT_STEPS: Partial<Record<ApiErrorCode, string>> = {
  invalid_cursor: 'Start again without cursor; a cursor belongs to one list and its filters.',
  insufficient_credits: 'Ask an owner of the account to add credits; do not try again before that.',
  insufficient_scope:
    'Ask the user for a token with the missing scope, which they can create in the console under API tokens.',
  network_not_allowed: 'The token works only from other networks. Do not try again; tell the user.',
  plan_required:
    'The account needs the Team plan or higher. Pass the account_id of another account, which whoami lists, or read ' +
    'the projects one by one.',
  demo_read_only: 'The account is read-only. Do not try again; tell the user why.',
  not_found:
    'Check the ids: list the records of the project first, and use list_projects for the project itself. ' +
    'A token may be restricted to some projects.',
  delivery_expired: 'The request is no longer stored, so it cannot be replayed. Ask the sender to send it again.',
  invalid_assignee: 'Pass either assignee_handle or the user_id of a project member, not both.',
  build_not_failed: 'Only a failed build can be investigated. Use get_build to see its status.',
  dry_run_too_large: 'Select fewer deliveries: set limit, or narrow since and until.',
  daily_limit_reached: 'The account has no investigations left today. Read the log with search_build_log instead.',
};

/** Turns an error into a result that the model can act on; null for a bug in the server. */
export function toErrorResult(error: unknown): CallToolResult | null {
  if (error instanceof SlipwayError) return failure(describeRefusal(error));
  if (error instanceof ToolProblem)
    return failure(error.details === '' ? [error.message] : [error.message, fence(error.details)]);
  if (error instanceof ConnectionError || error instanceof InvalidResponseError) {
    return failure([
      'The API did not answer. Whether the call took effect is unknown: try again once, then tell the user.',
    ]);
  }
  const isOver = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);
  return isOver ? failure(['The call was cancelled, or took too long.']) : null;
}

/** The result of a call that failed through no fault of the caller; the reason is in the log. */
export const FAILURE = failure(['Something went wrong in the assistant-protocol server. Tell the user.']);

function describeRefusal(error: SlipwayError): string[] {
  if (error.status === 401)
    return ['The token is unknown, revoked or expired. Ask the user for a new one; do not try again.'];
  const { error: _, message: __, ...extra } = error.body;
  return [
    `The API refused the call: ${error.status} ${codeOf(error)}. ${nextStep(error)}`,
    // The message may repeat an argument, which may come from outside.
    fence([error.message, ...(Object.keys(extra).length === 0 ? [] : [JSON.stringify(extra)])].join('\n')),
    `Request id: ${/^[\w-]{1,64}$/.test(error.requestId) ? error.requestId : 'unknown'}`,
  ];
}

/** The code of the error. A refusal because of the plan has a sentence instead, and names the page for upgrades. */
function codeOf({ code, body }: SlipwayError): string {
  if (/^[a-z_]{1,40}$/.test(code)) return code;
  return 'upgrade_url' in body ? 'plan_required' : 'error';
}

function nextStep(error: SlipwayError): string {
  const { status, retryAfterSeconds } = error;
  const known = NEXT_STEPS[codeOf(error) as ApiErrorCode];
  if (known !== undefined) return known;
  if (status === 429 || status === 503) return `Try again after ${retryAfterSeconds ?? 60} seconds, not earlier.`;
  if (status >= 500) return 'This is a problem with the service. Tell the user the request id below.';
  return 'Correct the arguments as the message says, and call again.';
}

function failure(parts: readonly string[]): CallToolResult {
  return { content: [{ type: 'text', text: parts.join('\n\n') }], isError: true };
}

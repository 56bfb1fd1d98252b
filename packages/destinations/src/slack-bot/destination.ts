import { defineDestination, messageOf, type Protocol } from '../define-destination.js';
import { isSuccess, jsonOf, type Outcome, outcomeOf, sent } from '../outcome.js';
import { slackMessage } from '../slack-webhook/message.js';

export interface BotSettings {
  readonly token: string;
  /** A channel's id, or its name with `#`. */
  readonly channel: string;
  /** Where Slack's API is; https://slack.com/api unless it is a compatible server. */
  readonly apiUrl?: string;
}

const API_URL = 'https://slack.com/api';

/** Errors that remain until somebody changes something in Slack or in the channel's settings. */
const LASTING: ReadonlySet<unknown> = new Set([
  'account_inactive',
  'channel_not_found',
  'invalid_auth',
  'is_archived',
  'missing_scope',
  'not_authed',
  'not_in_channel',
  'restricted_action',
  'token_expired',
  'token_revoked',
]);
const PASSING: ReadonlySet<unknown> = new Set([
  'fatal_error',
  'internal_error',
  'service_unavailable',
  'request_timeout',
]);

/** A message that can no longer be edited. */
const LOST: ReadonlySet<unknown> = new Set(['cant_update_message', 'edit_window_closed', 'message_not_found']);

/** https://docs.slack.dev/reference/methods/chat.postMessage and chat.update: errors come with status 200. */
const protocol: Protocol<BotSettings> = {
  // Slack asks for at most about one message per second and channel.
  perSecond: 1,
  request({ token, channel, apiUrl = API_URL }, delivery) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' };
    const { content, threadId, edits } = delivery;
    // Slack posts to a channel by its name, but edits only by its id.
    if (edits?.remotePlace != null) {
      const edited = { channel: edits.remotePlace, ts: edits.remoteId, ...slackMessage(messageOf(delivery)) };
      return { url: `${apiUrl}/chat.update`, headers, body: JSON.stringify(edited) };
    }
    // A problem that breaks the job once more is shown in the channel too, because nobody looks into an old thread.
    const isNews = content.type === 'main_job.broke';
    const thread = threadId === null ? {} : { thread_ts: threadId, ...(isNews && { reply_broadcast: true }) };
    return {
      url: `${apiUrl}/chat.postMessage`,
      headers,
      body: JSON.stringify({ channel, ...slackMessage(content.message), ...thread }),
    };
  },
  outcome(answer, now) {
    if (!isSuccess(answer)) return outcomeOf(answer, now);
    const { ok, ts, channel, error } = jsonOf(answer) ?? {};
    if (ok === true) return sent(ts, channel);
    return errorOf(error);
  },
};

function errorOf(code: unknown): Outcome {
  if (LOST.has(code)) return { kind: 'lost', error: `Slack responded with ${String(code)}.` };
  if (LASTING.has(code)) return { kind: 'gone', error: `Slack responded with ${String(code)}.` };
  if (PASSING.has(code)) return { kind: 'failed', error: `Slack responded with ${String(code)}.` };
  const known = typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? code : 'an unknown error';
  return { kind: 'refused', error: `Slack responded with ${known}.` };
}

export const destination = defineDestination({
  needs: 'token with `chat:write`, channel',
  hasThreads: true,
  protocol,
});

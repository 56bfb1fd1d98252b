import { cleanJson, holdsInexactNumber, mayBeUnclean, quoteBigIntegers, TooDeepError } from '@slipway/domain';
import type { Provider } from '@slipway/providers';
import { type Refusal, refuse } from './refusal.js';

export type Payload = Readonly<Record<string, unknown>>;

/** A body that was understood, and its JSON text for the queue. */
export interface ReadBody {
  readonly payload: Payload;
  readonly json: string;
}

/** Reads a body by its content type: a form, JSON, or a shape only the provider knows. */
export function readPayload(
  provider: Provider,
  body: Buffer,
  contentType: string,
): ReadBody | { readonly refusal: Refusal } {
  const text = decode(body, contentType);
  if (text === null) return refuse('malformed_body', 'The charset of the request body is not supported.');
  try {
    return read(provider, text, contentType);
  } catch (error) {
    if (error instanceof TooDeepError) return refuse('malformed_body', `The request body is ${error.message}.`);
    throw error;
  }
}

function read(provider: Provider, text: string, contentType: string): ReadBody | { readonly refusal: Refusal } {
  const own = provider.readBody?.(text) ?? null;
  if (own !== null) return trimmed(provider, cleanJson(own) as Payload, null);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return readForm(provider, text);
  return readJson(provider, text);
}

function decode(body: Buffer, contentType: string): string | null {
  const charset = /charset\s*=\s*"?([A-Za-z0-9._:-]{1,40})/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset === 'utf-8' || charset === 'utf8') {
    const text = body.toString('utf8');
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return null;
  }
}

/** Some senders put their JSON into a form field named `payload`. */
function readForm(provider: Provider, text: string): ReadBody | { readonly refusal: Refusal } {
  const fields = Object.fromEntries(new URLSearchParams(text));
  const embedded = fields['payload'];
  if (embedded?.trimStart().startsWith('{')) return readJson(provider, embedded);
  return trimmed(provider, cleanJson(fields) as Payload, null);
}

function readJson(provider: Provider, text: string): ReadBody | { readonly refusal: Refusal } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('malformed_body', 'The request body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuse('malformed_body', 'The request body must be a JSON object.');
  }
  const inexact = holdsInexactNumber(parsed);
  const exact = inexact ? quoteBigIntegers(text) : text;
  const payload = (inexact ? JSON.parse(exact) : parsed) as Payload;
  if (mayBeUnclean(exact)) return trimmed(provider, cleanJson(payload) as Payload, null);
  return trimmed(provider, payload, exact);
}

/** The text is written anew only when the payload is no longer what it says. */
function trimmed(provider: Provider, payload: Payload, json: string | null): ReadBody {
  const kept = provider.trim?.(payload) ?? payload;
  return { payload: kept, json: kept === payload && json !== null ? json : JSON.stringify(kept) };
}

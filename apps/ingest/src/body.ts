import {
  cleanJson,
  hasInexactNumber,
  mayNeedCleaning,
  quoteBigIntegers,
  requireParseable,
  TooDeepError,
  TooManyMembersError,
} from '@slipway/domain';
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
    const unbearable = error instanceof TooDeepError || error instanceof TooManyMembersError;
    if (unbearable) return refuse('malformed_body', `The request body is ${error.message}.`);
    throw error;
  }
}

/** What a body says, without the care that is due before it is queued; null when it cannot be read. */
export function peekPayload(provider: Provider, body: Buffer, contentType: string): Payload | null {
  const text = decode(body, contentType);
  if (text === null) return null;
  try {
    if (BEGINS_OBJECT.test(text)) {
      requireParseable(text);
      return JSON.parse(text) as Payload;
    }
    if (hasTooManyFields(text)) return null;
    return provider.readBody?.(text) ?? (FORM_TYPE.test(contentType) ? formFields(text) : null);
  } catch {
    return null;
  }
}

/** Forms of senders have a handful; each one more is work. */
const MAX_FORM_FIELDS = 1_000;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const BEGINS_OBJECT = /^\s*\{/;

function read(provider: Provider, text: string, contentType: string): ReadBody | { readonly refusal: Refusal } {
  // Whatever it is called: tools that post JSON call it a form unless told otherwise, and no form begins like this.
  if (BEGINS_OBJECT.test(text)) return readJson(provider, text);
  const isForm = FORM_TYPE.test(contentType);
  if ((isForm || provider.readBody !== undefined) && hasTooManyFields(text)) {
    return refuse('malformed_body', `The request body has more than ${MAX_FORM_FIELDS} fields.`);
  }
  const own = provider.readBody?.(text) ?? null;
  if (own !== null) return trimmed(provider, cleanJson(own) as Payload, null);
  return isForm ? readForm(provider, text) : readJson(provider, text);
}

function formFields(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function hasTooManyFields(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MAX_FORM_FIELDS) return true;
  }
  return false;
}

const CHARSET = /;\s*charset\s*=\s*"?([A-Za-z0-9._:-]{1,40})/i;

function decode(body: Buffer, contentType: string): string | null {
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
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
  const fields = formFields(text);
  const embedded = fields['payload'];
  if (embedded !== undefined && BEGINS_OBJECT.test(embedded)) return readJson(provider, embedded);
  return trimmed(provider, cleanJson(fields) as Payload, null);
}

function readJson(provider: Provider, text: string): ReadBody | { readonly refusal: Refusal } {
  requireParseable(text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('malformed_body', 'The request body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuse('malformed_body', 'The request body must be a JSON object.');
  }
  const inexact = hasInexactNumber(parsed);
  const exact = inexact ? quoteBigIntegers(text) : text;
  const payload = (inexact ? JSON.parse(exact) : parsed) as Payload;
  if (mayNeedCleaning(exact)) return trimmed(provider, cleanJson(payload) as Payload, null);
  return trimmed(provider, payload, exact);
}

/** Longer text is always written anew: it may say more than the payload, under names that it repeats. */
const MAX_KEPT_TEXT = 262_144;

/** The text is written anew only when the payload is no longer what it says. */
function trimmed(provider: Provider, payload: Payload, json: string | null): ReadBody {
  const kept = provider.trim?.(payload) ?? payload;
  const isKept = kept === payload && json !== null && json.length <= MAX_KEPT_TEXT;
  return { payload: kept, json: isKept ? json : JSON.stringify(kept) };
}

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
import { MAX_FORM_FIELDS, MAX_REUSED_TEXT } from './limits.js';
import { type Refusal, refuse } from './refusal.js';

export type Payload = Readonly<Record<string, unknown>>;

/** The parsed payload of a body, and its JSON text for the queue. */
export interface ReadBody {
  readonly payload: Payload;
  readonly json: string;
}

/** Parses a body by its content type: a form, JSON, or a format of the provider's own. */
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
    const isTooComplex = error instanceof TooDeepError || error instanceof TooManyMembersError;
    if (isTooComplex) return refuse('malformed_body', `The request body is ${error.message}.`);
    throw error;
  }
}

/** Parses a body without cleaning it, just to look for a token; null when it cannot be parsed. */
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

const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const BEGINS_OBJECT = /^\s*\{/;

function read(provider: Provider, text: string, contentType: string): ReadBody | { readonly refusal: Refusal } {
  // Whatever its content type: HTTP tools send JSON as a form by default, and no form begins with a brace.
  if (BEGINS_OBJECT.test(text)) return readJson(provider, text);
  const isForm = FORM_TYPE.test(contentType);
  if ((isForm || provider.readBody !== undefined) && hasTooManyFields(text)) {
    return refuse('malformed_body', `The request body has more than ${MAX_FORM_FIELDS} fields.`);
  }
  const own = provider.readBody?.(text) ?? null;
  if (own !== null) return trim(provider, cleanJson(own) as Payload, null);
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
  return trim(provider, cleanJson(fields) as Payload, null);
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
  if (mayNeedCleaning(exact)) return trim(provider, cleanJson(payload) as Payload, null);
  return trim(provider, payload, exact);
}

/** Serializes the payload only when the received text no longer matches it. */
function trim(provider: Provider, payload: Payload, json: string | null): ReadBody {
  const relevant = provider.trim?.(payload) ?? payload;
  const isReused = relevant === payload && json !== null && json.length <= MAX_REUSED_TEXT;
  return { payload: relevant, json: isReused ? json : JSON.stringify(relevant) };
}

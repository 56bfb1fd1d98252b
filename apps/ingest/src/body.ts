import { cleanJson, TooDeepError } from '@slipway/domain';
import { type Refusal, refuse } from './refusal.js';

/** Parses a body as JSON and cleans it of what the database cannot hold. */
export function readJsonBody(raw: Buffer): { payload: Readonly<Record<string, unknown>> } | { refusal: Refusal } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return refuse('malformed_body', 'The request body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuse('malformed_body', 'The request body must be a JSON object.');
  }
  try {
    return { payload: cleanJson(parsed) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof TooDeepError) return refuse('malformed_body', `The request body is ${error.message}.`);
    throw error;
  }
}

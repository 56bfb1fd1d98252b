import { type HiddenPeople, redactText } from '../text/redact-text.js';
import { clip, inline } from './message.js';

/** A text from outside on one line, without credentials and addresses, and cut to a number of UTF-16 units. */
export function clean(text: string, max: number, people?: HiddenPeople): string {
  return clip(redactText(inline(text), people), max);
}

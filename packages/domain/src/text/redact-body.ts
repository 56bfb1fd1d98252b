import { commonRedactor, type Redactor } from '../redaction/redactor.js';
import { isSecretField } from '../redaction/secret-names.js';
import { REDACTED } from '../redaction/span.js';
import { type HiddenPeople, isPerson, isPersonName, NOBODY, redactText } from './redact-text.js';

export interface ShownBody {
  readonly value: unknown;
  /** Whether something was omitted because of its length. */
  readonly truncated: boolean;
}

/** The most characters to show of one text and of all texts, and the most items of one array. */
const LIMITS = { text: 8_192, all: 65_536, items: 500 };
const HIDDEN_NAME = '[name]';

interface Walk {
  left: number;
  truncated: boolean;
  readonly people: HiddenPeople;
  readonly redactor: Redactor;
}

type Fields = Readonly<Record<string, unknown>>;

/** Masks credentials, removes email addresses and people's names, and cuts a parsed body to a readable size. */
export function redactBody(
  body: unknown,
  people: HiddenPeople = NOBODY,
  redactor: Redactor = commonRedactor,
): ShownBody {
  const walk: Walk = { left: LIMITS.all, truncated: false, people, redactor };
  const value = redactValue(walk, '', body);
  return { value, truncated: walk.truncated };
}

function redactValue(walk: Walk, key: string, value: unknown): unknown {
  if (typeof value === 'string') return shownText(walk, value);
  walk.left -= 4;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? redactItems(walk, key, value) : redactFields(walk, key, value as Fields);
}

/** Cuts the text before redacting it, because the rest is not shown. */
function shownText(walk: Walk, text: string): string {
  const room = Math.max(0, Math.min(LIMITS.text, walk.left));
  if (text.length > room) walk.truncated = true;
  walk.left -= Math.min(text.length, room);
  return redactText(cut(text, room), walk.people, walk.redactor);
}

/** The start of a text without the word at the cut: half an address or credential would not be recognized. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length);
  return head.slice(0, Math.max(head.search(/\S{1,512}$/), 0)).toWellFormed();
}

function redactItems(walk: Walk, key: string, items: readonly unknown[]): unknown[] {
  const shown: unknown[] = [];
  for (const item of items) {
    if (walk.left <= 0 || shown.length === LIMITS.items) {
      walk.truncated = true;
      break;
    }
    shown.push(redactValue(walk, key, item));
  }
  return shown;
}

function redactFields(walk: Walk, key: string, fields: Fields): Fields {
  const ofPerson = isPerson(key, fields);
  const shown: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (walk.left <= 0) {
      walk.truncated = true;
      break;
    }
    shown.push([
      shownText(walk, name),
      hidden({ name, value, fields, ofPerson }) ?? redactValue(walk, name, value),
    ]);
  }
  return Object.fromEntries(shown);
}

interface Field {
  readonly name: string;
  readonly value: unknown;
  readonly fields: Fields;
  readonly ofPerson: boolean;
}

/** The replacement for a field that must not be shown; null for any other field. */
function hidden({ name, value, fields, ofPerson }: Field): string | null {
  if (isSecretField(name, value)) return REDACTED;
  // Settings and parameters may be pairs: {"name": "API_TOKEN", "value": "…"}.
  const named = fields['name'] ?? fields['key'];
  if (name === 'value' && typeof named === 'string' && isSecretField(named, value)) return REDACTED;
  return ofPerson && typeof value === 'string' && value !== '' && isPersonName(name) ? HIDDEN_NAME : null;
}

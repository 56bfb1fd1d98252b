import { type Form, isHarmless, isTelling, readValue, type Value } from './named-value.js';
import { NAME_RULES, type NameRule } from './rules.js';
import { isParameter, type MatchedName, matchName } from './secret-names.js';
import { REDACTED, type Span } from './span.js';

/** The rules' names as a pattern, longest first: `password` before `pass`. */
function spell(rules: readonly NameRule[]): string {
  const names = rules.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  return names.map((name) => name.replaceAll('_', '[_-]?')).join('|');
}

const WORDS = spell(NAME_RULES.filter((rule) => !isParameter(rule)));
const PARAMETERS = spell(NAME_RULES.filter(isParameter));

/**
 * A telling name, up to the end of the separator before its value: `password=`, `"password": `, `password => `,
 * `<password>`, `key="password" value=`, `--password `, or a parameter in a web address.
 */
const NAMED = new RegExp(
  `(?:(?:${WORDS})(?:s|_?id|_?\\d{1,2})?|[?&][\\w.-]{0,60}(?:${PARAMETERS})(?==))` +
    `(\\\\{0,4}["'\`]?)([ \\t]{0,3}(?:=>|:=|[=:])[ \\t]{0,4}|[ \\t,]{1,3}["']?value["']?[ \\t]{0,2}[=:][ \\t]{0,2}|[ \\t]{1,4}|>)`,
  'gi',
);

/** Characters that a name may have before the matched word. */
const NAME_CHARACTER = /[\w.-]/;
const MAX_NAME = 80;

export function findNamedValues(text: string): Span[] {
  const spans: Span[] = [];
  NAMED.lastIndex = 0;
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const span = spanOf(text, match);
    if (span === null) continue;
    spans.push(span);
    NAMED.lastIndex = span.end;
  }
  return spans;
}

function spanOf(text: string, match: RegExpExecArray): Span | null {
  const [whole, quote = '', separator = ''] = match;
  const valueStart = match.index + whole.length;
  const nameEnd = valueStart - separator.length - quote.length;
  const nameStart = startOfName(text, match.index);
  const before = text.charAt(nameStart - 1);
  const name = matchName(text.slice(nameStart, nameEnd), before);
  if (name === null) return null;
  const form = formOf({ name: name.text, before, quote, separator });
  if (form === null) return null;
  const value = readValue(text, valueStart, { name, form });
  if (value === null) return null;
  const { start } = value;
  // `'AuthToken': undeclared` quotes a name in a sentence.
  const isSentence = quote !== '' && start === valueStart;
  if (!isMasked(name, isSentence ? 'prose' : form, value)) return null;
  // What follows is another option, not the value of this one.
  if (separator.trim() === '' && text.charAt(start) === '-') return null;
  // `"Password:"` is a text that ends here.
  if (quote === '' && start > valueStart && before === text.charAt(start - 1)) return null;
  const end = value.end();
  if (separator === '>' && !text.startsWith('</', end)) return null;
  return { start, end, mask: REDACTED };
}

function startOfName(text: string, index: number): number {
  const first = text.charAt(index);
  if (first === '?' || first === '&') return index + 1;
  let start = index;
  while (start > 0 && index - start < MAX_NAME && NAME_CHARACTER.test(text.charAt(start - 1))) start -= 1;
  return start;
}

interface Written {
  readonly name: string;
  readonly before: string;
  readonly quote: string;
  readonly separator: string;
}

function formOf({ name, before, quote, separator }: Written): Form | null {
  if (separator === '>') return before === '<' ? 'data' : null;
  if (separator.trim() === '') return quote === '' && /^-{1,2}[A-Za-z]/.test(name) ? 'data' : null;
  return separator === '=' || quote !== '' || separator.includes('value') ? 'data' : 'prose';
}

function isMasked({ rule, isPlural, isWhole }: MatchedName, form: Form, { text }: Value): boolean {
  if (isHarmless(text, form)) return false;
  switch (rule.masks) {
    case 'query':
    case 'field':
      return true;
    case 'header':
      return isWhole && !isPlural && (rule.name !== 'cookie' || text.includes('='));
    case 'any':
      return form === 'data'
        ? !(isPlural && isCount(text))
        : isTelling(text) || !(isPlural || /^\d{1,3}$/.test(text));
    case 'telling':
      if (isCount(text) || (rule.allowsPaths === true && isPath(text))) return false;
      return (form === 'data' && isWhole) || isTelling(text);
  }
}

/** `14`, `12/20`, `98%`, `3s`, but not a number that could be a password. */
const isCount = (text: string) => /^[\d.,:/%]{1,5}[a-z]{0,2}$/.test(text);
const isPath = (text: string) => /^(?:[A-Za-z]:)?[\\/~.]/.test(text);

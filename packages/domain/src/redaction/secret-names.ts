import { HARMLESS_NAMES, NAME_RULES, type NameRule } from './rules.js';

/** A name that reveals that its value is a credential. */
export interface MatchedName {
  readonly text: string;
  readonly rule: NameRule;
  /** False if the rule requires a separate word, and the name only ends with it: `RenderPass`. */
  readonly isWhole: boolean;
  readonly isPlural: boolean;
}

/** Converts `apiKey`, `API-Key` and `api_key` to `api_key`. */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-.]/g, '_')
    .toLowerCase();
}

const spellings = NAME_RULES.map(({ name }) => name.replaceAll('_', '[-_.]?')).join('|');
const TELLING_END = new RegExp(`(${spellings})(s|[-_]?id|[-_]?\\d{1,2})?$`, 'i');
const RULES = new Map(NAME_RULES.map((rule) => [rule.name.replaceAll('_', ''), rule]));

/** Finds the rule for a name. `before` is the preceding character; parameters in web addresses follow `?` or `&`. */
export function matchName(name: string, before = ''): MatchedName | null {
  const match = TELLING_END.exec(name);
  if (match === null || HARMLESS_NAMES.has(wordsOf(name))) return null;
  const [, word = '', ending = ''] = match;
  const rule = RULES.get(word.replaceAll(/[-_.]/g, '').toLowerCase());
  if (rule === undefined || (isParameter(rule) && before !== '?' && before !== '&')) return null;
  const isWhole = rule.isWord !== true || !/[A-Za-z0-9]$/.test(name.slice(0, match.index));
  if (!isWhole && !/^[A-Z]/.test(word)) return null;
  return { text: name, rule, isWhole, isPlural: ending === 's' };
}

/** Whether a rule applies to parameters in web addresses rather than to texts. */
export const isParameter = ({ masks }: NameRule): boolean => masks === 'query' || masks === 'field';

/** Whether a field of a body holds a credential, by its name and the type of its value. */
export function isSecretField(name: string, value: unknown): boolean {
  if (value === null || value === '' || typeof value === 'boolean') return false;
  const match = matchName(name, '?');
  if (match === null || !match.isWhole || match.rule.masks === 'query') return false;
  if (match.rule.masks !== 'telling') return true;
  // `pass` and `auth` may be counts or groups of settings.
  return typeof value === 'string' || (typeof value === 'object' && match.rule.isWord !== true);
}

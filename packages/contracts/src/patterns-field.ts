import Type from 'typebox';
import type { Codec } from './codec.js';

const MAX_PATTERNS = 20;
const MAX_PATTERN = 100;

export const Patterns = Type.Array(Type.String({ minLength: 1, maxLength: MAX_PATTERN, pattern: '^[^,]+$' }), {
  maxItems: MAX_PATTERNS,
});

export const PATTERNS_FLAW = `at most ${MAX_PATTERNS} patterns such as Harbor-*, of up to ${MAX_PATTERN} characters each`;

/** Patterns, each once; null if one of them is none. */
export function readPatterns(value: unknown): string[] | null {
  if (!Array.isArray(value) || value.length > MAX_PATTERNS) return null;
  const patterns = value.map((item) => (typeof item === 'string' ? item.trim() : ''));
  const isPattern = (text: string) =>
    text !== '' && text.length <= MAX_PATTERN && !/[,\0]/.test(text) && text.isWellFormed();
  return patterns.every(isPattern) ? [...new Set(patterns)] : null;
}

/** Names in which `*` stands for any characters. */
export function patternsField(): Codec<readonly string[]> {
  return {
    schema: Patterns,
    read(value) {
      const patterns = readPatterns(value);
      return patterns === null ? { flaw: `must be ${PATTERNS_FLAW}` } : { value: patterns };
    },
  };
}

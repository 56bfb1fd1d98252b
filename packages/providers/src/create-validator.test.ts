import { describe, expect, it } from '@jest/globals';
import { createValidator } from './create-validator.js';

const accepts = (schema: object, text: string) => createValidator().compile(schema)(text);

describe('createValidator', () => {
  it.each([
    ['two letters', 'ab'],
    ['four letters', 'abcd'],
    ['two emoji, which are four UTF-16 units', '🎮🎮'],
    ['four emoji, which are eight UTF-16 units', '🎮🎮🎮🎮'],
  ])('accepts between two and four characters: %s', (_name, text) => {
    expect(accepts({ type: 'string', minLength: 2, maxLength: 4 }, text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['one letter', 'a'],
    ['one emoji, which is two UTF-16 units', '🎮'],
    ['five letters', 'abcde'],
    ['five emoji', '🎮🎮🎮🎮🎮'],
  ])('rejects fewer than two characters and more than four: %s', (_name, text) => {
    expect(accepts({ type: 'string', minLength: 2, maxLength: 4 }, text)).toBe(false);
  });

  it('reports the bound before the pattern', () => {
    const validate = createValidator().compile({ type: 'string', minLength: 1, pattern: '^x' });
    validate('');
    expect(validate.errors).toMatchObject([{ keyword: 'minLength', params: { limit: 1 } }]);
  });
});

import { expect, it } from '@jest/globals';
import { touchedWords, valueText } from './delivery-words.js';

it('counts what a delivery changed by kind, including changes the list omits', () => {
  const build = { kind: 'build_run', id: '1' };
  const change = { kind: 'change', id: '2' };
  expect(touchedWords([], 0)).toBe('');
  expect(touchedWords([build], 1)).toBe('1 build');
  expect(touchedWords([change, change, build], 3)).toBe('2 changes, 1 build');
  expect(touchedWords([change], 9)).toBe('1 change, 8 more');
});

it('shows a missing value as a word', () => {
  expect([valueText(null), valueText(''), valueText(0), valueText({ a: 1 })]).toEqual([
    'nothing',
    'nothing',
    '0',
    '{"a":1}',
  ]);
});

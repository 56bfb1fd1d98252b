import { describe, expect, it } from '@jest/globals';
import { colourLines } from './ansi.js';

describe('colourLines', () => {
  it('omits lines without color', () => {
    expect(colourLines(['a', 'b']).size).toBe(0);
  });

  it('splits a line where its color changes', () => {
    expect(colourLines(['ok \u001b[1;31mred\u001b[0m end']).get(0)).toEqual([
      { text: 'ok ', look: '' },
      { text: 'red', look: 'ansi-red-fg font-semibold' },
      { text: ' end', look: '' },
    ]);
  });

  it('continues a color across line breaks until it is reset', () => {
    const lines = colourLines(['\u001b[33mfirst', 'second', '\u001b[39mthird', 'fourth']);
    expect(lines.get(1)).toEqual([{ text: 'second', look: 'ansi-yellow-fg' }]);
    expect(lines.get(2)).toEqual([{ text: 'third', look: '' }]);
    expect(lines.has(3)).toBe(false);
  });

  it('reads indexed and true colors without mistaking their numbers for other codes', () => {
    expect(colourLines(['\u001b[38;5;9mx\u001b[38;2;1;31;3my']).get(0)).toEqual([
      { text: 'x', look: 'ansi-red-fg' },
      { text: 'y', look: '' },
    ]);
  });
});

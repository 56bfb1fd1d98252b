import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../text/any-character.fixture.js';
import { readLogLines } from './log-lines.js';

const linesOf = (content: string) => readLogLines(content, { tail: 100 }).lines;

describe('the lines of a log', () => {
  it('end with LF or CRLF; a final line break adds no line', () => {
    expect(linesOf('a\r\nb\nc')).toEqual(['a', 'b', 'c']);
    expect(linesOf('a\nb\n')).toEqual(['a', 'b']);
    expect(linesOf('a\n\n')).toEqual(['a', '']);
    expect(linesOf('\n')).toEqual(['']);
    expect(linesOf('')).toEqual([]);
  });

  it('can be read starting at any line, or from the end', () => {
    const log = 'one\ntwo\nthree\n';
    expect(readLogLines(log, { fromLine: 2, lines: 1 })).toEqual({ totalLines: 3, fromLine: 2, lines: ['two'] });
    expect(readLogLines(log, { tail: 2 })).toEqual({ totalLines: 3, fromLine: 2, lines: ['two', 'three'] });
    expect(readLogLines(log, { tail: 9 })).toMatchObject({ fromLine: 1, lines: ['one', 'two', 'three'] });
    expect(readLogLines(log, { fromLine: 4, lines: 5 })).toEqual({ totalLines: 3, fromLine: 4, lines: [] });
    expect(readLogLines('', { fromLine: 7, lines: 5 })).toEqual({ totalLines: 0, fromLine: 1, lines: [] });
  });

  it('add up to the whole log when read in windows of any size', () => {
    const line = fc.string({ unit: anyCharacter }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 7 }), (lines, size) => {
        const content = lines.map((text) => `${text}\n`).join('');
        const read: string[] = [];
        for (let at = 1; at <= lines.length; at += size) {
          const part = readLogLines(content, { fromLine: at, lines: size });
          expect(part.totalLines).toBe(lines.length);
          read.push(...part.lines);
        }
        expect(read).toEqual(lines);
      }),
    );
  });
});

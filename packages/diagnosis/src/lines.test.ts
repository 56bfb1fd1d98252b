import { describe, expect, it } from '@jest/globals';
import { findNewLines, isErrorLine, plainText } from './lines.js';

describe('plainText', () => {
  it.each([
    ['\u001b[31merror\u001b[0m: x', 'error: x'],
    ['\u001b[2K\u001b[1Gdone', 'done'],
    ['\u001b]8;;https://x.test\u0007link\u001b]8;;\u0007', 'link'],
    ['10%\r50%\r100%', '100%'],
    ['100%\r', '100%'],
    ['plain', 'plain'],
  ])('%j reads %j', (line, text) => {
    expect(plainText(line)).toBe(text);
  });
});

describe('isErrorLine', () => {
  it('finds lines that report an error, and skips counts of zero', () => {
    const lines = ['Main.cpp(3): error C2065: x', '0 errors, 2 warnings', 'Build FAILED', 'ErrorHandler.cpp'];
    expect(lines.filter(isErrorLine)).toEqual(['Main.cpp(3): error C2065: x', 'Build FAILED']);
  });
});

describe('findNewLines', () => {
  it('finds the lines that the earlier build did not print, and tells which are errors', () => {
    const before = ['09:00:01 error: known problem 12', '09:00:02 done'];
    const after = [
      '10:30:07 error: known problem 99',
      '10:30:08 Compiling Fog.cpp',
      '10:30:09 Fog.cpp(3): error C2065: x',
      '',
      '10:30:10 done',
    ];
    expect(findNewLines(before, after)).toEqual([
      { line: 2, text: 'Compiling Fog.cpp', isError: false },
      { line: 3, text: 'Fog.cpp(3): error C2065: x', isError: true },
    ]);
  });

  it('shows a repeated line once', () => {
    expect(findNewLines([], ['error: a 1', 'error: a 2'])).toHaveLength(1);
  });

  it('finds nothing if both builds printed the same lines', () => {
    expect(findNewLines(['fine', 'error: a'], ['error: a', 'fine'])).toEqual([]);
  });
});

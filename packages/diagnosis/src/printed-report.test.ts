import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';
import { printedReport } from './printed-report.js';

const reportOf = (content: string) =>
  printedReport({
    file: 'build.log',
    log: { content, truncated: false },
    lineCount: content.split('\n').length,
    found: diagnose({ content, truncated: false }),
    compared: false,
    coloured: false,
  });

describe('the report', () => {
  it('shows a message wider than the screen in full', () => {
    const message = `src/shop.cpp:31:9: error: ${'no overload of Buy takes a Coin '.repeat(8)}here`;
    const shown = reportOf(`2026-11-15T10:00:00Z ${message}\nBUILD FAILED\n`);
    expect(shown.replace(/\n\s+│ /g, '')).toContain(message);
  });

  it('shows lines without timestamps and prefixes', () => {
    const log = Array.from({ length: 12 }, (_, index) => `[win64] compiled part ${index}`);
    const shown = reportOf([...log, '[win64] src/shop.cpp:31:9: error: no', '[win64] BUILD FAILED'].join('\n'));
    expect(shown).toContain('▶     13 │ src/shop.cpp:31:9: error: no');
    expect(shown).not.toContain('[win64]');
  });
});

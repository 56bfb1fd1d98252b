import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cutLog, failedPart } from './cut-log.js';
import { diagnose } from './diagnose.js';

const LIMIT = 256_000;
const MARK = /^\[… [\d,]+ lines? (?:was|were) cut …\]$/;

/** Ordinary output of an engine's build, without any error. */
function ordinaryOutput(characters: number): string[] {
  const lines: string[] = [];
  for (let length = 0, n = 0; length < characters; n += 1) {
    const line = `[${n}/20000] Compile [x64] Module.Core.${n % 97}.cpp`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines;
}

function sampleLog(file: string, id: string): string {
  const text = readFileSync(new URL(`../samples/${file}.txt`, import.meta.url), 'utf8');
  const block = text.split(/^=== /m).find((each) => each.startsWith(`${id}\n`)) ?? '';
  return block.slice(block.indexOf('\n---\n') + '\n---\n'.length).trimEnd();
}

const early = (block: string, after = 570_000) =>
  [...ordinaryOutput(30_000), block, ...ordinaryOutput(after)].join('\n');

/** Compilers' reports, and a part of the line that names the cause. */
const COMPILER_BLOCKS = [
  ['cpp', 'msvc-error'],
  ['cpp', 'gcc-error'],
  ['dotnet', 'csharp-error'],
  ['linkers', 'msvc-unresolved'],
  ['unreal-build', 'uht-error'],
] as const;

describe('a log of 600 KB with an early compiler error', () => {
  it.each(COMPILER_BLOCKS)('is diagnosed the same whole, cut and as the error alone: %s, %s', (file, id) => {
    const block = sampleLog(file, id);
    const alone = diagnose({ content: block, truncated: false });
    const log = early(block);
    const whole = diagnose({ content: log, truncated: false });
    const cut = cutLog(log);
    const sent = diagnose(cut);
    expect(log.length).toBeGreaterThan(600_000);
    expect(alone.keyLine).not.toBeNull();
    for (const found of [whole, sent]) {
      expect(found.keyLine?.text).toBe(alone.keyLine?.text);
      expect([found.category, found.file, found.fileLine]).toEqual([alone.category, alone.file, alone.fileLine]);
      expect(found.confidence).toBeGreaterThanOrEqual(0.5);
    }
    expect(sent.diagnosis).toContain('Part of the log was cut when it was captured.');
  });
});

/** The cases that the shell and PowerShell senders run too. */
const CASES = JSON.parse(readFileSync(new URL('../cut-log-cases.json', import.meta.url), 'utf8')) as {
  title: string;
  limit: number;
  log: string;
  kept: string;
}[];

describe('cutting a log', () => {
  it.each(CASES)('$title', ({ limit, log, kept }) => {
    expect(cutLog(log, limit).content).toBe(kept);
  });

  it('leaves a log within the limit as it is', () => {
    const log = 'a\nb\n';
    expect(cutLog(log)).toEqual({ content: log, truncated: false });
    expect(cutLog('x'.repeat(LIMIT)).truncated).toBe(false);
  });

  it('keeps the head, the error with its context and the tail, and marks each part that is cut', () => {
    const lines = ordinaryOutput(600_000);
    const at = 5_000;
    lines[at] = 'Source/Harbor/Crane.cpp(12): error C2065: undeclared identifier';
    const { content, truncated } = cutLog(lines.join('\n'));
    expect(truncated).toBe(true);
    const kept = content.split('\n');
    expect(kept.slice(0, 200)).toEqual(lines.slice(0, 200));
    expect(kept.slice(-1_000)).toEqual(lines.slice(-1_000));
    expect(content).toContain(lines.slice(at - 3, at + 9).join('\n'));
    const missing = kept.filter((line) => MARK.test(line)).map((line) => Number(line.replaceAll(/\D/g, '')));
    expect(missing).toHaveLength(2);
    expect(kept.length - missing.length + missing.reduce((sum, each) => sum + each, 0)).toBe(lines.length);
  });

  it('keeps the command of the failed step', () => {
    const log = ['$ ./Engine/Build.sh Harbor Win64', ...ordinaryOutput(700_000), 'exit status 6'];
    const steps = [...ordinaryOutput(100_000), ...log, 'Exited with code exit status 6'].join('\n');
    expect(cutLog(steps).content).toContain('\n$ ./Engine/Build.sh Harbor Win64\n');
  });

  it('cuts the middle of a line that is too long by itself, without splitting a character', () => {
    const { content, truncated } = cutLog(`start ${'🚢'.repeat(200_000)} end`);
    expect(truncated).toBe(true);
    expect(content).toMatch(/^start 🚢+.* bytes were cut …\] .*🚢 end$/u);
    expect(content.isWellFormed()).toBe(true);
  });

  it('never exceeds the limit, keeps the order of lines and names how many are missing', () => {
    const line = fc.oneof(
      fc.constantFrom('x.cpp(1): error C2065: x', 'error: no', 'Finished: FAILURE', '', '$ make', '🚢'),
      fc.string({ maxLength: 300 }).map((text) => text.replaceAll('\n', ' ')),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 120 }), fc.integer({ min: 400, max: 4_000 }), (lines, limit) => {
        const log = lines.join('\n');
        const { content, truncated } = cutLog(`${log}\n`, limit);
        expect(truncated).toBe(Buffer.byteLength(log) + 1 > limit);
        expect(Buffer.byteLength(content)).toBeLessThanOrEqual(limit);
        if (!truncated) return expect(content).toBe(`${log}\n`);
        let at = 0;
        for (const kept of content.split('\n')) {
          if (MARK.test(kept)) at += Number(kept.replaceAll(/\D/g, ''));
          else expect(lines[at++]?.replace(/\r$/, '')).toBe(kept);
        }
        expect(at).toBe(lines.length);
      }),
    );
  });
});

describe('the failed part of a log', () => {
  it('is the output of the failed steps, or the whole log if it names none', () => {
    const failing = ['$ make test', 'expected 2, got 3', 'Exited with code exit status 1'];
    const log = ['$ make', 'compiled', 'Exited with code exit status 0', ...failing, '$ rm -r tmp'].join('\n');
    expect(failedPart(log)).toBe(failing.join('\n'));
    expect(failedPart('one\ntwo')).toBe('one\ntwo');
  });
});

describe('a log that was cut down to ordinary output', () => {
  it('gets a confidence below 0.5, and the finding says that the cause is probably missing', () => {
    const content = [...ordinaryOutput(20_000), 'Build FAILED.'].join('\n');
    const found = diagnose({ content, truncated: true });
    expect(found.confidence).toBeLessThan(0.5);
    expect(found.diagnosis).toContain('Part of the log was cut');
    expect(found.diagnosis).toContain('the cause is probably in the part that is missing');
    expect(diagnose({ content, truncated: false }).diagnosis).not.toContain('missing');
  });
});

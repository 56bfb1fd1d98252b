import { describe, expect, it } from '@jest/globals';
import { adjustedConfidence } from './confidence.js';
import { diagnose } from './diagnose.js';
import { hashLine } from './line-hash.js';
import type { Verdict } from './verdict.js';

const ERROR = 'src/fog.c:3: error: Density is undeclared';
const content = ['make all', ERROR, 'rowing on', 'the tide took the oars', 'make: *** [all] Error 1', ''].join(
  '\n',
);
const log = { content, truncated: false };
const judged = (verdict: Pick<Verdict, 'verdict'> & Partial<Verdict>, text = content) =>
  diagnose(
    { content: text, truncated: false },
    { verdict: { line: null, lineHash: null, refusedLines: [], refusedHashes: [], ...verdict } },
  );

describe('a verdict', () => {
  it('confirms the finding: its line and form are a lesson', () => {
    const found = judged({ verdict: 'confirmed', line: 2 });
    expect(found).toMatchObject({ keyLine: { line: 2 }, category: 'compile', confidence: 1 });
    expect(found.diagnosis).toContain('A person confirmed this.');
    expect(found.lesson).toEqual({
      confirmed: { line: hashLine(ERROR), form: expect.stringMatching(/\w/) },
      refused: [],
    });
  });

  it('corrects the finding, also with a line that no form recognizes', () => {
    const found = judged({ verdict: 'other_line', line: 4, refusedLines: [2] });
    expect(found).toMatchObject({
      keyLine: { line: 4, text: 'the tide took the oars' },
      evidence: [{ line: 4 }],
      confidence: 1,
    });
    expect(found.diagnosis).toMatch(
      /^The build failed here \(line 4\): “the tide took the oars” A person named this line\./,
    );
    expect(found.lesson).toEqual({
      confirmed: { line: hashLine('the tide took the oars'), form: 'named-by-a-person' },
      refused: [hashLine(ERROR)],
    });
  });

  it('refuses the line: the next one is only a guess', () => {
    const found = judged({ verdict: 'refused', refusedLines: [2] });
    expect(found.keyLine?.line).not.toBe(2);
    expect(found.confidence).toBeLessThan(0.5);
    expect(found.diagnosis).toContain('A person judged that the line named before is not the cause.');
    expect(found.lesson).toEqual({ confirmed: null, refused: [hashLine(ERROR)] });
  });

  it('refuses lines that were read before, until none is left', () => {
    const refusedHashes = content.split('\n').map(hashLine);
    const found = judged({ verdict: 'refused', refusedHashes });
    expect(found).toMatchObject({ keyLine: null, fingerprint: null, lesson: { confirmed: null } });
    expect(found.diagnosis).toContain('the line named before is not the cause');
  });

  it('that refuses a line does not count for a log without it', () => {
    expect(judged({ verdict: 'refused', refusedHashes: [7] })).toEqual(diagnose(log));
  });

  it('says that the project did not cause the failure', () => {
    const found = judged({ verdict: 'not_ours', line: 2 });
    expect(found).toMatchObject({ keyLine: { line: 2 }, category: 'infra' });
    expect(found.diagnosis).toContain('the project did not cause this failure');
    expect(found.suggestedFix).toContain('Running the build again may help.');
  });

  it('names a line that the log no longer has: the finding stays', () => {
    expect(judged({ verdict: 'other_line', line: 99 }).keyLine?.line).toBe(2);
  });

  it('finds the judged line in a later log of the build, where it has another number', () => {
    const cause = { verdict: 'confirmed', line: 2, lineHash: hashLine(ERROR) } as const;
    expect(judged(cause, `checkout\nfetch\n${content}`)).toMatchObject({ keyLine: { line: 4 }, confidence: 1 });
  });

  it('does not count once the judged line is gone', () => {
    const other = 'make all\nrowing on\nsrc/tide.c:9: error: Height is undeclared\nmake: *** [all] Error 1\n';
    const cause = { verdict: 'confirmed', line: 2, lineHash: hashLine(ERROR) } as const;
    const found = judged(cause, other);
    expect(found).toEqual(diagnose({ content: other, truncated: false }));
    expect(found).toMatchObject({ keyLine: { line: 3 }, lesson: null });
    expect(found.confidence).toBeLessThan(1);
  });

  it('says so if the log names no cause and the failure is not ours', () => {
    const found = judged({ verdict: 'not_ours' }, '\n');
    expect(found).toMatchObject({ keyLine: null, category: 'infra' });
    expect(found.diagnosis).toContain('the project did not cause this failure');
  });
});

describe('the confidence', () => {
  it('moves to how often people confirm such findings, ten verdicts as much as the engine', () => {
    expect(adjustedConfidence(0.9, undefined)).toBe(0.9);
    expect(adjustedConfidence(0.9, { confirmed: 0, judged: 10, said: 0.9 })).toBeCloseTo(0.45);
    expect(adjustedConfidence(0.5, { confirmed: 10, judged: 10, said: 0.5 })).toBeCloseTo(0.75);
  });

  it('of a guess stays low in a category whose findings are as sure as they are right', () => {
    expect(adjustedConfidence(0.3, { confirmed: 90, judged: 100, said: 0.9 })).toBeCloseTo(0.3);
  });

  it('follows the record of its own category', () => {
    const record = { confirmed: 0, judged: 90, said: 0.9 };
    expect(diagnose(log, { records: { compile: record } }).confidence).toBeLessThan(0.2);
    expect(diagnose(log, { records: { test: record } }).confidence).toBe(diagnose(log).confidence);
  });

  it('is never higher than the log allows', () => {
    const passing = { content: `${ERROR}\nBuild succeeded.\nFinished: SUCCESS\n`, truncated: false };
    const records = { compile: { confirmed: 90, judged: 90, said: 0.3 } };
    expect(diagnose(passing, { records }).confidence).toBe(diagnose(passing).confidence);
  });
});

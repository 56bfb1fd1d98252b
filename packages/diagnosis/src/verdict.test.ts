import { describe, expect, it } from '@jest/globals';
import { diagnose, type KnownFailure } from './diagnose.js';
import { hashLine } from './line-hash.js';
import { adjustedConfidence } from './verdict.js';

const ERROR = 'src/fog.c:3: error: Density is undeclared';
const content = ['make all', ERROR, 'rowing on', 'the tide took the oars', 'make: *** [all] Error 1', ''].join(
  '\n',
);
const log = { content, truncated: false };
const judged = (verdict: KnownFailure['verdict']) => diagnose(log, { verdict });

describe('a verdict', () => {
  it('confirms the finding: its line and form are a lesson', () => {
    const found = judged({ verdict: 'cause', line: 2, refusedLine: null });
    expect(found).toMatchObject({ keyLine: { line: 2 }, category: 'compile', confidence: 1 });
    expect(found.diagnosis).toContain('A person confirmed this.');
    expect(found.lesson).toEqual({
      confirmed: { line: hashLine(ERROR), form: expect.stringMatching(/\w/) },
      refused: null,
    });
  });

  it('corrects the finding, also with a line that no form recognizes', () => {
    const found = judged({ verdict: 'other_line', line: 4, refusedLine: 2 });
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
      refused: hashLine(ERROR),
    });
  });

  it('says that the project did not cause the failure', () => {
    const found = judged({ verdict: 'not_ours', line: 2, refusedLine: null });
    expect(found).toMatchObject({ keyLine: { line: 2 }, category: 'infra' });
    expect(found.diagnosis).toContain('the project did not cause this failure');
    expect(found.suggestedFix).toContain('Running the build again may help.');
  });

  it('names a line that the log no longer has: the finding stays', () => {
    expect(judged({ verdict: 'other_line', line: 99, refusedLine: 2 }).keyLine?.line).toBe(2);
  });
});

it('the confidence moves to how often people confirm such findings, ten verdicts as much as the engine', () => {
  expect(adjustedConfidence(0.9, undefined)).toBe(0.9);
  expect(adjustedConfidence(0.9, { confirmed: 0, judged: 10 })).toBe(0.45);
  expect(adjustedConfidence(0.5, { confirmed: 10, judged: 10 })).toBe(0.75);
  expect(diagnose(log, { records: { compile: { confirmed: 0, judged: 90 } } }).confidence).toBeLessThan(0.1);
  expect(diagnose(log, { records: { test: { confirmed: 0, judged: 90 } } }).confidence).toBe(
    diagnose(log).confidence,
  );
});

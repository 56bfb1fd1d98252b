import { describe, expect, it } from '@jest/globals';
import type { FixKind, Investigation } from '@slipway/contracts';
import { confidenceWords, contextOf, fittingFix, headlineOf, namedFile, shownSteps } from './finding.js';

describe('namedFile', () => {
  it.each([
    ['D:\\J\\workspace\\win64\\Source\\Storm.cpp(96,5): error C3861', 'Source/Storm.cpp', 96],
    ['[2026-11-06T02:44:42.620Z] >>> referenced by Save.cpp:77 (x)', 'Save.cpp', 77],
    ['/var/lib/jenkins/workspace/tools/Lint/Lint.csproj : error NU1102', 'Lint/Lint.csproj', null],
    ['Error: [File:D:\\W\\Core\\Array.h] [Line: 783]', 'D:/W/Core/Array.h', 783],
    ['Tether.cpp.obj : error LNK2019: unresolved', 'Tether.cpp', null],
  ])('%s', (text, path, line) => {
    expect(namedFile([{ text: 'nothing here' }, { text }])).toEqual({ path, line });
  });

  it('names no file when the log names none', () => {
    expect(namedFile([{ text: 'ld.lld: error: undefined symbol at 12.5 GB' }])).toBeNull();
  });
});

describe('contextOf', () => {
  const lines = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

  it('shows three lines before and after the key line', () => {
    expect(contextOf(lines, [{ line: 5, text: '5' }]).map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(contextOf(lines, [{ line: 1, text: '1' }]).map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });

  it('falls back to the quoted lines while there is no log', () => {
    expect(contextOf(undefined, [{ line: 5, text: 'quoted' }])).toEqual([{ line: 5, text: 'quoted' }]);
    expect(contextOf(lines, [])).toEqual([]);
  });
});

describe('shownSteps', () => {
  it('lists the remaining steps while the investigation runs', () => {
    const steps = [{ name: 'read_log', status: 'completed', detail: '12 lines.' }];
    expect(shownSteps({ steps, status: 'running' }).map(({ name, status }) => [name, status])).toEqual([
      ['read_log', 'completed'],
      ['compare_with_passing', 'queued'],
      ['find_cause', 'queued'],
      ['attribute', 'queued'],
    ]);
    expect(shownSteps({ steps, status: 'completed' })).toHaveLength(1);
  });
});

describe('confidenceWords', () => {
  it.each([
    [0.97, 'Almost certain'],
    [0.8, 'Likely'],
    [0.5, 'Possible'],
    [0.1, 'A guess'],
    [null, 'A guess'],
  ])('%j is %s', (confidence, words) => {
    expect(confidenceWords(confidence)).toBe(words);
  });
});

const completed: Investigation = {
  investigation_id: 'x',
  status: 'completed',
  diagnosis: 'The C++ compiler rejects the code.',
  suggested_fix: null,
  attributed_user_id: null,
  steps: [],
  confidence: 0.9,
  category: 'compile',
  evidence: [
    { line: 286, text: "D:\\J\\workspace\\w\\Source\\Fog.cpp(214,31): error C2065: 'Waves': undeclared" },
  ],
};

describe('headlineOf', () => {
  it('is the error in its own words, with the file and line', () => {
    expect(headlineOf(completed)).toEqual({ message: "'Waves': undeclared", place: 'Fog.cpp:214' });
  });

  it('needs a quoted line and more than a guess', () => {
    expect(headlineOf({ ...completed, evidence: [] })).toBeNull();
    expect(headlineOf({ ...completed, confidence: 0.4 })).toBeNull();
    expect(headlineOf({ ...completed, status: 'running' })).toBeNull();
    expect(headlineOf(null)).toBeNull();
  });
});

describe('fittingFix', () => {
  const fixOf = (kind: FixKind | null, confidence = 0.9) =>
    fittingFix({
      investigation: { ...completed, suggested_fix: 'Declare Waves.', confidence },
      fix_kind: kind,
    });

  it('suggests a fix for this error, but no advice that fits any', () => {
    expect(fixOf('specific')).toBe('Declare Waves.');
    expect(fixOf(null)).toBe('Declare Waves.');
    expect(fixOf('general')).toBeNull();
  });

  it('suggests nothing for a guess', () => {
    expect(fixOf('specific', 0.3)).toBeNull();
  });
});

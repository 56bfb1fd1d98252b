import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';
import { fingerprintOf, normalizeMessage } from './fingerprint.js';

describe('normalizeMessage', () => {
  it.each([
    ['C:\\ws\\17\\Source\\Fog.cpp(214): error C2065: x', 'PATH(#): error C#: x'],
    ['/home/ci/build-9/src/fog.c:3:1: error: expected ;', 'PATH:#:#: error: expected ;'],
    ['fetch https://feed.example.com/v3/index.json?x=1 failed', 'fetch URL failed'],
    ['fog.c:12:34: error: expected ;', 'PATH:#:#: error: expected ;'],
    ['2026-11-17T10:04:59.123Z timed out after 30.5 s', 'TIME timed out after # s'],
    ['commit 9f8e7d6c5b4a39281706 is missing', 'commit # is missing'],
    ['object 123e4567-e89b-12d3-a456-426614174000 is gone', 'object ID is gone'],
    ['  a   b\t c ', 'a b c'],
    ['Lamp.cpp.obj : error LNK2019: unresolved Foo', 'PATH : error LNK#: unresolved Foo'],
    [
      'LogCook: Error: /Game/Ships/Sloop/SK_Sloop: no skeleton',
      'LogCook: Error: /Game/Ships/Sloop/SK_Sloop: no skeleton',
    ],
    ['Failed to load D:\\ws\\7\\Assets\\UI\\Menu.prefab', 'Failed to load Assets/UI/Menu.prefab'],
    ["Cannot find package '@harbor/tide' in /ci/9/app", "Cannot find package '@harbor/tide' in PATH"],
  ])('masks what differs between builds in %j', (line, expected) => {
    expect(normalizeMessage(line)).toBe(expected);
  });

  it('takes linear time for hostile lines', () => {
    for (const part of ['a/', '1.', 'a'.repeat(7), '12:34', 'x://', '0x', '-'])
      expect(normalizeMessage(part.repeat(20_000)).length).toBeGreaterThan(0);
  });
});

const finding = {
  category: 'test',
  tool: 'javascript tests',
  message: 'Expected 3 but got 4',
  test: 'adds numbers',
  symbol: null,
  job: '',
};

describe('fingerprintOf', () => {
  it('is the same on another machine and with other numbers', () => {
    const other = { ...finding, message: 'Expected 5 but got 6' };
    expect(fingerprintOf(other)).toBe(fingerprintOf(finding));
  });

  it.each([
    { category: 'compile' },
    { tool: 'python' },
    { message: 'Expected 3 but got nothing' },
    { test: 'subtracts numbers' },
    { test: 'adds/subtracts numbers' },
    { job: 'Harbor-Win64' },
  ])('differs with %j', (part) => {
    expect(fingerprintOf({ ...finding, ...part })).not.toBe(fingerprintOf(finding));
  });
});

it('distinguishes the same error in two files if the line begins with the place', () => {
  const inFile = (file: string) =>
    fingerprintOf({ ...finding, message: `${file}(3): error C2143: missing ;`, test: null });
  expect(inFile('Source/Fog.cpp')).not.toBe(inFile('Source/Water.cpp'));
  expect(inFile('/ci/4/Source/Fog.cpp')).toBe(inFile('Source/Fog.cpp'));
});

it('distinguishes faults of different assets', () => {
  const inAsset = (asset: string) =>
    diagnose({ content: `LogCook: Error: ${asset}: the asset is missing a skeleton\n`, truncated: false })
      .fingerprint;
  expect(inAsset('/Game/Ships/Sloop/SK_Sloop')).not.toBe(inAsset('/Game/UI/Menus/WBP_Credits'));
});

it('is the same for one symbol in two files, whichever of them the log names first', () => {
  const errorIn = (file: string) =>
    `D:\\J\\workspace\\Source\\${file}(12): error C2039: 'GetPressure': is not a member of 'AValve'`;
  const [lamp, valve] = [errorIn('Lamp.cpp'), errorIn('Valve.cpp')];
  const logged = (...lines: string[]) =>
    diagnose({ content: `Building\n${lines.join('\n')}\n`, truncated: false });
  expect(logged(lamp, valve).fingerprint).toBe(logged(valve, lamp).fingerprint);
});

describe('a log that only says that the build failed', () => {
  const inJob = (line: string, job: string) =>
    diagnose({ content: `Building\n${line}\n`, truncated: false }, { job }).fingerprint;

  it.each([
    'Result: Failed (OtherCompilationError)',
    'BUILD FAILED',
    'make: *** [all] Error 2',
    'Finished: FAILURE',
    'ERROR: script returned exit code 1',
    'AutomationTool exiting with ExitCode=6 (6)',
    'LogInit: Display: Failure - 1 error(s), 2 warning(s)',
  ])('has the fingerprint of its job: %s', (line) => {
    expect(inJob(line, 'Win64')).toBe(inJob(line, 'Win64'));
    expect(inJob(line, 'Win64')).not.toBe(inJob(line, 'Linux'));
  });

  it('differs from one that names a cause, which is the same in every job', () => {
    const line = "Fog.cpp(3): error C2065: 'Density': undeclared identifier";
    expect(inJob(line, 'Win64')).toBe(inJob(line, 'Linux'));
  });
});

describe('a diagnosis', () => {
  const log = (file: string, line: number, symbol: string) => ({
    content: `Building\n${file}:${line}:1: error: use of undeclared identifier '${symbol}'\nmake: *** [all] Error 1\n`,
    truncated: false,
  });

  it('has the fingerprint of the same error elsewhere, and not that of another one', () => {
    const first = diagnose(log('/ci/1/src/fog.c', 3, 'Density'));
    expect(first.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(first.title).toBe("fog.c:3:1: error: use of undeclared identifier 'Density'");
    expect(diagnose(log('/ci/2/src/fog.c', 9, 'Density')).fingerprint).toBe(first.fingerprint);
    expect(diagnose(log('/ci/1/src/fog.c', 3, 'Height')).fingerprint).not.toBe(first.fingerprint);
  });

  it('has no fingerprint without a cause', () => {
    expect(diagnose(null).fingerprint).toBeNull();
    expect(diagnose({ content: '', truncated: false }).fingerprint).toBeNull();
  });
});

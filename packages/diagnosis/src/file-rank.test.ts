import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';

const findingIn = (lines: readonly string[], changedFiles: readonly string[] = []) =>
  diagnose(
    { content: lines.join('\n'), truncated: false },
    {
      isChanged: (file) => changedFiles.includes(file),
    },
  );
const fileIn = (...lines: string[]) => {
  const { file, fileLine, fileConfidence } = findingIn(lines);
  return { file, fileLine, fileConfidence };
};

describe('the file of a finding', () => {
  it('is the one named in the line', () => {
    const found = fileIn(
      'src/save.cpp:9:3: error: unknown type name "Slot"',
      'src/load.cpp:4:1: error: no member "at"',
    );
    expect(found).toMatchObject({ file: 'src/save.cpp', fileLine: 9 });
  });

  it('is the innermost stack frame of the project, not one of a library', () => {
    const found = fileIn(
      'Traceback (most recent call last):',
      '  File "tools/pack.py", line 7, in <module>',
      '    write(path)',
      '  File "tools/archive.py", line 31, in write',
      '    json.loads(text)',
      '  File "/usr/lib/python3.12/json/__init__.py", line 346, in loads',
      'json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    );
    expect(found).toMatchObject({ file: 'tools/archive.py', fileLine: 31 });
  });

  it('is the code under test if the stack of a JVM test leads into it', () => {
    const found = fileIn(
      'loads(org.example.game.SaveTest)  Time elapsed: 0.01 sec  <<< ERROR!',
      'java.lang.NullPointerException',
      '\tat java.util.Objects.requireNonNull(Objects.java:203)',
      '\tat org.example.game.Save.load(Save.java:48)',
      '\tat org.example.game.SaveTest.loads(SaveTest.java:20)',
    );
    expect(found).toMatchObject({ file: 'org/example/game/Save.java', fileLine: 48 });
  });

  it('is the location at the end of an Unreal automation test message', () => {
    const found = fileIn(
      'LogAutomationController: Display: Test Started. Name={Merge} Path={Tide.Inventory.Merge}',
      "LogAutomationController: Error: Expected 'count' to be 12, but it was 7. [D:\\ws\\Source\\Tide\\Grid.cpp(331)]",
    );
    expect(found).toMatchObject({ file: 'D:\\ws\\Source\\Tide\\Grid.cpp', fileLine: 331 });
  });

  it('is not guessed from a test name alone', () => {
    const found = fileIn(
      'Failed tests: ',
      '  SaveTest.loads:31 expected:<4> but was:<3>',
      'Tests run: 3, Failures: 1',
    );
    expect(found).toEqual({ file: null, fileLine: null, fileConfidence: 0 });
  });

  it('is more certain for an error in place than for something missing elsewhere', () => {
    const inPlace = fileIn('src/save.cpp:9:3: error: unexpected token ")"');
    const missing = fileIn("src/save.cpp:9:3: error: use of undeclared identifier 'slots'");
    expect(inPlace.fileConfidence).toBeGreaterThan(missing.fileConfidence);
  });
});

describe('the file of a finding with suspect changes', () => {
  const stack = [
    'Traceback (most recent call last):',
    '  File "tools/pack.py", line 7, in <module>',
    '    write(path)',
    '  File "tools/archive.py", line 31, in write',
    '    check(entry)',
    '  File "tools/check.py", line 12, in check',
    '    raise ValueError(entry)',
    'ValueError: maps/quay.umap',
  ];

  it('is the file they touched', () => {
    const plain = findingIn(stack);
    expect(plain.file).not.toBe('tools/archive.py');
    const found = findingIn(stack, ['tools/archive.py']);
    expect(found).toMatchObject({ file: 'tools/archive.py', fileLine: 31, otherChangedFiles: [] });
    expect(found.keyLine).toEqual(plain.keyLine);
  });

  it('is more certain when they touched it', () => {
    const changed = findingIn(stack, ['tools/check.py']);
    expect(changed.file).toBe('tools/check.py');
    expect(changed.fileConfidence).toBeGreaterThan(findingIn(stack).fileConfidence);
  });

  it('is the header they touched rather than the source file that includes it', () => {
    const found = findingIn(
      [
        "src/crane.cpp:9:3: error: no member named 'lift' in 'Hook'",
        'src/hook.h:4:8: note: candidate is private in "src/hook.h"',
      ],
      ['src/hook.h'],
    );
    expect(found.file).toBe('src/hook.h');
  });

  it('comes with the other files they touched, unless it is the top candidate anyway', () => {
    const others = findingIn(stack, ['tools/archive.py', 'tools/pack.py']);
    expect(others.file).toBe('tools/archive.py');
    expect(others.otherChangedFiles).toEqual(['tools/pack.py']);
    const first = findingIn(stack, ['tools/check.py', 'tools/pack.py']);
    expect(first).toMatchObject({ file: 'tools/check.py', otherChangedFiles: [] });
  });

  it('stays the same if the file they touched is too unlikely', () => {
    const found = findingIn(
      [
        'loads(org.example.game.SaveTest)  Time elapsed: 0.01 sec  <<< ERROR!',
        'java.lang.NullPointerException',
        '\tat org.example.game.Save.load(Save.java:48)',
        '\tat org.example.game.SaveTest.loads(SaveTest.java:20)',
      ],
      ['org/example/game/SaveTest.java'],
    );
    expect(found).toMatchObject({ file: 'org/example/game/Save.java', fileLine: 48 });
  });
});

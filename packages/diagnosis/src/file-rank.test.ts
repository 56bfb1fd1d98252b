import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';

const fileIn = (...lines: string[]) => {
  const { file, fileLine, fileConfidence } = diagnose({ content: lines.join('\n'), truncated: false });
  return { file, fileLine, fileConfidence };
};

describe('the file of a finding', () => {
  it('is the one that the line names', () => {
    const found = fileIn(
      'src/save.cpp:9:3: error: unknown type name "Slot"',
      'src/load.cpp:4:1: error: no member "at"',
    );
    expect(found).toMatchObject({ file: 'src/save.cpp', fileLine: 9 });
  });

  it('is the innermost frame of the project in a stack, not one of a library', () => {
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

  it('is the code under test where the stack of a JVM test leads into it', () => {
    const found = fileIn(
      'loads(org.example.game.SaveTest)  Time elapsed: 0.01 sec  <<< ERROR!',
      'java.lang.NullPointerException',
      '\tat java.util.Objects.requireNonNull(Objects.java:203)',
      '\tat org.example.game.Save.load(Save.java:48)',
      '\tat org.example.game.SaveTest.loads(SaveTest.java:20)',
    );
    expect(found).toMatchObject({ file: 'org/example/game/Save.java', fileLine: 48 });
  });

  it('is the place at the end of the message of an Unreal automation test', () => {
    const found = fileIn(
      'LogAutomationController: Display: Test Started. Name={Merge} Path={Tide.Inventory.Merge}',
      "LogAutomationController: Error: Expected 'count' to be 12, but it was 7. [D:\\ws\\Source\\Tide\\Grid.cpp(331)]",
    );
    expect(found).toMatchObject({ file: 'D:\\ws\\Source\\Tide\\Grid.cpp', fileLine: 331 });
  });

  it('is not guessed from the name of a test alone', () => {
    const found = fileIn(
      'Failed tests: ',
      '  SaveTest.loads:31 expected:<4> but was:<3>',
      'Tests run: 3, Failures: 1',
    );
    expect(found).toEqual({ file: null, fileLine: null, fileConfidence: 0 });
  });

  it('is surer for what is wrong where it stands than for what may be missing elsewhere', () => {
    const inPlace = fileIn('src/save.cpp:9:3: error: unexpected token ")"');
    const missing = fileIn("src/save.cpp:9:3: error: use of undeclared identifier 'slots'");
    expect(inPlace.fileConfidence).toBeGreaterThan(missing.fileConfidence);
  });
});

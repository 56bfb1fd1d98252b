import type { Failure } from './failure.js';
import type { LogDraft } from './log-draft.js';
import { localPath, type Scene, stage, writeSync } from './scene.js';

function testName(scene: Scene, index: number): string {
  const { theme } = scene;
  const suites = ['Gameplay', 'Save', 'Online', 'Physics', 'UI'];
  const named = theme.classes[index % theme.classes.length] ?? 'Main';
  return `${theme.module}.${suites[index % suites.length]}.${named}.${['Defaults', 'Limits', 'RoundTrip', 'Replicates'][index % 4]}`;
}

function writeTestStart(log: LogDraft, scene: Scene): void {
  stage(log, scene, 'Test');
  log.add(
    `Running: UnrealEditor-Cmd.exe ${localPath(scene, `${scene.theme.module}.uproject`)} -ExecCmds="Automation RunTests ${scene.theme.module}; Quit" -unattended -nopause -NullRHI -stdout`,
  );
  log.engine(
    `LogInit: Display: Running engine for game: ${scene.theme.module}`,
    'LogAutomationController: Ignoring very large delta of 6.11 seconds in calls to FAutomationControllerManager::Tick() and not penalizing unresponsive tests',
    `LogAutomationCommandLine: Display: Found 146 automation tests based on '${scene.theme.module}'`,
  );
}

function writeTests(log: LogDraft, scene: Scene, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const name = testName(scene, index);
    log.engine(
      `LogAutomationController: Display: Test Started. Name={${name.split('.').at(-1)}} Path={${name}}`,
      `LogAutomationController: Display: Test Completed. Result={Success} Name={${name.split('.').at(-1)}} Path={${name}}`,
    );
  }
}

export function writeTestRun(log: LogDraft, scene: Scene): void {
  writeTestStart(log, scene);
  writeTests(log, scene, 0, 146);
  log.engine(
    'LogAutomationCommandLine: Display: ...Automation Test Queue Empty 146 tests performed.',
    'LogAutomationCommandLine: Display: **** TEST COMPLETE. EXIT CODE: 0 ****',
  );
}

export const failingTests: Failure = {
  category: 'test',
  file: (theme) => `Source/${theme.module}/Private/${theme.classes[12] ?? theme.classes[0]}.cpp`,
  change: 'Let stacked items keep their durability',
  step: 'Test',
  exitCode: 255,
  write(log, scene) {
    const path = localPath(scene, scene.file);
    const name = `${scene.theme.module}.Gameplay.${scene.file.split('/').at(-1)?.replace('.cpp', '')}.StackMerge`;
    writeSync(log, scene);
    writeTestStart(log, scene);
    writeTests(log, scene, 0, 88);
    log.engine(`LogAutomationController: Display: Test Started. Name={StackMerge} Path={${name}}`);
    log.engineKey(
      `LogAutomationController: Error: Expected 'merged stack count' to be 12, but it was 7. [${path}(331)]`,
      `LogAutomationController: Error: Test Completed. Result={Fail} Name={StackMerge} Path={${name}}`,
    );
    writeTests(log, scene, 88, 146);
    log.engine(
      'LogAutomationCommandLine: Display: ...Automation Test Queue Empty 147 tests performed.',
      'LogAutomationCommandLine: Error: 1 test(s) failed',
      'LogAutomationCommandLine: Display: **** TEST COMPLETE. EXIT CODE: -1 ****',
    );
  },
};

export const crashedTest: Failure = {
  category: 'test',
  file: (theme) => `Source/${theme.module}/Private/${theme.classes[6] ?? theme.classes[0]}.cpp`,
  change: 'Place rooms in parallel',
  step: 'Test',
  exitCode: 3,
  write(log, scene) {
    const name = scene.file.split('/').at(-1)?.replace('.cpp', '') ?? '';
    writeSync(log, scene);
    writeTestStart(log, scene);
    writeTests(log, scene, 0, 61);
    log.engine(
      `LogAutomationController: Display: Test Started. Name={SeededLayout} Path={${scene.theme.module}.Gameplay.${name}.SeededLayout}`,
    );
    log.engineKey(
      `LogWindows: Error: Fatal error: [File:${localPath(scene, 'Engine/Source/Runtime/Core/Public/Containers/Array.h')}] [Line: 783]`,
      'LogWindows: Error: Array index out of bounds: 48 into an array of size 48',
      `LogWindows: Error: [Callstack] UnrealEditor-${scene.theme.module}.dll!A${name}::PlaceRoom() [${localPath(scene, scene.file)}:402]`,
    );
    log.engine(
      `LogWindows: Error: [Callstack] UnrealEditor-${scene.theme.module}.dll!ParallelForImpl::ParallelForInternal()`,
      'LogWindows: Error: [Callstack] UnrealEditor-Core.dll!LowLevelTasks::FScheduler::ExecuteTask()',
      'LogWindows: Error: [Callstack] kernel32.dll!UnknownFunction []',
      'LogExit: Executing StaticShutdownAfterError',
    );
  },
};

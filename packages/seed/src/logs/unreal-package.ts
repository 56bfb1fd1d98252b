import { pascalCase } from '../themes.js';
import type { Failure } from './failure.js';
import type { LogDraft } from './log-draft.js';
import { localPath, type Scene, stage, writeSync } from './scene.js';
import { writeCompile } from './unreal-compile.js';
import { writeCook } from './unreal-cook.js';

const stageRoot = (scene: Scene) => localPath(scene, 'Saved/StagedBuilds/Windows');

function writeStaging(log: LogDraft, scene: Scene, files: number): void {
  stage(log, scene, 'Package');
  log.add(
    '********** STAGE COMMAND STARTED **********',
    `Cleaning Stage Directory: ${stageRoot(scene)}`,
    'Creating UFS Staging Manifest...',
  );
  for (let index = 0; index < files; index++) {
    const place = pascalCase(scene.theme.places[index % scene.theme.places.length] ?? 'Main');
    log.add(`Staging ${scene.theme.module}/Content/Paks/${place}-Chunk${index}.ucas`);
  }
}

/** The staging, containers and archive of a successful build. */
export function writePackage(log: LogDraft, scene: Scene): void {
  writeStaging(log, scene, 24);
  log.add(
    'Running: UnrealPak.exe -CreateGlobalContainer',
    'LogIoStore: Display: Creating disk layout...',
    'LogIoStore: Display: Serializing container(s)...',
    `LogIoStore: Display: Output file: ${stageRoot(scene)}\\${scene.theme.module}\\Content\\Paks\\global.utoc`,
    '********** STAGE COMMAND COMPLETED **********',
    '********** PACKAGE COMMAND STARTED **********',
    '********** PACKAGE COMMAND COMPLETED **********',
    '********** ARCHIVE COMMAND STARTED **********',
    `Archiving to ${localPath(scene, 'Archive')}`,
    '********** ARCHIVE COMMAND COMPLETED **********',
    'BUILD SUCCESSFUL',
    'AutomationTool exiting with ExitCode=0 (Success)',
  );
}

function failPackaging(log: LogDraft, scene: Scene, key: string[], exit: string): void {
  writeSync(log, scene);
  writeCompile(log, scene);
  writeCook(log, scene);
  writeStaging(log, scene, scene.random.int(8, 22));
  log.key(...key);
  log.add(
    '       (see AutomationTool/Saved/Logs/Log.txt for full exception trace)',
    `AutomationTool executed for 0h ${Math.floor(scene.seconds / 60)}m ${scene.seconds % 60}s`,
    `AutomationTool exiting with ExitCode=${exit}`,
    'BUILD FAILED',
  );
}

export const missingLibrary: Failure = {
  category: 'packaging',
  file: (theme) => `Source/${theme.module}/${theme.module}.Target.cs`,
  change: 'Ship the voice library with the game',
  step: 'Package',
  exitCode: 103,
  write(log, scene) {
    const library = localPath(scene, 'Binaries/ThirdParty/Voice/x64/voice_sdk.dll');
    failPackaging(
      log,
      scene,
      [
        `ERROR: Unable to stage file '${library}': file does not exist`,
        `ERROR: Stage Failed. Missing receipt dependency required by target '${scene.theme.module}'`,
      ],
      '103 (Error_MissingExecutable)',
    );
  },
};

export const pathTooLong: Failure = {
  category: 'packaging',
  file: (theme) =>
    `Content/Cinematics/Prologue/Sequences/Shots/Shot0420/Props/${pascalCase(theme.props[1] ?? 'Prop')}_Broken_Variant_Final.uasset`,
  change: 'Add the broken variants for the prologue',
  step: 'Package',
  exitCode: 1,
  write(log, scene) {
    const staged = `${stageRoot(scene)}\\${scene.theme.module}\\${scene.file.replaceAll('/', '\\')}`;
    failPackaging(
      log,
      scene,
      [
        `ERROR: Files with paths too long: ${staged} exceeds the maximum of 260 characters when staged below a user folder`,
        'ERROR: Stage Failed. 1 file name is too long for the target platform',
      ],
      '1 (Error_Unknown)',
    );
  },
};

import type { Failure } from './failure.js';
import { agentName, localPath, stage, writeSync } from './scene.js';
import { writeActions, writeBuildStart, writeReflection } from './unreal-compile.js';

export const diskFull: Failure = {
  category: 'infra',
  file: null,
  change: '',
  step: 'Build',
  exitCode: 1,
  write(log, scene) {
    const total = scene.random.int(240, 420);
    writeSync(log, scene);
    writeBuildStart(log, scene);
    writeReflection(log, scene);
    log.add(`------ Building ${total} action(s) started ------`);
    writeActions(log, scene, { total, from: 1, to: 190 });
    log.key(
      `${localPath(scene, 'Intermediate/Build/Win64/x64/Module.Chaos.4.cpp')}: fatal error C1085: Cannot write compiler generated file: 'Module.Chaos.4.cpp.obj': No space left on device`,
      'LINK : fatal error LNK1180: insufficient disk space to complete link',
      'java.io.IOException: There is not enough space on the disk',
    );
    log.add(
      '\tat java.base/java.io.FileOutputStream.writeBytes(Native Method)',
      `Disk space on ${agentName(scene)} is too low. Only 0.021GB left on D:\\J.`,
      'BUILD FAILED',
    );
  },
};

export const syncFailure: Failure = {
  category: 'source_control',
  file: null,
  change: '',
  step: 'Sync',
  exitCode: 1,
  write(log, scene) {
    stage(log, scene, 'Sync');
    log.add(
      `P4 Task: syncing files at change: ${scene.head}`,
      `... p4 sync ${scene.repository}/...@${scene.head}`,
    );
    for (let index = 0; index < 110; index++) {
      const name = scene.theme.classes[index % scene.theme.classes.length];
      log.add(
        `${scene.repository}/Source/${scene.theme.module}/Private/${name}_${index}.cpp#${(index % 9) + 1} - updating ${localPath(scene, `Source/${scene.theme.module}/Private/${name}_${index}.cpp`)}`,
      );
    }
    log.key(
      'P4 Task: attempt: 3',
      `ERROR: P4: Task Exception: com.perforce.p4java.exception.ConnectionException: Unable to connect to Perforce server at ssl:p4.${scene.theme.host}:1666`,
      'Read from socket failed: Connection reset by peer',
    );
    log.add(
      'com.perforce.p4java.exception.P4JavaException: error transferring file, librarian checkout failed',
      'ERROR: Unable to update workspace',
    );
  },
};

export const packageFeed: Failure = {
  category: 'dependency',
  file: () => 'tools/AssetLint/AssetLint.csproj',
  change: 'Move the asset linter to the new parser package',
  step: 'Build',
  exitCode: 1,
  write(log, scene) {
    const project = localPath(scene, scene.file);
    writeSync(log, scene);
    stage(log, scene, 'Build');
    log.add('+ dotnet build tools/Tools.sln -c Release', '  Determining projects to restore...');
    for (let index = 1; index <= 95; index++)
      log.add(
        `  Restored ${localPath(scene, `tools/Shared/Shared.Part${index}.csproj`)} (in ${scene.random.int(80, 900)} ms).`,
      );
    log.key(
      `${project} : error NU1102: Unable to find package Parsers.Uasset with version (>= 4.2.0)`,
      `${project} : error NU1102:   - Found 11 version(s) in studio-feed [ Nearest version: 4.1.3 ]`,
    );
    log.add('Build FAILED.', '    0 Warning(s)', '    2 Error(s)', 'Time Elapsed 00:00:41.33');
  },
};

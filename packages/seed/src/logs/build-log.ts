import type { BuildType } from '@slipway/contracts';
import type { Failure } from './failure.js';
import { composeLog, type FinishedLog, type LogDraft, type LogTimes } from './log-draft.js';
import { type Scene, stage, writeHead, writeSync, writeTail } from './scene.js';
import { writeUnityBuild } from './unity.js';
import { writeCompile } from './unreal-compile.js';
import { writeCook } from './unreal-cook.js';
import { writePackage } from './unreal-package.js';
import { writeTestRun } from './unreal-tests.js';

function writeTools(log: LogDraft, scene: Scene): void {
  stage(log, scene, 'Build');
  log.add('+ dotnet build tools/Tools.sln -c Release', '  Determining projects to restore...');
  for (let index = 1; index <= 90; index++)
    log.add(`  Shared.Part${index} -> tools/bin/Release/net8.0/Shared.Part${index}.dll`);
  log.add('Build succeeded.', '    0 Warning(s)', '    0 Error(s)');
}

/** The output of a job that succeeds. Failing jobs print the same parts up to the point where they stop. */
function writePassing(log: LogDraft, scene: Scene, buildType: BuildType): void {
  writeSync(log, scene);
  if (buildType === 'unity') return writeUnityBuild(log, scene);
  if (buildType === 'custom') return writeTools(log, scene);
  if (scene.job.includes('tests')) return writeTestRun(log, scene);
  if (!scene.job.includes('cook')) writeCompile(log, scene);
  if (/cook|shipping|nightly/.test(scene.job)) writeCook(log, scene);
  if (/shipping|nightly/.test(scene.job)) writePackage(log, scene);
}

/** The console output of a finished build. Jenkins adds timestamps to its lines; Buildkite stores times separately. */
export function writeBuildLog(
  scene: Scene,
  times: LogTimes,
  buildType: BuildType,
  failure: Failure | null,
): FinishedLog {
  return composeLog(scene.random, times, scene.host === 'jenkins', (log) => {
    writeHead(log, scene);
    if (failure) failure.write(log, scene);
    else writePassing(log, scene, buildType);
    writeTail(log, scene, failure?.exitCode ?? null);
  });
}

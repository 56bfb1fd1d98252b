import type { Failure } from './failure.js';
import { localPath, stage, writeSync } from './scene.js';
import { writeUnityBuild } from './unity.js';

export const keystoreError: Failure = {
  category: 'signing',
  file: () => 'Assets/Plugins/Android/launcherTemplate.gradle',
  change: 'Sign release bundles in Gradle instead of the editor',
  step: 'Package',
  exitCode: 1,
  write(log, scene) {
    writeSync(log, scene);
    writeUnityBuild(log, scene);
    stage(log, scene, 'Package');
    log.add(
      '$ ./gradlew bundleRelease --stacktrace',
      'Starting a Gradle Daemon (subsequent builds will be faster)',
    );
    for (const module of ['unityLibrary', 'launcher', 'unityLibrary:xrmanifest'])
      for (const task of [
        'preBuild',
        'compileReleaseJavaWithJavac',
        'mergeReleaseResources',
        'processReleaseManifest',
      ])
        log.add(`> Task :${module}:${task}`);
    log.add(
      '> Task :launcher:signReleaseBundle FAILED',
      '',
      'FAILURE: Build failed with an exception.',
      '',
      '* What went wrong:',
    );
    log.key(
      "Execution failed for task ':launcher:signReleaseBundle'.",
      `> Keystore file '${localPath(scene, 'launcher/release.keystore')}' not found for signing config 'release'.`,
    );
    log.add('', '* Try:', '> Run with --info or --debug option to get more log output.', 'BUILD FAILED in 2m 51s');
  },
};

export const provisioningError: Failure = {
  category: 'signing',
  file: null,
  change: '',
  step: 'Package',
  exitCode: 65,
  write(log, scene) {
    const app = scene.theme.module;
    writeSync(log, scene);
    writeUnityBuild(log, scene);
    stage(log, scene, 'Package');
    log.add(
      `$ xcodebuild -exportArchive -archivePath ${localPath(scene, `build/${app}.xcarchive`)} -exportOptionsPlist export.plist`,
    );
    for (let index = 1; index <= 60; index++)
      log.add(
        `CompileC ${localPath(scene, `build/Objects/Bulk_${index}.o`)} Bulk_Assembly-CSharp_${index}.cpp normal arm64 c++`,
      );
    log.key(
      `error: Provisioning profile "${app} App Store" has expired. (in target 'Unity-iPhone' from project 'Unity-iPhone')`,
      'error: exportArchive: No profiles for the bundle identifier were found',
    );
    log.add('** EXPORT FAILED **');
  },
};

import { pascalCase } from '../themes.js';
import type { Failure } from './failure.js';
import type { LogDraft } from './log-draft.js';
import { localPath, type Scene, stage, writeSync } from './scene.js';

const editor = '6000.0.58f2';

function writeUnityStart(log: LogDraft, scene: Scene): void {
  stage(log, scene, 'Build');
  log.add(
    `$ Unity -batchmode -nographics -quit -projectPath ${localPath(scene, '')} -executeMethod BuildPlayer.Run -logFile -`,
    `Unity Editor version:    ${editor} (8f2c1a90b7d4)`,
    'Branch:                  6000.0/staging',
    'Build type:              Release',
    'Batch mode:              YES',
    '',
    '[Licensing::Module] Trying to connect to existing licensing client channel...',
    '[Licensing::Client] Handshaking with LicensingClient: Version 1.17.2',
  );
}

function writeLicence(log: LogDraft): void {
  log.add(
    '[Licensing::Client] Successfully resolved entitlement details',
    '[Licensing::Module] License group: Id: TWG-FLOAT-04 Product: Unity Pro Type: Floating',
    'Library Redirect Path: Library/',
    'COMMAND LINE ARGUMENTS:',
  );
}

function writeImport(log: LogDraft, scene: Scene, count: number): void {
  const { random, theme } = scene;
  log.add(
    'Refreshing native plugins compatible for Editor in 18.42 ms, found 6 plugins.',
    '[Package Manager] Done resolving packages in 1.94 seconds',
  );
  for (let index = 0; index < count; index++) {
    const place = pascalCase(theme.places[index % theme.places.length] ?? 'Main');
    const prop = pascalCase(theme.props[index % theme.props.length] ?? 'Prop');
    const [name, importer] =
      index % 3 === 0
        ? [`${prop}_${index}.prefab`, 'PrefabImporter']
        : [`${prop}_${index}.png`, 'TextureImporter'];
    log.add(
      `Start importing Assets/Art/${place}/${name} using Guid(${random.hex(32)}) Importer(815301076,1909f56bfc062723c751e8b465ee728b) (${importer})`,
      ` -> (artifact id: '${random.hex(32)}') in ${(random.next() * 0.9).toFixed(9)} seconds`,
    );
  }
  log.add(
    'Asset Pipeline Refresh (id=8f2ab31c): Total: 41.207 seconds - Initiated by InitialRefreshV2(NoUpdateAssetOptions)',
  );
}

function writeScripts(log: LogDraft, scene: Scene): void {
  for (const name of scene.theme.classes)
    log.add(`[ScriptCompilation] Csc Library/Bee/artifacts/1900b0aE.dag/${name}.dll`);
}

function abort(log: LogDraft, reason: string): void {
  log.add(
    '',
    'Aborting batchmode due to failure:',
    reason,
    '',
    'Exiting without the bug reporter. Application will terminate with return code 1',
  );
}

export function writeUnityBuild(log: LogDraft, scene: Scene): void {
  writeUnityStart(log, scene);
  writeLicence(log);
  writeImport(log, scene, 40);
  writeScripts(log, scene);
  log.add(
    'DisplayProgressbar: Building Player',
    'Building scene Assets/Scenes/Boot.unity',
    'Building scene Assets/Scenes/Main.unity',
    `Build completed with a result of 'Succeeded' in ${scene.seconds - 30} seconds (${(scene.seconds - 30) * 1000} ms)`,
    'Exiting batchmode successfully now!',
    'Application will terminate with return code 0',
  );
}

export const scriptError: Failure = {
  category: 'compile',
  file: (theme) => `Assets/Scripts/${theme.classes[1] ?? theme.module}.cs`,
  change: 'Read tuning values through the new config service',
  step: 'Build',
  exitCode: 1,
  write(log, scene) {
    writeSync(log, scene);
    writeUnityStart(log, scene);
    writeLicence(log);
    writeImport(log, scene, scene.random.int(60, 140));
    writeScripts(log, scene);
    log.add('-----CompilerOutput:-stdout--exitcode: 1--compilationhadfailure: True');
    log.key(
      `${scene.file}(48,17): error CS0246: The type or namespace name 'ITuningSource' could not be found (are you missing a using directive or an assembly reference?)`,
      `${scene.file}(97,26): error CS1061: 'RemoteConfig' does not contain a definition for 'TryGetCurve'`,
    );
    log.add('-----EndCompilerOutput---------------', 'Scripts have compiler errors.');
    abort(log, 'Scripts have compiler errors.');
  },
};

export const strippedType: Failure = {
  category: 'toolchain',
  file: () => 'Assets/link.xml',
  change: 'Trim the managed code stripping list',
  step: 'Build',
  exitCode: 1,
  write(log, scene) {
    writeSync(log, scene);
    writeUnityStart(log, scene);
    writeLicence(log);
    writeImport(log, scene, scene.random.int(40, 90));
    writeScripts(log, scene);
    log.add(
      'DisplayProgressbar: Building Player',
      'Running il2cpp: --convert-to-cpp --emit-null-checks --enable-array-bounds-check',
    );
    log.key(
      `IL2CPP error for type '${scene.theme.module}.Services.SaveEnvelope' in assembly '${localPath(scene, 'Temp/StagingArea/Data/Managed/Services.dll')}'`,
      'System.InvalidOperationException: Unable to resolve a reference to MessagePack.Formatters; it was removed by the linker',
    );
    log.add(
      '   at Unity.IL2CPP.DataModel.BuildLogic.ReferenceResolver.Resolve(TypeReference reference)',
      '   at Unity.IL2CPP.AssemblyConversion.Phases.PrimaryCollectionPhase.Run(AssemblyConversionContext context)',
      "Build completed with a result of 'Failed' in 412 seconds (412086 ms)",
    );
    abort(log, 'Error building player because il2cpp.exe did not run properly');
  },
};

export const noLicence: Failure = {
  category: 'infra',
  file: null,
  change: '',
  step: 'Build',
  exitCode: 1,
  write(log, scene) {
    writeSync(log, scene);
    writeUnityStart(log, scene);
    for (let attempt = 1; attempt <= 45; attempt++)
      log.add(
        `[Licensing::Client] Attempt ${attempt}: no free seat in license group TWG-FLOAT-04, waiting 10 seconds`,
        '[Licensing::IpcConnector] Channel LicenseClient-ci is connected',
      );
    log.key(
      '[Licensing::Module] Error: Access token is unavailable; failed to update',
      'No valid Unity Editor license found. Please activate your license.',
    );
    log.add(
      '[Licensing::Module] 0 of 4 seats are free in group TWG-FLOAT-04',
      'Exiting without the bug reporter. Application will terminate with return code 1',
    );
  },
};

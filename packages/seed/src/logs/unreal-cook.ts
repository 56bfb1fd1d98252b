import { pascalCase } from '../themes.js';
import type { Failure } from './failure.js';
import type { LogDraft } from './log-draft.js';
import { localPath, type Scene, stage, writeSync } from './scene.js';

function writeCookStart(log: LogDraft, scene: Scene): void {
  const { theme, random } = scene;
  stage(log, scene, 'Cook');
  log.add(
    '********** COOK COMMAND STARTED **********',
    `Running UnrealEditor Cook for project ${localPath(scene, `${theme.module}.uproject`)}`,
    `Running: UnrealEditor-Cmd.exe ${theme.module}.uproject -run=Cook -TargetPlatform=Windows -unversioned -fileopenlog -stdout -CrashForUAT -unattended`,
  );
  log.engine(
    `LogInit: Display: Running engine for game: ${theme.module}`,
    `LogInit: Build: ++UE5+Release-5.5-CL-${random.int(37_000_000, 38_999_999)}`,
    'LogDerivedDataCache: Display: ZenLocal: Using ZenServer HTTP service at http://[::1]:8558/ with namespace ue.ddc status: OK!.',
    'LogShaderCompilers: Display: Using 22 local workers for shader compilation',
    'LogCook: Display: CookSettings for Memory: MemoryMaxUsedVirtual 0MiB, MemoryMinFreePhysical 2048MiB',
    'LogCook: Display: Mobile HDR setting 1',
    'LogCook: Display: Cooking for platform Windows',
  );
}

/** Progress lines. The total grows while references are discovered, as in real cooks. */
function writeCookProgress(log: LogDraft, scene: Scene, rounds: number, already = 0): number {
  const { random, theme } = scene;
  let cooked = already;
  let total = cooked + random.int(380, 520);
  for (let round = 0; round < rounds; round++) {
    cooked += random.int(18, 46);
    total = Math.max(total + random.int(0, 40), cooked + 30);
    log.engine(`LogCook: Display: Cooked packages ${cooked} Packages Remain ${total - cooked} Total ${total}`);
    if (round % 4 === 1) {
      const place = pascalCase(theme.places[round % theme.places.length] ?? 'Main');
      const prop = pascalCase(theme.props[round % theme.props.length] ?? 'Prop');
      log.engine(
        `LogTexture: Display: Building textures: /Game/Environment/${place}/T_${prop}_D (AutoDXT, 2048X2048) (Required Memory Estimate: ${(40 + random.next() * 90).toFixed(6)} MB)`,
        `LogStaticMesh: Display: Built static mesh [${(random.next() * 3).toFixed(2)}s] /Game/Environment/${place}/SM_${prop}.SM_${prop}`,
      );
    }
    if (round % 7 === 3)
      log.engine(`LogShaderCompilers: Display: Shaders left to compile ${random.int(40, 4800)}`);
    if (round % 11 === 5)
      log.engine(
        'LogBlueprint: Warning: [AssetLog] BP_Door: [Compiler] InteractRange was deprecated and has no effect',
        'LogEngine: Warning: Mobility of /Game/Maps/Shared/Persistent.Persistent:PersistentLevel.SkyLight_0 : SkyLightComponent0 must be Movable',
      );
  }
  return cooked;
}

export function writeCook(log: LogDraft, scene: Scene): void {
  writeCookStart(log, scene);
  const cooked = writeCookProgress(log, scene, 60);
  log.engine(
    `LogShaderCompilers: Display: Shaders Compiled: ${scene.random.int(1200, 9800)}`,
    `LogCook: Display: Packages Cooked: ${cooked}, Packages Incrementally Skipped: 0, Packages Skipped by Platform: 12, Total Packages: ${cooked + 12}`,
    `LogInit: Display: Success - 0 error(s), ${scene.random.int(2, 14)} warning(s)`,
    'LogExit: Exiting.',
  );
  log.add(
    `Took ${(scene.seconds * 0.3).toFixed(2)}s to run UnrealEditor-Cmd.exe, ExitCode=0`,
    '********** COOK COMMAND COMPLETED **********',
  );
}

function failCook(log: LogDraft, scene: Scene, errors: { key: string[]; more: string[] }): void {
  writeSync(log, scene);
  writeCookStart(log, scene);
  const cooked = writeCookProgress(log, scene, scene.random.int(40, 120));
  log.engineKey(...errors.key);
  log.engine(...errors.more);
  writeCookProgress(log, scene, scene.random.int(6, 18), cooked);
  log.engine(
    'LogInit: Display: ',
    'LogInit: Display: Warning/Error Summary (Unique only)',
    'LogInit: Display: -----------------------------------',
    ...errors.key.map((line) => `LogInit: Display: ${line}`),
    ...errors.more.map((line) => `LogInit: Display: ${line}`),
    'LogInit: Display: ',
    `LogInit: Display: Failure - ${errors.key.length} error(s), ${errors.more.length + 4} warning(s)`,
    'LogExit: Exiting.',
  );
  log.add(
    `Took ${(scene.seconds * 0.8).toFixed(2)}s to run UnrealEditor-Cmd.exe, ExitCode=1`,
    'ERROR: Cook failed.',
    '       (see AutomationTool/Saved/Logs/Log.txt for full exception trace)',
    `AutomationTool executed for 0h ${Math.floor(scene.seconds / 60)}m ${scene.seconds % 60}s`,
    'AutomationTool exiting with ExitCode=25 (Error_UnknownCookFailure)',
    'BUILD FAILED',
  );
}

export const corruptPackage: Failure = {
  category: 'cook',
  file: (theme) => `Content/Maps/${pascalCase(theme.places[1] ?? 'Main')}_BuiltData.uasset`,
  change: 'Rebuild lighting after the stairwell move',
  step: 'Cook',
  exitCode: 25,
  write(log, scene) {
    const name = scene.file.replace(/^Content/, '/Game').replace(/\.uasset$/, '');
    failCook(log, scene, {
      key: [
        `LogLinker: Warning: Unable to load package (${localPath(scene, scene.file)}). Post Tag is not valid. File might be corrupted.`,
        `LogCook: Error: Error loading ${name}!`,
      ],
      more: [`LogStreaming: Warning: Failed to read file '${localPath(scene, scene.file)}' error.`],
    });
  },
};

export const brokenRedirector: Failure = {
  category: 'content',
  file: (theme) =>
    `Content/Props/${pascalCase(theme.props[4] ?? 'Crate')}/BP_${pascalCase(theme.props[4] ?? 'Crate')}.uasset`,
  change: 'Rename loot containers to match the new naming guide',
  step: 'Cook',
  exitCode: 25,
  write(log, scene) {
    const name = scene.file.replace(/^Content/, '/Game').replace(/\.uasset$/, '');
    const map = pascalCase(scene.theme.places[0] ?? 'Main');
    failCook(log, scene, {
      key: [
        `LogUObjectGlobals: Error: Failed to find object 'Class ${name}_Old.${name.split('/').at(-1)}_Old_C'`,
        `LogCook: Error: /Game/Maps/${map} references ${name}_Old, which does not exist`,
      ],
      more: [`LogRedirectors: Warning: ${name}_Old is a redirector whose target was deleted`],
    });
  },
};

export const shaderError: Failure = {
  category: 'shader',
  file: () => 'Shaders/Private/UnderwaterFog.usf',
  change: 'Attenuate fog by depth below the surface',
  step: 'Cook',
  exitCode: 25,
  write(log, scene) {
    const material = `/Game/Materials/Water/M_${pascalCase(scene.theme.places[0] ?? 'Water')}Fog`;
    failCook(log, scene, {
      key: [
        `LogShaderCompilers: Error: ${scene.file.replace('Shaders', '/Project')}:88:31: error: use of undeclared identifier 'WaterLevelZ'`,
        `LogMaterial: Error: Failed to compile Material ${material} for platform SM6, Default Material will be used in game.`,
      ],
      more: [
        `LogMaterial: Warning: ${material}: (Node Custom) UnderwaterFog.usf:88 float depth = WaterLevelZ - Parameters.AbsoluteWorldPosition.z;`,
        'LogShaderCompilers: Warning: Failed to compile 14 shader(s); see above',
      ],
    });
  },
};

export const pipelineCache: Failure = {
  category: 'shader',
  file: (theme) => `Build/Windows/PipelineCaches/${theme.module}_PCD3D_SM6.spc`,
  change: 'Refresh the pipeline cache from the last playtest',
  step: 'Cook',
  exitCode: 25,
  write(log, scene) {
    failCook(log, scene, {
      key: [
        `LogShaderPipelineCacheTools: Error: Could not load any stable key info from ${localPath(scene, scene.file)}`,
        'LogCook: Error: Shader pipeline cache could not be built for PCD3D_SM6',
      ],
      more: [
        'LogShaderPipelineCacheTools: Warning: 4112 PSOs dropped, stable keys do not match this shader library',
      ],
    });
  },
};

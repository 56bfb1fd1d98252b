import type { LogDraft } from './log-draft.js';
import { localPath, type Scene, stage } from './scene.js';

interface UnrealTarget {
  target: string;
  platform: 'Win64' | 'Linux';
  configuration: 'Development' | 'Shipping' | 'Test';
}

/** The target that an Unreal job builds, derived from its name. */
function unrealTarget({ job, theme }: Scene): UnrealTarget {
  const configuration = job.includes('shipping') || job.includes('nightly') ? 'Shipping' : 'Development';
  if (job.includes('server')) return { target: `${theme.module}Server`, platform: 'Linux', configuration };
  const target = configuration === 'Shipping' ? theme.module : `${theme.module}Editor`;
  return { target, platform: 'Win64', configuration };
}

function toolchainLines({ random }: Scene, { platform }: UnrealTarget): string[] {
  if (platform === 'Linux') {
    return [
      'Using Clang toolchain located at /opt/ue-toolchain/v23_clang-18.1.0-rockylinux8 (manually set SDK)',
      'Compiling with clang 18.1.0, linking with lld',
    ];
  }
  return [
    'Using Visual Studio 2022 14.38.33145 toolchain (C:\\BuildTools\\VC\\Tools\\MSVC\\14.38.33130) and Windows 10.0.22621.0 SDK (C:\\Program Files (x86)\\Windows Kits\\10).',
    `Determining max actions to execute in parallel (${random.pick([16, 24, 32])} physical cores, 64 logical cores)`,
  ];
}

/** The output of AutomationTool and UnrealBuildTool up to the first action. */
export function writeBuildStart(log: LogDraft, scene: Scene): void {
  const { theme } = scene;
  const { target, platform, configuration } = unrealTarget(scene);
  const project = localPath(scene, `${theme.module}.uproject`);
  stage(log, scene, 'Build');
  log.add(
    'Running AutomationTool...',
    'Using bundled DotNet SDK version: 8.0.300',
    'Starting AutomationTool...',
    `Parsing command line: BuildCookRun -project=${project} -noP4 -target=${target} -platform=${platform} -clientconfig=${configuration} -build -utf8output`,
    'Initializing script modules...',
    'Total script module initialization time: 0.34 s.',
    'Executing commands...',
    `Using ${project}`,
    '********** BUILD COMMAND STARTED **********',
    `Running: dotnet UnrealBuildTool.dll ${target} ${platform} ${configuration} -Project=${project} -remoteini=${localPath(scene, '')} -skipdeploy -NoHotReload`,
    `Log file: ${localPath(scene, 'Engine/Programs/AutomationTool/Saved/Logs/UBT.txt')}`,
    `Creating makefile for ${target} (command line arguments changed)`,
    'Available x64 toolchains (1):',
    ...toolchainLines(scene, { target, platform, configuration }),
    `Parsing headers for ${target}`,
  );
}

export function writeReflection(log: LogDraft, scene: Scene): void {
  const { target } = unrealTarget(scene);
  log.add(
    '  Running Internal UnrealHeaderTool',
    `Total of ${scene.random.int(12, 88)} written`,
    `Reflection code generated for ${target} in ${(2 + scene.random.next() * 6).toFixed(7)} seconds`,
    `Building ${target}...`,
    '  Executing up to 24 processes, one per physical core, limited by 2.00 GB of memory per action',
    'Using Unreal Build Accelerator local executor to run actions',
  );
}

const engineModules = ['Engine', 'Renderer', 'Chaos', 'NetCore', 'UMG', 'Niagara', 'OnlineSubsystem', 'AIModule'];

/** The source unit of a compile action, the same in every run of a job. */
function actionName(scene: Scene, index: number): string {
  const { theme } = scene;
  const named = theme.classes[index % theme.classes.length] ?? 'Main';
  switch (index % 6) {
    case 0:
      return `Module.${theme.module}.${(index % 14) + 1}.cpp`;
    case 1:
      return `${named}.cpp`;
    case 2:
      return `Module.${theme.module}Online.gen.${(index % 4) + 1}.cpp`;
    case 3:
      return `${named}.gen.cpp`;
    case 4:
      return `Module.${engineModules[index % engineModules.length]}.${(index % 9) + 1}.cpp`;
    default:
      return `PerModuleInline.${named}.cpp`;
  }
}

function actionTag(scene: Scene): string {
  return unrealTarget(scene).platform === 'Linux' ? '' : '[x64] ';
}

export interface Actions {
  total: number;
  /** The first and last action, both inclusive. */
  from: number;
  to: number;
}

export function writeActions(log: LogDraft, scene: Scene, { total, from, to }: Actions): void {
  for (let index = from; index <= to; index++) {
    log.add(`[${index}/${total}] Compile ${actionTag(scene)}${actionName(scene, index)}`);
  }
}

export function writeLink(log: LogDraft, scene: Scene, index: number, total: number): void {
  const { target, platform } = unrealTarget(scene);
  const suffix = target.endsWith('Editor') ? `UnrealEditor-${scene.theme.module}.dll` : `${target}.exe`;
  log.add(`[${index}/${total}] Link ${actionTag(scene)}${platform === 'Linux' ? target : suffix}`);
}

/** The end of a failed UnrealBuildTool run under AutomationTool. */
export function writeBuildFailure(log: LogDraft, scene: Scene, result: string, exitCode: number): void {
  const seconds = scene.seconds * 0.8;
  log.add(
    `Total time in Unreal Build Accelerator local executor: ${(seconds * 0.9).toFixed(2)} seconds`,
    '',
    `Result: Failed (${result})`,
    `Total execution time: ${seconds.toFixed(2)} seconds`,
    `Took ${(seconds + 1.37).toFixed(2)}s to run dotnet, ExitCode=${exitCode}`,
    `UnrealBuildTool failed. See log for more details. (${localPath(scene, 'Engine/Programs/AutomationTool/Saved/Logs/UBT.txt')})`,
    `AutomationTool executed for 0h ${Math.floor(scene.seconds / 60)}m ${scene.seconds % 60}s`,
    `AutomationTool exiting with ExitCode=${exitCode} (${exitCode})`,
    'BUILD FAILED',
  );
}

/** A successful compile, up to the end of the BUILD command. */
export function writeCompile(log: LogDraft, scene: Scene): void {
  const total = scene.random.int(60, 110);
  writeBuildStart(log, scene);
  writeReflection(log, scene);
  log.add(`------ Building ${total} action(s) started ------`);
  writeActions(log, scene, { total, from: 1, to: total - 1 });
  writeLink(log, scene, total, total);
  const seconds = scene.seconds * 0.5;
  log.add(
    `Total time in Unreal Build Accelerator local executor: ${(seconds * 0.9).toFixed(2)} seconds`,
    '',
    'Result: Succeeded',
    `Total execution time: ${seconds.toFixed(2)} seconds`,
    `Took ${(seconds + 1.42).toFixed(2)}s to run dotnet, ExitCode=0`,
    '********** BUILD COMMAND COMPLETED **********',
  );
}

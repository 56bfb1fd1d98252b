import type { Theme } from '../themes.js';
import type { Failure } from './failure.js';
import type { LogDraft } from './log-draft.js';
import { localPath, type Scene, writeSync } from './scene.js';
import { writeActions, writeBuildFailure, writeBuildStart, writeLink, writeReflection } from './unreal-compile.js';

const classOf = (theme: Theme, index: number) => theme.classes[index % theme.classes.length] ?? theme.module;
const source = (index: number, ending: string) => (theme: Theme) =>
  `Source/${theme.module}/${ending === 'h' ? 'Public' : 'Private'}/${classOf(theme, index)}.${ending}`;

/** Compiles up to about two thirds, prints the errors, then the actions that were still running. */
function failCompiling(log: LogDraft, scene: Scene, errors: { key: string[]; more: string[] }): void {
  const total = scene.random.int(140, 420);
  const reached = Math.floor(total * (0.45 + scene.random.next() * 0.3));
  writeSync(log, scene);
  writeBuildStart(log, scene);
  writeReflection(log, scene);
  log.add(`------ Building ${total} action(s) started ------`);
  writeActions(log, scene, { total, from: 1, to: reached });
  log.key(...errors.key);
  log.add(...errors.more);
  writeActions(log, scene, { total, from: reached + 1, to: reached + scene.random.int(3, 9) });
  writeBuildFailure(log, scene, 'OtherCompilationError', 6);
}

export const msvcError: Failure = {
  category: 'compile',
  file: source(0, 'cpp'),
  change: 'Sample the wave height per float instead of once for the whole hull',
  step: 'Build',
  exitCode: 6,
  write(log, scene) {
    const path = localPath(scene, scene.file);
    failCompiling(log, scene, {
      key: [
        `${path}(214,31): error C2065: 'WaveSampleCount': undeclared identifier`,
        `${path}(218,24): error C2039: 'GetHeightAt': is not a member of '${classOf(scene.theme, 14)}'`,
      ],
      more: [
        `${localPath(scene, source(14, 'h')(scene.theme))}(37,7): note: see declaration of '${classOf(scene.theme, 14)}'`,
        `${path}(221,9): error C2660: 'FMath::Lerp': function does not take 2 arguments`,
      ],
    });
  },
};

export const shippingOnly: Failure = {
  category: 'compile',
  file: source(8, 'cpp'),
  change: 'Draw the wind direction while tuning gusts',
  step: 'Build',
  exitCode: 6,
  write(log, scene) {
    const path = localPath(scene, scene.file);
    failCompiling(log, scene, {
      key: [`${path}(96,5): error C3861: 'DrawDebugDirectionalArrow': identifier not found`],
      more: [`${path}(97,5): error C2065: 'GDebugGusts': undeclared identifier`],
    });
  },
};

export const clangError: Failure = {
  category: 'compile',
  file: source(10, 'cpp'),
  change: 'Keep the session token while the host migrates',
  step: 'Build',
  exitCode: 6,
  write(log, scene) {
    const path = localPath(scene, scene.file);
    failCompiling(log, scene, {
      key: [
        `${path}:148:22: error: no matching member function for call to 'Emplace'`,
        '  148 |         PendingPeers.Emplace(PeerId, MoveTemp(Token), Now);',
        '      |         ~~~~~~~~~~~~~^~~~~~~',
      ],
      more: [
        `${localPath(scene, 'Engine/Source/Runtime/Core/Public/Containers/Map.h')}:412:23: note: candidate function template not viable: requires 2 arguments, but 3 were provided`,
        `${path}:163:14: error: unused variable 'Elapsed' [-Werror,-Wunused-variable]`,
        '2 errors generated.',
      ],
    });
  },
};

export const linkError: Failure = {
  category: 'link',
  file: source(3, 'cpp'),
  change: 'Move rope slack into its own solver',
  step: 'Build',
  exitCode: 6,
  write(log, scene) {
    const total = scene.random.int(120, 300);
    const name = classOf(scene.theme, 3);
    writeSync(log, scene);
    writeBuildStart(log, scene);
    writeReflection(log, scene);
    log.add(`------ Building ${total} action(s) started ------`);
    writeActions(log, scene, { total, from: 1, to: total - 2 });
    writeLink(log, scene, total - 1, total);
    log.add(
      `   Creating library UnrealEditor-${scene.theme.module}.lib and object UnrealEditor-${scene.theme.module}.exp`,
    );
    log.key(
      `${name}.cpp.obj : error LNK2019: unresolved external symbol "public: float __cdecl F${name}Solver::ComputeSlack(float)const " (?ComputeSlack@F${name}Solver@@QEBAMM@Z) referenced in function "public: virtual void __cdecl U${name}::TickComponent(float,enum ELevelTick,struct FActorComponentTickFunction *)"`,
    );
    log.add(
      `${localPath(scene, `Binaries/Win64/UnrealEditor-${scene.theme.module}.dll`)} : fatal error LNK1120: 1 unresolved externals`,
    );
    writeBuildFailure(log, scene, 'OtherCompilationError', 6);
  },
};

export const clangLink: Failure = {
  category: 'link',
  file: source(11, 'cpp'),
  change: 'Write saves through the platform compressor',
  step: 'Build',
  exitCode: 6,
  write(log, scene) {
    const total = scene.random.int(110, 260);
    const name = classOf(scene.theme, 11);
    writeSync(log, scene);
    writeBuildStart(log, scene);
    writeReflection(log, scene);
    log.add(`------ Building ${total} action(s) started ------`);
    writeActions(log, scene, { total, from: 1, to: total - 1 });
    writeLink(log, scene, total, total);
    log.key(
      `ld.lld: error: undefined symbol: F${name}Codec::Compress(TArrayView<unsigned char const>, int)`,
      `>>> referenced by ${name}.cpp:77 (${scene.file}:77)`,
    );
    log.add(
      `>>>               Module.${scene.theme.module}.4.cpp.o:(U${name}::Flush())`,
      'clang++: error: linker command failed with exit code 1 (use -v to see invocation)',
    );
    writeBuildFailure(log, scene, 'OtherCompilationError', 6);
  },
};

export const headerTool: Failure = {
  category: 'codegen',
  file: source(2, 'h'),
  change: 'Expose ping range to Blueprints',
  step: 'Build',
  exitCode: 6,
  write(log, scene) {
    const path = localPath(scene, scene.file);
    writeSync(log, scene);
    writeBuildStart(log, scene);
    log.add('  Running Internal UnrealHeaderTool');
    for (const name of scene.theme.classes) log.add(`  Parsing ${name}.h`);
    for (let index = 1; index <= 60; index++)
      log.add(`  Parsing ${scene.theme.module}Online/${classOf(scene.theme, index)}_${index}.h`);
    log.key(
      `${path}(52): Error: Unable to find 'class', 'delegate', 'enum', or 'struct' with name 'FPingRangeCurve'`,
      `${path}(58): Error: BlueprintReadOnly should not be used on private members`,
    );
    log.add(`UnrealHeaderTool failed for target '${scene.theme.module}Editor'`);
    writeBuildFailure(log, scene, 'OtherCompilationError', 6);
  },
};

export const missingModule: Failure = {
  category: 'config',
  file: (theme) => `Source/${theme.module}/${theme.module}.Build.cs`,
  change: 'Split the weather code into a module of its own',
  step: 'Build',
  exitCode: 8,
  write(log, scene) {
    writeSync(log, scene);
    writeBuildStart(log, scene);
    for (let index = 1; index <= 70; index++)
      log.add(`Compiling rules for ${classOf(scene.theme, index)}_${index}.Build.cs`);
    log.key(
      `Could not find definition for module '${scene.theme.module}Weather', (referenced via ${scene.theme.module}Editor.Target.cs -> ${scene.theme.module}.Build.cs)`,
    );
    writeBuildFailure(log, scene, 'RulesError', 8);
  },
};

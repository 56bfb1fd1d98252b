import { describe, expect, it } from '@jest/globals';
import { diagnose } from './diagnose.js';

const lines = (...text: string[]) => text.join('\n');
const read = (content: string, truncated = false) => diagnose({ content, truncated });

describe('a log that begins in the middle of an error', () => {
  it('names the first error, whose path was cut, with the path that a later line has', () => {
    const found = read(
      lines(
        "yancyComponent.cpp(214,31): error C2065: 'WaveSampleCount': undeclared identifier",
        "Source\\Undertow\\Private\\Water\\BuoyancyComponent.cpp(219,12): error C2065: 'WaveSampleCount': undeclared identifier",
        "Source\\Undertow\\Private\\Water\\BuoyancyComponent.cpp(231,5): error C2660: 'UBuoyancyComponent::Resample': function does not take 2 arguments",
        '[41/212] Compile [x64] Module.Undertow.4.cpp',
        'Source\\Undertow\\Private\\Water\\WakeEmitter.cpp(17,10): error C1003: error count exceeds 100; stopping compilation',
        'Total execution time: 118.20 seconds',
        'AutomationTool exiting with ExitCode=6 (6)',
        'BUILD FAILED',
      ),
      true,
    );
    expect(found.keyLine?.line).toBe(1);
    expect(found).toMatchObject({
      file: 'Source\\Undertow\\Private\\Water\\BuoyancyComponent.cpp',
      fileLine: 214,
    });
  });

  it('is not certain of a later error if the first one is lost', () => {
    const log = lines(
      'ared (first use in this function)',
      '   57 |   return tide_level(now) + swell;',
      '      |                            ^~~~~',
      'make[2]: *** [src/CMakeFiles/water.dir/build.make:118: src/CMakeFiles/water.dir/water/tide.c.o] Error 1',
      'make[2]: *** Waiting for unfinished jobs....',
      '[ 43%] Building C object src/CMakeFiles/water.dir/water/wake.c.o',
      "src/water/wake.h:31:22: error: unknown type name 'tide_t'",
      'make[2]: *** [src/CMakeFiles/water.dir/build.make:132: src/CMakeFiles/water.dir/water/wake.c.o] Error 1',
      'make: *** [Makefile:146: all] Error 2',
    );
    const found = read(log, true);
    expect(found.confidence).toBeLessThan(0.5);
    expect(found.diagnosis).toContain('the first error is probably in the part that is missing');
  });
});

describe('a log of several files or steps', () => {
  it('names the compiler error, not the cook and the package that lack its module', () => {
    const found = read(
      lines(
        '===== Logs/UBT-UndertowGame-Win64-Shipping.txt =====',
        '[1/318] Compile [x64] Module.Undertow.1.cpp',
        "D:\\Agent\\undertow\\Source\\Undertow\\Private\\Harbor\\CraneController.cpp(96): error C2039: 'SetLoad': is not a member of 'ACrane'",
        '[3/318] Compile [x64] Module.Undertow.3.cpp',
        'Result: Failed (OtherCompilationError)',
        '===== Logs/Cook-Windows.txt =====',
        "LogPluginManager: Error: Unable to load module 'Undertow': the file 'UnrealEditor-Undertow.dll' does not exist",
        'LogCook: Error: Cook failed: 1 error(s), 0 warning(s)',
        '===== Logs/Stage.txt =====',
        "ERROR: Stage Failed. Missing receipt 'D:\\Agent\\undertow\\Binaries\\Win64\\Undertow-Win64-Shipping.target'. Check that this target has been built.",
        'AutomationTool exiting with ExitCode=103 (Error_MissingExecutable)',
        'BUILD FAILED',
      ),
    );
    expect(found.keyLine?.line).toBe(3);
    expect(found.evidence.length).toBeGreaterThan(1);
  });

  it('names the compiler error, not the tests that lack the compiled file', () => {
    const found = read(
      lines(
        '##[group]Build',
        "src/net/lobby.ts:44:18 - error TS2339: Property 'hostSlot' does not exist on type 'LobbyState'.",
        'Found 1 error in src/net/lobby.ts:44',
        '##[endgroup]',
        '##[error]Process completed with exit code 2.',
        '##[group]Test',
        'FAIL tests/lobby.test.ts',
        '  ● Test suite failed to run',
        '',
        "    Cannot find module '../dist/net/lobby.js' from 'tests/lobby.test.ts'",
        '',
        'Test Suites: 1 failed, 1 total',
        '##[endgroup]',
        '##[error]Process completed with exit code 1.',
        '##[group]Publish',
        'tar: dist: Cannot stat: No such file or directory',
        '##[error]Process completed with exit code 2.',
      ),
    );
    expect(found).toMatchObject({ category: 'compile', file: 'src/net/lobby.ts', keyLine: { line: 2 } });
  });

  it('names the compiler error, not the program that cannot be linked without its library', () => {
    const found = read(
      lines(
        '==> build-core.log <==',
        '[100/240] Building CXX object core/CMakeFiles/core.dir/save_slot.cpp.o',
        'FAILED: core/CMakeFiles/core.dir/save_slot.cpp.o',
        "../core/save_slot.cpp:73:14: error: no member named 'checksum' in 'SlotHeader'",
        '  if (header.checksum != expected) return false;',
        '1 error generated.',
        'ninja: build stopped: subcommand failed.',
        '',
        '==> build-game.log <==',
        '[1/12] Linking CXX executable game',
        'FAILED: game',
        "clang: error: no such file or directory: 'core/libcore.a'",
        'ninja: build stopped: subcommand failed.',
        '',
        '==> package.log <==',
        "cp: cannot stat 'build/game': No such file or directory",
      ),
    );
    expect(found).toMatchObject({ category: 'compile', file: '../core/save_slot.cpp', keyLine: { line: 4 } });
  });

  it('does not go back to an attempt that was repeated', () => {
    const repeated = read(
      lines(
        'g++ -c src/quay.cpp',
        'src/quay.cpp:8:10: error: out of registers',
        'make: *** [Makefile:18: obj/quay.o] Error 1',
        'Attempt 2 of 3',
        'src/tide.cpp:3:10: fatal error: generated/berths.h: No such file or directory',
        'make: *** [Makefile:18: obj/tide.o] Error 1',
      ),
    );
    expect(repeated.keyLine?.line).toBe(5);
  });
});

describe('a log of several compilers at once', () => {
  it('msbuild: names the first error of the project that failed, not the link errors of others', () => {
    const found = read(
      lines(
        '  1>------ Build started: Project: Core, Configuration: Release x64 ------',
        '  3>------ Build started: Project: Harbor, Configuration: Release x64 ------',
        '  1>  allocator.cpp',
        '  3>  crane.cpp',
        "  3>D:\\src\\harbor\\crane.cpp(52,17): error C2065: 'kMaxLoad': undeclared identifier",
        '  1>  pool.cpp',
        "  3>D:\\src\\harbor\\crane.cpp(57,9): error C2143: syntax error: missing ';' before '}'",
        '  1>  Core.vcxproj -> D:\\src\\x64\\Release\\Core.lib',
        '  3>  Done building project "Harbor.vcxproj" -- FAILED.',
        '  4>------ Build started: Project: Game, Configuration: Release x64 ------',
        '  5>------ Build started: Project: Tools, Configuration: Release x64 ------',
        "  4>LINK : fatal error LNK1104: cannot open file 'D:\\src\\x64\\Release\\Harbor.lib'",
        '  5>  packer.cpp',
        '  4>  Done building project "Game.vcxproj" -- FAILED.',
        "  5>LINK : fatal error LNK1181: cannot open input file 'Harbor.lib'",
        '========== Build: 1 succeeded, 3 failed, 0 up-to-date, 0 skipped ==========',
      ),
    );
    expect(found).toMatchObject({ category: 'compile', file: 'D:\\src\\harbor\\crane.cpp', fileLine: 52 });
    expect(found.evidence[1]?.text).toContain('LNK1104');
  });

  it('ninja: names the header that the first failed file includes', () => {
    const found = read(
      lines(
        '[10/300] Building CXX object src/CMakeFiles/harbor.dir/buoy.cpp.o',
        '[11/300] Building CXX object src/CMakeFiles/harbor.dir/crane.cpp.o',
        'FAILED: src/CMakeFiles/harbor.dir/crane.cpp.o',
        'In file included from ../src/crane.cpp:4:',
        "../src/crane.h:38:3: error: 'LoadCell' does not name a type",
        '   38 |   LoadCell cell_;',
        "../src/crane.cpp:19:10: error: 'cell_' was not declared in this scope",
        '[12/300] Building CXX object src/CMakeFiles/harbor.dir/winch.cpp.o',
        'FAILED: src/CMakeFiles/harbor.dir/winch.cpp.o',
        "../src/crane.h:38:3: error: 'LoadCell' does not name a type",
        "../src/winch.cpp:44:18: error: 'class Crane' has no member named 'cell_'",
        '[13/300] Building CXX object src/CMakeFiles/harbor.dir/rope.cpp.o',
        'ninja: build stopped: subcommand failed.',
      ),
    );
    expect(found).toMatchObject({ file: '../src/crane.h', fileLine: 38, keyLine: { line: 5 } });
  });

  it('make -j: names the error of the job that failed first, between the output of others', () => {
    const found = read(
      lines(
        'g++ -O2 -Iinclude -c src/quay.cpp -o obj/quay.o',
        'g++ -O2 -Iinclude -c src/tide.cpp -o obj/tide.o',
        "src/tide.cpp: In function 'float tide_at(double)':",
        'gcc -O2 -Iinclude -c src/png.c -o obj/png.o',
        "src/tide.cpp:31:12: error: 'amplitude' was not declared in this scope",
        "src/lamp.cpp:12:7: warning: unused variable 'before' [-Wunused-variable]",
        '   31 |   return amplitude * std::sin(t);',
        '   12 |   int before = state_;',
        'make: *** [Makefile:18: obj/tide.o] Error 1',
        'make: *** Waiting for unfinished jobs....',
        'src/quay.cpp:8:10: fatal error: generated/berths.h: No such file or directory',
        'compilation terminated.',
        'make: *** [Makefile:18: obj/quay.o] Error 1',
      ),
    );
    expect(found).toMatchObject({ file: 'src/tide.cpp', fileLine: 31, keyLine: { line: 5 } });
    expect(found.evidence[1]?.text).toContain('generated/berths.h');
  });

  it('xcodebuild: names the first Swift error, not the object that the linker lacks', () => {
    const found = read(
      lines(
        "CompileSwift normal arm64 /Users/agent/companion/Sources/Lobby/LobbyView.swift (in target 'Companion' from project 'Companion')",
        "CompileC /Users/agent/DD/Mixer.o /Users/agent/companion/Audio/Mixer.mm normal arm64 objective-c++ (in target 'Audio' from project 'Companion')",
        "/Users/agent/companion/Sources/Harbor/HarborStore.swift:27:16: error: value of type 'Berth' has no member 'occupant'",
        '        return berth.occupant?.name',
        "/Users/agent/companion/Audio/Mixer.mm:61:9: warning: 'AudioSessionInitialize' is deprecated: first deprecated in iOS 7.0 [-Wdeprecated-declarations]",
        "/Users/agent/companion/Sources/Lobby/LobbyView.swift:88:31: error: cannot infer contextual base in reference to member 'occupied'",
        'Command SwiftCompile failed with a nonzero exit code',
        "Ld /Users/agent/DD/Companion.app/Companion normal (in target 'Companion' from project 'Companion')",
        'ld: file not found: /Users/agent/DD/HarborStore.o',
        'clang: error: linker command failed with exit code 1 (use -v to see invocation)',
        '** BUILD FAILED **',
      ),
    );
    expect(found).toMatchObject({ category: 'compile', fileLine: 27, keyLine: { line: 3 } });
  });
});

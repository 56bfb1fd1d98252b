import { defineFamily, WEIGHT } from '../matcher.js';

/** UnrealHeaderTool, UnrealBuildTool and AutomationTool. */
export const family = defineFamily({
  name: 'Unreal build tools',
  matchers: [
    {
      id: 'uht-error',
      hints: ['.h(', '.h:'],
      pattern:
        /^\s{0,8}(?:LogCompile: )?(?<file>(?:[A-Za-z]:)?[^\s:*?"<>|()][^:*?"<>|()]{0,300}\.h)(?:\((?<line>\d{1,7})(?:,\d{1,5})?\)|:(?<at>\d{1,7})) ?: [Ee]rror: (?:.{0,160} with name |[^'"]{0,160})(?:['"](?<symbol>[^'"]{1,120}))?/,
      category: 'codegen',
      weight: WEIGHT.decisive,
      message: 'The header tool cannot parse the reflected code',
      fix: 'Correct the UCLASS, USTRUCT, UFUNCTION or UPROPERTY at the reported line; types in it must be known to the reflection system and the generated.h include must come last.',
    },
    {
      id: 'uht-failed',
      hints: ['unrealheadertool failed', 'failed to generate code for', 'code generation for', 'unrealheadertool'],
      pattern:
        /UnrealHeaderTool failed|[Ff]ailed to generate code for|Error: Failed to generate|OtherCompilationError.{0,20}UHT/,
      category: 'codegen',
      weight: WEIGHT.general,
      message: 'Code generation failed',
      advice: 'The header tool error before this line names the header.',
    },
    {
      id: 'ubt-rules-error',
      hints: ['.build.cs(', '.target.cs(', '.build.cs:', '.target.cs:'],
      pattern:
        /^\s{0,8}(?:ERROR: )?(?<file>(?:[A-Za-z]:)?[^\s:*?"<>|()][^:*?"<>|()]{0,300}\.(?:Build|Target)\.cs)(?:\((?<line>\d{1,7})(?:,\d{1,5})?\)|:(?<at>\d{1,7})) ?: [^:]{1,40}(?:CS\d{4})?/,
      category: 'codegen',
      weight: WEIGHT.exact,
      message: 'The build rules of a module do not compile',
      fix: 'Correct the Build.cs or Target.cs file at the reported line.',
    },
    {
      id: 'ubt-module-missing',
      hints: [
        'could not find definition for module',
        'unable to find module',
        'expecting to find a type to be declared in',
        "couldn't find module",
        'unable to instantiate module',
        'unable to find plugin',
        'could not be found. this plugin',
      ],
      pattern:
        /(?:Could not find definition for module|Unable to (?:find|instantiate) (?:module|plugin)|Couldn't find module|Expecting to find a type to be declared in a module rules named) ?['"]?(?<symbol>\w{1,80})/i,
      category: 'config',
      weight: WEIGHT.exact,
      message: 'A module named in the build rules cannot be found',
      fix: 'Check the name in the Build.cs or uproject file, and that the plugin that contains the module is enabled and in the workspace.',
    },
    {
      id: 'unreal-plugin-missing',
      hints: [
        "requires the '",
        "plugin '",
        'missing or incompatible modules',
        'the following modules are missing',
      ],
      pattern:
        /(?:This project requires the '(?<symbol>[^']{1,80})' plugin|Plugin '(?<plugin>[^']{1,80})' (?:failed to load|is missing|was not found|could not be found)|[Mm]issing or incompatible modules|following modules are missing or built with a different engine version)/,
      category: 'config',
      weight: WEIGHT.decisive,
      message: 'A plugin or module of the project cannot be loaded',
      fix: 'Add the plugin to the workspace or build it for this engine version, or disable it in the uproject file.',
    },
    {
      id: 'ubt-toolchain',
      hints: [
        'is not a valid platform to build',
        'must be installed in order to build',
        'unable to find a valid',
        'no valid visual',
        'windows sdk',
        'platform sdk',
        'toolchain was not found',
        'unable to find valid',
        'sdk is not installed',
      ],
      pattern:
        /Platform (?<symbol>\w{1,30}) is not a valid platform to build|(?:Visual (?:Studio|C\+\+)|Windows SDK|Xcode|clang)[^.]{0,120}must be installed (?:in order )?to build|(?:Unable to find (?:a )?valid|No valid) [^.]{0,60}(?:SDK|toolchain|Visual|NDK)|Windows SDK .{0,60}(?:not found|not installed)|toolchain was not found|(?:Platform )?SDK (?:for \w{1,30} )?is not installed/i,
      category: 'toolchain',
      weight: WEIGHT.decisive,
      message: 'The agent lacks the SDK or compiler for this platform',
      fix: 'Install the SDK or compiler version the engine requires on the build agent, or send the job to an agent that has it.',
    },
    {
      id: 'ubt-error',
      hints: [
        'unrealbuildtool : error',
        'unrealbuildtool: error',
        'unrealbuildtool.exe : error',
        'buildexception',
        'ubt error',
      ],
      pattern: /^(?:ERROR: )?UnrealBuildTool(?:\.exe)? ?: error ?: |BuildException: /,
      category: 'config',
      weight: WEIGHT.specific,
      message: 'UnrealBuildTool refuses to build',
      fix: 'The message names the target, module or setting; correct it there.',
    },
    {
      id: 'uat-error',
      hints: ['error: '],
      pattern:
        /^\s{0,6}(?:[\w+-]{1,40}: )?ERROR: (?!Cook failed|.{0,40}exited with|.{0,60}Result:|BUILD FAILED|UnrealBuildTool failed|System\.|Job failed|script returned)[A-Z]\w+ .{5,}/,
      // Many other tools print such a line.
      after: {
        pattern:
          /AutomationTool|RunUAT|BuildCookRun|BuildGraph|Unreal|\.uproject|\*{10} \w{1,20} COMMAND|^Took \d|^Running: |^Log[A-Z]\w{1,40}: /,
        within: 60,
      },
      category: 'unknown',
      weight: WEIGHT.tool,
      message: 'The build script reports an error',
      advice: 'Follow the message; the lines before it show what was being done.',
    },
    {
      id: 'uat-failed',
      hints: [
        'build failed',
        'automationtool exiting',
        'cook failed',
        'unrealbuildtool failed',
        'unrealbuildtool.exe failed',
        'error_',
        'othercompilationerror',
        'automationexception',
        'result: failed',
        'command failed (result:',
        'uebuild',
        'exitcode=',
      ],
      pattern:
        /^\s{0,6}(?:ERROR: )?(?:BUILD FAILED|AutomationTool exiting with ExitCode=[1-9]|Cook failed\.|UnrealBuildTool(?:\.exe)? failed|Result: Failed|CompilationResultException: |Command failed \(Result:)|ExitCode=(?:[1-9]\d*|-\d+)|AutomationException: (?:Program\.|BUILD FAILED|Cook failed)|OtherCompilationError/,
      category: 'unknown',
      weight: WEIGHT.wrapper,
      message: 'The Unreal build failed',
      advice: 'Read the first error of the stage before this line.',
    },
    {
      id: 'unreal-receipt-missing',
      hints: [
        'missing receipt',
        'stage failed',
        'missing unrealgame',
        'missing ue4game',
        'unable to find executable',
        'has not been built',
        'target file not found',
      ],
      pattern:
        /Stage Failed\.? ?(?:Missing receipt)?|Missing receipt '(?<file>[^']{1,300})|Missing (?:UE4Game|UnrealGame) binary|Could not find [^.]{1,160}\.target\b/i,
      category: 'packaging',
      weight: WEIGHT.decisive,
      message: 'Staging cannot find the files to package',
      fix: 'Build the target for this platform and configuration before staging it, with the same options.',
    },
    {
      id: 'unreal-pak',
      hints: [
        'unrealpak',
        'logpakfile: error',
        'logiostore: error',
        'packaging failed',
        'failed to package',
        'package failed',
      ],
      pattern:
        /UnrealPak(?:\.exe)?.{0,80}(?:failed|ExitCode=[1-9])|LogPakFile: Error|LogIoStore: Error|(?:Packaging|Package) failed|Failed to package/i,
      category: 'packaging',
      weight: WEIGHT.specific,
      message: 'Packaging the content failed',
      advice:
        'Read the message for the file concerned; a file locked by another process, a full disk or a missing cooked file is the usual cause.',
    },
    {
      id: 'unreal-automation-test',
      hints: [
        'result={fail',
        'result={error',
        'automationcontroller: error',
        'logautomationcontroller',
        'automation test failed',
      ],
      pattern:
        /Test Completed\. Result=\{(?:Fail|Failed|Error)\} Name=\{(?<symbol>[^}]{1,160})\}(?: Path=\{(?<test>[^}]{1,240})\})?|Automation Test Failed \((?<name>[^)]{1,160})/i,
      category: 'test',
      weight: WEIGHT.exact,
      message: 'An automation test failed',
      advice: 'Run the failing test in the editor; the errors just before this line are its messages.',
    },
    {
      id: 'unreal-test-crash',
      hints: ['fatal error: [file:', 'assertion failed:', 'unhandled exception: exception_', 'fatal error!'],
      pattern:
        /Assertion failed: (?<symbol>.{1,160}?) \[File:(?<file>[^\]]{1,300})\] \[Line: ?(?<line>\d{1,7})|(?:LowLevelFatalError|Fatal error:) ?\[File:(?<path>[^\]]{1,300})\] \[Line: ?(?<at>\d{1,7})|Unhandled Exception: EXCEPTION_\w{1,60}/,
      after: { pattern: /^LogAutomation\w{0,20}: /, within: 40 },
      category: 'test',
      weight: WEIGHT.exact,
      message: 'The engine crashed while an automation test ran',
      fix: 'Run the test that started last in the editor; the assertion and its call stack name the code.',
    },
    {
      id: 'unreal-automation-error',
      hints: ['logautomationcontroller: error', 'logautomationtest: error'],
      pattern: /^LogAutomation(?:Controller|Test): Error: (?!Test Completed)(?<message>.{3,300})/,
      category: 'test',
      weight: WEIGHT.decisive,
      message: 'An automation test reports an error',
      fix: 'Run the test that prints it in the editor and follow the message.',
    },
  ],
});

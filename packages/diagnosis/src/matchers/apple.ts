import { defineFamily, WEIGHT } from '../matcher.js';

/** Xcode, CocoaPods, Swift packages. */
export const family = defineFamily({
  name: 'Xcode',
  matchers: [
    {
      id: 'xcpretty-compile',
      hints: ['❌'],
      pattern: /❌ {1,3}(?<file>\/[^:]{1,300}):(?<line>\d{1,7}):\d{1,5}: .{3,}/,
      category: 'compile',
      weight: WEIGHT.exact,
      message: 'The compiler rejects the code',
      advice: 'Correct the code at the reported location.',
    },
    {
      id: 'xcpretty-error',
      hints: ['❌'],
      pattern: /❌ {1,3}(?!\/).{0,12}error: (?:.{0,60}'(?<file>[^']{1,300}))?|❌ {1,3}(?!\/|\d+ ).{6,}/,
      category: 'config',
      weight: WEIGHT.decisive,
      message: 'Xcode reports an error',
      advice: 'Follow the message; a file it cannot find must be added to the project or the commit.',
    },
    {
      id: 'xcodebuild-error',
      hints: ['xcodebuild: error', 'xcodebuild: warning: failed', 'error: build input file'],
      pattern:
        /^\s{0,4}xcodebuild: error: .{3,}|^\s{0,4}error: Build input file cannot be found: '(?<file>[^']{1,300})/,
      category: 'config',
      weight: WEIGHT.decisive,
      message: 'xcodebuild cannot start the build',
      fix: 'Correct the scheme, destination or project path; the simulators of this Xcode version are listed after the message.',
    },
    {
      id: 'xcode-failed',
      hints: [
        'the following build commands failed',
        '** build failed **',
        '** test failed **',
        '** archive failed **',
        'command phasescriptexecution',
        'command compileswift',
        'testing failed:',
      ],
      pattern:
        /^\s{0,4}(?:The following build commands failed|\*\* (?:BUILD|TEST|ARCHIVE) FAILED \*\*|Command \w{3,60} failed with a nonzero exit code|Testing failed:)/,
      category: 'compile',
      weight: WEIGHT.wrapper,
      message: 'Xcode reports that the build failed',
      advice: 'Read the errors before this line.',
    },
    {
      id: 'cocoapods-lint',
      hints: ['- error |', '[!] '],
      pattern:
        /^\s{0,8}- ERROR \| .{3,}|^\[!\] (?!.{0,80}(?:Automatically assigning|please set|Smart quotes))\S.{5,}/,
      category: 'dependency',
      weight: WEIGHT.decisive,
      message: 'CocoaPods stops',
      fix: 'Correct the podspec or Podfile that the message names, or update the spec repository.',
    },
    {
      id: 'carthage-failed',
      hints: ['a shell task', 'dependency "', 'no available version'],
      pattern:
        /^A shell task \(.{3,200}\) failed with exit code|Dependency "(?<symbol>[^"]{1,120})" has no shared framework|No available version (?:for|satisfies)/,
      category: 'dependency',
      weight: WEIGHT.specific,
      message: 'Carthage cannot build a dependency',
      advice: 'Its output after this line gives the reason.',
    },
    {
      id: 'swift-package',
      hints: [
        'error: package',
        'error: dependency',
        'error: could not find',
        'is using swift tools version',
        'error: manifest parse',
        'error: unable to',
      ],
      pattern:
        /^(?:\S{0,120}: )?error: (?:package .{1,160} is using Swift tools version|dependenc\w{1,4} .{3,}|manifest parse error|(?:the )?package .{3,}could not be|product '(?<symbol>[^']{1,80})')/,
      category: 'dependency',
      weight: WEIGHT.decisive,
      message: 'The Swift package manager cannot resolve a package',
      fix: 'Correct Package.swift or use the Swift version it requires.',
    },
    {
      id: 'swiftlint',
      hints: [' violation: '],
      pattern: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7})(?::\d{1,5})?: (?:error|warning): .{3,80} Violation: /,
      category: 'lint',
      weight: WEIGHT.exact,
      message: 'The code violates a SwiftLint rule',
      fix: 'Change the code at the reported location to follow the rule.',
    },
  ],
});

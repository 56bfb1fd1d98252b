import { defineFamily, WEIGHT } from '../matcher.js';

const CODE =
  'Correct the code at the reported location. Start with the first error; the others often follow from it.';

/** Hints of a dependency that no repository has, as Maven, Gradle, Ivy and sbt report it. */
const UNRESOLVED_HINTS = [
  'could not resolve',
  'could not find',
  'could not be resolved',
  'failed to collect dependencies',
  'unresolved dependency',
  'non-resolvable',
  'missing artifact',
  'failed to read artifact descriptor',
  'sbt.resolveexception',
  'not found: ',
  'failure to find',
];
const UNRESOLVED =
  /(?:Could not (?:resolve|find)(?: all)?(?: (?:artifacts?|dependenc\w{1,4}|files|task dependencies))?(?: for (?:project|configuration|configurations?))? ?'?(?<symbol>[\w.-]{2,80}:[\w.-]{1,80}(?::[\w.:-]{0,80}\w)?)|Could not resolve dependencies for project|could not be resolved: |Failed to collect dependencies|unresolved dependency: (?<ivy>\S{1,160})|Non-resolvable (?:parent POM|import POM)|Failure to find (?<artifact>\S{3,160}) in|Missing artifact (?<missing>\S{3,160})|ResolveException: unresolved)/;

/** Compilers and build tools for Java, Kotlin, Scala, Groovy and Clojure. */
export const family = defineFamily({
  name: 'JVM compilers and build tools',
  matchers: [
    {
      id: 'maven-compile-error',
      hints: ['.java:[', '.kt:[', '.scala:[', '.groovy:[', '.java: [', '.kt: ('],
      pattern:
        /^\s{0,4}\[ERROR\] (?:file:)?(?<file>[^\s[]{1,400}\.(?:java|kt|scala|groovy)):? ?[[(](?<line>\d{1,7})(?:, ?\d{1,5})?[\])](?! \(\w{3,20}\) \w)/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'The compiler rejects the code',
      advice: CODE,
    },
    {
      id: 'javac-error',
      hints: ['.java:'],
      pattern:
        /^\s{0,8}(?:\[[\w:]{1,20}\] {0,4}|:compile\w{0,30})?(?:ERROR )?(?<file>(?:[A-Za-z]:)?[^\s:"'()]{1,300}\.java):(?<line>\d{1,7}): (?:error|erreur|Fehler): [^'"]{0,160}/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'The Java compiler rejects the code',
      advice: CODE,
    },
    {
      id: 'eclipse-compiler-error',
      hints: ['. error in '],
      pattern: /^\s{0,8}(?:\[\w{1,10}\] )?\d{1,5}\. ERROR in (?<file>\S[^(]{1,300}) \(at line (?<line>\d{1,7})\)/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'The Java compiler rejects the code',
      advice: CODE,
    },
    {
      id: 'kotlin-error',
      hints: ['e: '],
      pattern:
        /^\s{0,4}(?:\[ERROR\] )?e: (?:file:\/\/)?(?<file>[^\s:]{1,300}\.kts?):? ?(?:\((?<line>\d{1,7}), ?\d{1,5}\)|(?<at>\d{1,7}):\d{1,5})/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'The Kotlin compiler rejects the code',
      advice: CODE,
    },
    {
      id: 'scala-error',
      hints: ['.scala:'],
      pattern:
        /^\s{0,4}\[error\] (?:-- .{0,40}?Error: )?(?<file>[^\s:]{1,300}\.scala):(?<line>\d{1,7})(?::\d{1,5})?: ?/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'The Scala compiler rejects the code',
      advice: CODE,
    },
    {
      id: 'groovy-error',
      hints: ['.groovy: ', '.gradle: ', "build file '", "script '", "settings file '"],
      pattern:
        /^\s{0,4}(?<file>[^\s:]{1,300}\.(?:groovy|gradle)): (?<line>\d{1,7}): |^(?:Build|Settings|Initialization script|Script) ?(?:file )?'(?<script>[^']{1,300})' line: (?<at>\d{1,7})/,
      category: 'config',
      weight: WEIGHT.specific,
      message: 'A build script has an error',
      fix: 'Correct the script at the reported line; the message follows.',
    },
    {
      id: 'clojure-compile',
      hints: ['compiling:(', 'syntax error ', 'compilerexception'],
      pattern:
        /(?:compiling:|Syntax error .{0,40}compiling .{0,60}at )\(?(?<file>[\w./-]{1,200}\.clj[cs]?):(?<line>\d{1,7})/,
      category: 'compile',
      weight: WEIGHT.decisive,
      message: 'Clojure code does not compile',
      advice: CODE,
    },
    {
      id: 'maven-dependency',
      hints: UNRESOLVED_HINTS,
      pattern: new RegExp(`^\\[ERROR\\].{0,900}?${UNRESOLVED.source}`),
      category: 'dependency',
      weight: WEIGHT.decisive,
      declaredIn: 'pom.xml',
      message: 'A dependency cannot be resolved',
      fix: 'Check its coordinates and version, and that its repository is listed and reachable; a snapshot may have to be published first.',
    },
    {
      id: 'jvm-dependency',
      hints: UNRESOLVED_HINTS,
      pattern: UNRESOLVED,
      category: 'dependency',
      weight: WEIGHT.decisive,
      declaredIn: 'build.gradle',
      message: 'A dependency cannot be resolved',
      fix: 'Check its coordinates and version, and that its repository is listed and reachable; a snapshot may have to be published first.',
    },
    {
      id: 'jvm-transfer',
      hints: [
        'could not transfer artifact',
        'could not get ',
        'could not head ',
        'failed to transfer',
        'failed to transfer file',
        'received fatal alert',
        'peer not authenticated',
      ],
      pattern:
        /Could not transfer (?:artifact|metadata) (?<symbol>\S{3,200})|Could not (?:GET|HEAD) '(?<url>[^']{5,300})'|Failed to transfer file|Received fatal alert: \w+/,
      category: 'network',
      weight: WEIGHT.specific,
      message: 'A dependency cannot be downloaded',
      fix: 'Try again; if the failure persists, check the repository, the proxy and the TLS version the build uses.',
    },
    {
      id: 'gradle-what-went-wrong',
      hints: [
        'execution failed for task',
        'a problem occurred',
        'could not determine the dependencies',
        'could not create an instance',
        'could not compile build file',
        'could not open ',
        "task '",
      ],
      pattern:
        /^(?:> )?(?:Execution failed for task '(?<symbol>[^']{1,160})'|A problem occurred (?:evaluating|configuring) (?<project>.{1,120})|Could not determine the dependencies of task|Could not compile (?:build|settings) file '(?<file>[^']{1,300})'|Task '(?<task>[^']{1,120})' not found in)/,
      category: 'unknown',
      weight: WEIGHT.general,
      message: 'Gradle stops the build',
      advice: 'The line after this one gives the reason.',
    },
    {
      id: 'gradle-reason',
      hints: ['> '],
      pattern:
        /^\s{0,4}> (?!Task |Configure |Building |Run with |Compilation (?:failed|error)|There were failing tests|Process 'command|Get more help|IDLE|Transform|A failure occurred|Compile daemon|:)[A-Z].{8,}/,
      after: {
        pattern:
          /^(?:> )?(?:Execution failed for task|A problem occurred|\* What went wrong|Could not (?:determine|resolve|compile|create))/,
        within: 2,
      },
      category: 'unknown',
      weight: WEIGHT.specific,
      message: 'Gradle gives this reason for stopping',
      advice: 'Follow the message.',
    },
    {
      id: 'maven-goal-failed',
      hints: ['failed to execute goal', 'plugin '],
      pattern:
        /^\s{0,4}\[ERROR\] (?:Failed to execute goal (?<symbol>[\w.:-]{3,160})(?! .{0,120}(?:Compilation failure|There are test failures))|Plugin \S{3,160} or one of its dependencies could not be resolved)/,
      category: 'unknown',
      weight: WEIGHT.tool,
      message: 'A Maven plugin fails the build',
      advice: 'The end of the message gives the reason; the lines before it show what the plugin did.',
    },
    {
      id: 'maven-failed',
      hints: [
        'failed to execute goal',
        'build failure',
        'compilation failure',
        'compilation error',
        'there are test failures',
        'build failed with an exception',
        'compilation failed',
        'there were failing tests',
        '[help 1]',
        'task :',
      ],
      pattern:
        /^\s{0,4}(?:\[(?:ERROR|INFO)\] (?:BUILD FAILURE|COMPILATION ERROR|Failed to execute goal .{0,300}(?:Compilation failure|There are test failures))|FAILURE: Build failed with an exception|> Compilation failed; see|> There were failing tests|> Task :\S{1,120} FAILED|:\S{1,120} FAILED$|\[error\] \(\S{1,120}\) (?:sbt\.TestsFailed|Compilation failed)|\[error\] Total time)/,
      category: 'unknown',
      weight: WEIGHT.wrapper,
      message: 'The build tool reports that the build failed',
      advice: 'Read the errors before this line.',
    },
    {
      id: 'java-version',
      hints: [
        'unsupportedclassversionerror',
        'unsupported class file major version',
        'invalid target release',
        'invalid source release',
        'source option',
        'release version',
        'class file has wrong version',
        'toolchain',
        'requires java',
        'requires at least jvm',
      ],
      pattern:
        /UnsupportedClassVersionError|Unsupported class file major version \d+|(?:invalid (?:target|source) release: ?|release version )(?<symbol>[\d.]{1,8})(?: not supported)?|Source option \d+ is no longer supported|class file has wrong version|No compatible toolchains found|requires (?:at least )?(?:Java|JVM)[^.]{0,20}\d+/,
      category: 'toolchain',
      weight: WEIGHT.decisive,
      message: 'The Java version is incompatible',
      fix: 'Use the Java version the project requires on the agent, or change the source and target level.',
    },
  ],
});

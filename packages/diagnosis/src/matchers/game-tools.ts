import { defineFamily, WEIGHT } from '../matcher.js';

/** The tools around the engines: distributed compilation, build farms, consoles, caches and stores. */
export const family = defineFamily({
  name: 'Tools of game studios',
  matchers: [
    {
      id: 'incredibuild-helper',
      hints: ['incredibuild', 'xgconsole', 'ibconsole', 'buildsystemexception', 'helper'],
      pattern:
        /(?:IncrediBuild|XGConsole|IBConsole).{0,120}\b(?:error|fail(?:ed|ure)|could not|unable|lost|disconnected|aborted)\b|[Hh]elper (?:machine )?['"]?(?<symbol>[\w.-]{1,80})['"]? (?:was |has been )?(?:lost|disconnected|went offline|is not responding|failed to start)|[Ll]ost (?:the )?connection to (?:the )?(?:helper|coordinator|initiator)\b/,
      category: 'infra',
      weight: WEIGHT.decisive,
      message: 'Distributed compilation lost a helper or its coordinator',
      fix: 'Check the named helper or coordinator; run the build again, without that helper if it fails again. The change is not the cause.',
    },
    {
      id: 'fastbuild-failed',
      hints: ['fbuild', 'fastbuild', 'worker'],
      pattern:
        /^FBuild: Error: (?:BUILD FAILED: )?(?<symbol>.{3,200})|FASTBuild.{0,40}\bError #\d{4}\b.{0,200}|(?:FBuild|FASTBuild).{0,60}(?:[Ll]ost connection to|[Cc]onnection (?:lost|to worker failed)).{0,80}/,
      category: 'infra',
      weight: WEIGHT.tool,
      message: 'FASTBuild reports that the distributed build failed',
      advice:
        'Read the compiler error before this line if there is one; if not, check the workers and the broker and run again.',
    },
    {
      id: 'sndbs-failed',
      hints: ['sn-dbs', 'sndbs', 'dbsbuild'],
      pattern: /(?:SN-DBS|dbsbuild|SNDBS).{0,120}\b(?:error|failed|could not|unable|lost|timed out)\b/i,
      category: 'infra',
      weight: WEIGHT.specific,
      message: 'SN-DBS could not distribute the build',
      fix: 'Check the SN-DBS broker and agents, then run the build again.',
    },
    {
      id: 'horde-lease',
      hints: ['lease', 'horde', 'agent session', 'conform'],
      pattern:
        /\b(?:[Ll]ease .{0,60}(?:was )?(?:cancelled|canceled|terminated|failed|lost)|Horde.{0,80}(?:error|failed|unable|lost)|[Aa]gent session .{0,40}(?:terminated|expired|invalid)|(?:Unable to|Failed to) (?:sync|conform|prepare) (?:the )?workspace.{0,120})/,
      category: 'infra',
      weight: WEIGHT.specific,
      message: 'The build farm lost the job or could not prepare its workspace',
      fix: 'Check the agent and its workspace in Horde, conform it, and run the step again.',
    },
    {
      id: 'buildgraph-error',
      hints: ['buildgraph', '.xml(', 'in graph', 'in the graph'],
      pattern:
        /(?:^|\s)(?:ERROR: )?(?<file>[\w./\\:-]{1,240}\.xml)\((?<line>\d{1,7})\): (?:error|Error|ERROR)[: ].{3,}|BuildGraph.{0,60}(?:[Ee]rror|failed|[Uu]nknown (?:node|target|property))[: ].{3,}|(?:Node|Target|Aggregate) ['"](?<symbol>[^'"]{1,120})['"] (?:is not in graph|does not exist in the graph|not found in graph)/,
      category: 'config',
      weight: WEIGHT.decisive,
      message: 'The BuildGraph script is not valid',
      fix: 'Correct the named node, property or target in the script.',
    },
    {
      id: 'derived-data-cache',
      hints: ['logderiveddatacache', 'logzenserviceinstance', 'zenserver', 'zen server', 'ddc', 'logzen'],
      pattern:
        /^Log(?:DerivedDataCache|Zen\w{0,30}): (?:Error|Fatal|Display|Warning)?:? ?.{0,80}\b(?:unreachable|not (?:be )?(?:reachable|available|found)|failed to (?:start|launch|connect|auto-?launch)|unable to (?:start|launch|reach|connect|contact)|no writable (?:nodes|path)|timed out).{0,200}|[Zz]en ?[Ss]erver.{0,60}(?:failed|unable|could not|exited|crashed).{0,120}/,
      category: 'infra',
      weight: WEIGHT.decisive,
      message: 'The derived data cache or its Zen server cannot be used',
      fix: 'Start Zen on the agent or repair the cache path and its share; then cook again.',
    },
    {
      id: 'console-sdk',
      hints: ['sdk', 'devkit', 'target manager', 'prospero', 'orbis', 'gdk', 'nintendosdk'],
      pattern:
        /\b(?:Prospero|Orbis|PS[45]|GDK|XDK|GameCore|NintendoSDK|Switch|Xbox(?:One)?|XSX)\b.{0,80}\b(?:SDK|[Tt]ool ?chain|[Dd]evkit|license|[Ll]icence)\b.{0,80}\b(?:not (?:be )?(?:found|installed|set|valid)|missing|expired|out of date|mismatch|is required|does not match|could not)\b.{0,120}|\b(?:SCE_(?:ORBIS|PROSPERO)_SDK_DIR|NINTENDO_SDK_ROOT|GameDKLatest|GRDKLatest)\b.{0,80}\b(?:not set|not found|missing|undefined|invalid)\b.{0,80}|[Rr]equired SDK .{0,60}(?:found|installed) .{0,80}/,
      category: 'toolchain',
      weight: WEIGHT.decisive,
      message: 'The console SDK on the agent does not match the build',
      fix: 'Install the SDK version that the project requires on this agent, or send the job to an agent that has it.',
    },
    {
      id: 'unity-addressables',
      hints: ['addressable', 'scriptable build pipeline', 'assetbundle', 'sbp error'],
      pattern:
        /(?:Addressable\w{0,20}|SBP ?Error\w{0,10}|Scriptable Build Pipeline|AssetBundle\w{0,20}).{0,120}\b(?:error|failed|fail|could not|missing|duplicate|not found)\b.{0,200}/i,
      category: 'content',
      weight: WEIGHT.specific,
      message: 'The asset bundles cannot be built',
      fix: 'Open the named group or asset in the Addressables window, repair the entry, and build the content again.',
    },
    {
      id: 'steampipe-upload',
      hints: ['steamcmd', 'depot', 'steam', 'appid', 'contentbuilder'],
      pattern:
        /^\s{0,4}(?:\[\s{0,4}\d{1,3}%\] )?(?:ERROR! |Error! |FAILED ?(?:to|\())?(?:Failed to (?:commit build|upload|create depot|get application info|load script|build depot|initialize build).{0,200}|.{0,60}\bdepot (?<symbol>\d{3,10}).{0,60}\b(?:failed|error|denied|not owned|no file).{0,120}|Login Failure: .{3,80}|FAILED login with result code .{2,80}|(?:Steam Guard|Two-factor) code .{0,80})/i,
      category: 'packaging',
      weight: WEIGHT.decisive,
      message: 'The upload to Steam was rejected',
      fix: 'Check the build account, its Steam Guard session and its depot permissions, and the paths in the build script; then upload again.',
    },
    {
      id: 'compiler-memory',
      hints: [
        'c1060',
        'c3859',
        'c1076',
        'heap space',
        'cc1plus',
        'out of memory',
        'allocation failed',
        'lnk1102',
        'lnk1248',
      ],
      pattern:
        /fatal error (?:C1076|LNK1102)\b.{0,200}|(?:fatal error|internal compiler error): Killed.{0,80}|(?:g\+\+|gcc|clang(?:\+\+)?|cc1plus): .{0,60}Killed.{0,60}|(?:LLVM ERROR|lld?|ld(?:\.lld|\.gold)?|clang(?:\+\+)?): .{0,60}(?:out of memory|memory allocation failed|Cannot allocate memory|cannot allocate).{0,80}/,
      category: 'infra',
      weight: WEIGHT.exact,
      ending: true,
      message: 'The compiler or linker ran out of memory; the code is not at fault',
      fix: 'Run fewer compilers at once on this agent or give it more memory, then run the build again.',
    },
  ],
});

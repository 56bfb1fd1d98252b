/**
 * `npm run diagnose:reports` writes infra/docs/contribute/diagnosis-reports.md from the failing builds of the demo.
 * `--check` writes nothing and fails if the file is stale. Both need `npm run build`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose } from '../packages/diagnosis/dist/index.js';
import { printedReport } from '../packages/diagnosis/dist/print.js';
import { writeBuildLog } from '../packages/seed/dist/logs/build-log.js';
import { failures } from '../packages/seed/dist/logs/failures.js';
import { randomFor } from '../packages/seed/dist/random.js';
import { undertow } from '../packages/seed/dist/themes.js';
import { root } from './workspace.mjs';

const TARGET = 'infra/docs/contribute/diagnosis-reports.md';
const HEAD = `# Ten reports

What \`npm run diagnose -- build.log\` prints for ten failing builds. Nine logs are those of the demo; the last one is made up in
the same way. [diagnosis.md](diagnosis.md) explains how the cause is found. The console shows the same finding next to the log.
\`npm run diagnose:reports\` writes this file, and \`npm run check\` fails when it is stale.
`;

const times = { startedAt: new Date('2026-11-15T10:00:00Z'), finishedAt: new Date('2026-11-15T10:20:00Z') };

function demoLog(failure) {
  const scene = {
    random: randomFor('failures jenkins'),
    theme: undertow,
    host: 'jenkins',
    system: 'windows',
    job: 'nightly',
    number: '12',
    head: '41822',
    repository: '//depot/main',
    startedBy: 'ada',
    file: failure.file?.(undertow) ?? '',
    seconds: 1200,
  };
  return writeBuildLog(scene, times, 'unreal', failure).content;
}

function teamCityLog() {
  const lines = [
    ...Array.from({ length: 14 }, (_, at) => `Preparing workspace part ${at + 1} of 14`),
    "Compiling Module.Core.1_of_4.cpp (Agent 'ib-helper-07')",
    "IncrediBuild: helper 'ib-helper-07' was lost while a task was running",
    '1 build system error(s)',
    'Process exited with code 1',
    'BUILD FAILED',
  ];
  return lines.map((line) => `[10:00:07]W:\t [Step 3/7] ${line}`).join('\n');
}

const reports = [
  ['A compile error, Jenkins with clock times', demoLog(failures.msvcError)],
  ['A header tool reflection error', demoLog(failures.headerTool)],
  ['A missing symbol', demoLog(failures.linkError)],
  ['A material that does not compile for a platform', demoLog(failures.shaderError)],
  ['An asset that references a deleted one', demoLog(failures.brokenRedirector)],
  ['An automation test', demoLog(failures.failingTests)],
  ['A Unity script', demoLog(failures.scriptError)],
  ['A signing profile', demoLog(failures.provisioningError)],
  ['An unreachable Perforce server', demoLog(failures.syncFailure)],
  ['A lost helper behind a TeamCity step prefix', teamCityLog()],
];

function section([title, content]) {
  const found = diagnose({ content, truncated: false });
  const report = printedReport({
    file: 'build.log',
    log: { content },
    lineCount: content.split('\n').length,
    found,
    compared: false,
    coloured: false,
  });
  return `\n## ${title}\n\n\`\`\`\n${report.replace(/^\n+|\n+$/g, '')}\n\`\`\`\n`;
}

const text = HEAD + reports.map(section).join('');
const target = join(root, TARGET);
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error(`${TARGET} is stale, run \`npm run diagnose:reports\``);
    process.exitCode = 1;
  }
} else writeFileSync(target, text);

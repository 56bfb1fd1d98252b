/**
 * `npm run audit`: asks the package registry for known vulnerabilities in the installed production dependencies, and
 * fails on high and critical ones. Some mirrors do not offer advisories; in that case it prints a warning and succeeds.
 * Additional arguments are passed to `pnpm audit`.
 */
import { execFile } from 'node:child_process';
import { createProgress } from './progress.mjs';
import { toolEnv } from './tool.mjs';
import { ensurePnpm, pnpm, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const log = createProgress();
const args = ['audit', '--prod', '--json', ...process.argv.slice(2)];
const timeoutMs = 60_000;

/** Resolves with pnpm's output, whatever its exit code: pnpm also fails if there are vulnerabilities. */
function runAudit() {
  return new Promise((resolve) => {
    execFile(pnpm, args, { cwd: root, env: toolEnv(), timeout: timeoutMs }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

/** The report, or null if the registry returned none. */
function readReport(stdout) {
  try {
    const report = JSON.parse(stdout);
    return report.advisories && report.metadata ? report : null;
  } catch {
    return null;
  }
}

function printReport({ advisories, metadata }) {
  const found = Object.values(advisories);
  const severe = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  for (const { severity, module_name: name, title, url, findings } of found) {
    const versions = [...new Set(findings.map(({ version }) => version))].join(', ');
    const print = severe.some((advisory) => advisory.url === url) ? log.fail : log.warn;
    print(`${severity}: ${name} ${versions}: ${title} (${url})`);
  }
  const { totalDependencies } = metadata;
  log.info(
    `  ${totalDependencies} dependencies audited, ${found.length} advisories, ${severe.length} high or critical`,
  );
  if (severe.length > 0) process.exitCode = 1;
}

try {
  await ensurePnpm({ log });
  const { stdout, stderr } = await log.step({ doing: 'Auditing dependencies', done: '' }, runAudit);
  const report = readReport(stdout);
  if (report !== null) printReport(report);
  else {
    const reason = stderr.match(/responded with \d+/)?.[0] ?? 'did not answer';
    log.warn(`dependencies not audited: the registry's advisory endpoint ${reason}`);
  }
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}

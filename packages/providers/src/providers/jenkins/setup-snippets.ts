import type { SetupContext } from '../../define-setup.js';
import { POWERSHELL_LOG, shellLog } from '../../setup-log.js';
import { indent } from '../../setup-tests.js';

// What runs in the user's CI. Each snippet sends log, branch, commit or changelist, duration and author, and never
// fails a build. `tests/e2e/senders/setups.test.ts` runs all of them. Forms need no escaping, unlike JSON.

type Fields = Readonly<Record<string, string>>;

/** Posts a form with curl. The token is not in the command line, which other users of the machine can read. */
function shellReport(url: string, fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) => `    --data-urlencode "${name}=${value}" \\`);
  return `${shellLog('build.log', 'slipway.log')}
printf 'X-Webhook-Token: %s' "$SLIPWAY_TOKEN" |
  curl -sS -m 30 -H @- '${url}' \\
${lines.join('\n')}
    --data-urlencode "log_truncated=$log_truncated" \\
    --data-urlencode log@slipway.log || true`;
}

/** The commit's author. Empty without git, as in a Perforce workspace, where the changelist has an author. */
const SHELL_AUTHOR = `$(git log -1 --format='%an <%ae>' 2>/dev/null)`;

const SHELL_FIELDS = {
  job_name: '$JOB_NAME',
  build_number: '$BUILD_NUMBER',
  status: '$SLIPWAY_STATUS',
  started_at: '$SLIPWAY_STARTED',
};

/** Posts a form with PowerShell 5.1 or newer. */
function powershellReport(url: string, fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) => `  ${name} = ${value}`);
  return `$log = if (Test-Path build.log) { [IO.File]::ReadAllText("$PWD/build.log") } else { '' }
${POWERSHELL_LOG}
$author = try { git log -1 "--format=%an <%ae>" 2>$null } catch { '' }
$report = @{
${lines.join('\n')}
  author = "$author"
  log = $log
  log_truncated = $truncated
}
$headers = @{ 'X-Webhook-Token' = $env:SLIPWAY_TOKEN }
try {
  Invoke-RestMethod -Method Post -Uri '${url}' -TimeoutSec 30 -Headers $headers -Body $report
} catch {
  Write-Warning "Slipway did not accept the report: $_"
}`;
}

function jenkinsfile(build: string, report: string): string {
  return `pipeline {
  agent any
  stages {
    stage('Build') {
      steps {
        tee('build.log') {
          ${build}
        }
      }
    }
  }
  post {
    always {
      withCredentials([string(credentialsId: 'slipway-token', variable: 'SLIPWAY_TOKEN')]) {
        withEnv([
          "SLIPWAY_STATUS=\${currentBuild.currentResult}",
          "SLIPWAY_STARTED=\${currentBuild.startTimeInMillis}"
        ]) {
${indent(report, 10)}
        }
      }
    }
  }
}`;
}

export function jenkinsOnLinux({ baseUrl }: SetupContext): string {
  const report = shellReport(`${baseUrl}/webhooks/jenkins`, {
    ...SHELL_FIELDS,
    build_url: '$BUILD_URL',
    branch: `\${BRANCH_NAME:-\${GIT_BRANCH#origin/}}`,
    commit: '$GIT_COMMIT',
    changelist: '$P4_CHANGELIST',
    author: SHELL_AUTHOR,
  });
  return jenkinsfile(`sh './build.sh'`, `sh '''\n${indent(report, 2)}\n'''`);
}

export function jenkinsOnWindows({ baseUrl }: SetupContext): string {
  const report = powershellReport(`${baseUrl}/webhooks/jenkins`, {
    job_name: '$env:JOB_NAME',
    build_number: '$env:BUILD_NUMBER',
    status: '$env:SLIPWAY_STATUS',
    started_at: '$env:SLIPWAY_STARTED',
    build_url: '$env:BUILD_URL',
    branch: `if ($env:BRANCH_NAME) { $env:BRANCH_NAME } else { "$env:GIT_BRANCH" -replace '^origin/' }`,
    commit: '$env:GIT_COMMIT',
    changelist: '$env:P4_CHANGELIST',
  });
  // Jenkins fails the step if git was the last program and failed.
  return jenkinsfile(`bat 'build.bat'`, `powershell '''\n${indent(`${report}\nexit 0`, 2)}\n'''`);
}

/** GitHub gives jobs of a matrix the same name, so their values become part of the job's name. */
export function githubActions({ baseUrl }: SetupContext): string {
  const report = shellReport(`${baseUrl}/webhooks/ci`, {
    ...SHELL_FIELDS,
    job_name: `$GITHUB_WORKFLOW / $GITHUB_JOB\${SLIPWAY_MATRIX:+ ($SLIPWAY_MATRIX)}`,
    build_number: '$SLIPWAY_NUMBER',
    build_url: '$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID',
    branch: '$SLIPWAY_BRANCH',
    commit: '$SLIPWAY_COMMIT',
    author: '$GITHUB_ACTOR',
  });
  return `steps:
  - uses: actions/checkout@v4
  - name: Note the start
    shell: bash
    run: echo "SLIPWAY_STARTED=$(date +%s)" >>"$GITHUB_ENV"
  - name: Build
    shell: bash
    run: ./build.sh 2>&1 | tee build.log
  - name: Report to Slipway
    if: always()
    shell: bash
    env:
      SLIPWAY_TOKEN: \${{ secrets.SLIPWAY_TOKEN }}
      SLIPWAY_STATUS: \${{ job.status }}
      SLIPWAY_NUMBER: \${{ github.run_attempt > 1 && format('{0}.{1}', github.run_number, github.run_attempt) || github.run_number }}
      SLIPWAY_MATRIX: \${{ join(matrix.*, ', ') }}
      SLIPWAY_BRANCH: \${{ github.head_ref || github.ref_name }}
      SLIPWAY_COMMIT: \${{ github.event.pull_request.head.sha || github.sha }}
    run: |
${indent(report, 6)}`;
}

export function anyShell({ baseUrl }: SetupContext): string {
  const report = shellReport(`${baseUrl}/webhooks/ci`, {
    ...SHELL_FIELDS,
    build_url: '$BUILD_URL',
    branch: `\${BRANCH_NAME:-$(git branch --show-current 2>/dev/null)}`,
    commit: '$(git rev-parse HEAD 2>/dev/null)',
    changelist: '$P4_CHANGELIST',
    author: SHELL_AUTHOR,
  });
  return `#!/bin/sh
# slipway-build.sh COMMAND…: runs the build, reports it, and exits with the build's exit code.
JOB_NAME=\${JOB_NAME:-nightly}
BUILD_NUMBER=\${BUILD_NUMBER:-$(date +%Y%m%d%H%M%S)}
SLIPWAY_STARTED=$(date +%s)
{ "$@" 2>&1; echo $? >build.code; } | tee build.log
code=$(cat build.code)
if [ "$code" = 0 ]; then SLIPWAY_STATUS=success; else SLIPWAY_STATUS=failure; fi
${report}
exit "$code"`;
}

export function anyPowershell({ baseUrl }: SetupContext): string {
  const report = powershellReport(`${baseUrl}/webhooks/ci`, {
    job_name: `if ($env:JOB_NAME) { $env:JOB_NAME } else { 'nightly' }`,
    build_number: `if ($env:BUILD_NUMBER) { $env:BUILD_NUMBER } else { Get-Date -Format yyyyMMddHHmmss }`,
    status: `if ($code -eq 0) { 'success' } else { 'failure' }`,
    started_at: '$started',
    build_url: '$env:BUILD_URL',
    branch: `if ($env:BRANCH_NAME) { $env:BRANCH_NAME } else { try { git branch --show-current 2>$null } catch { '' } }`,
    commit: `try { git rev-parse HEAD 2>$null } catch { '' }`,
    changelist: '$env:P4_CHANGELIST',
  });
  return `# slipway-build.ps1 COMMAND…: runs the build, reports it, and exits with the build's exit code.
$started = [DateTimeOffset]::UtcNow.ToUnixTimeSeconds()
cmd /c "$args 2>&1" | Tee-Object build.log
$code = $LASTEXITCODE
${report}
exit $code`;
}

import type { SetupChoice, SetupContext } from '../../define-setup.js';
import { indent, powershellTests, shellTests, workflowStep } from '../../setup-tests.js';

// `tests/e2e/senders/test-setups.test.ts` runs all of these.

const FILES = 'results/*.xml';
const BUILD = { job_name: '$JOB_NAME', build_number: '$BUILD_NUMBER', suite: 'tests' };
const POWERSHELL_BUILD = { job_name: '$env:JOB_NAME', build_number: '$env:BUILD_NUMBER', suite: "'tests'" };

function jenkinsfile(step: string): string {
  return `post {
  always {
    withCredentials([string(credentialsId: 'slipway-token', variable: 'SLIPWAY_TOKEN')]) {
${indent(step, 6)}
    }
  }
}`;
}

export function testChoices(context: SetupContext): SetupChoice[] {
  const shell = shellTests(context, { token: '$SLIPWAY_TOKEN', files: FILES, fields: BUILD });
  const sent = { token: '$env:SLIPWAY_TOKEN', files: FILES, fields: POWERSHELL_BUILD };
  const powershell = powershellTests(context, sent);
  const inJenkinsfile = (step: string) => ({ label: 'Jenkinsfile', text: jenkinsfile(step) });
  return [
    { label: 'Jenkins', code: inJenkinsfile(`sh '''\n${indent(shell, 2)}\n'''`) },
    { label: 'Jenkins on Windows', code: inJenkinsfile(`powershell '''\n${indent(powershell, 2)}\n'''`) },
    { label: 'GitHub Actions', code: { label: '.github/workflows/build.yml', text: githubActions(context) } },
    {
      label: 'Other CI',
      text: 'JOB_NAME and BUILD_NUMBER are those of the reported build.',
      code: { label: 'slipway-tests.sh', text: shell },
    },
    {
      label: 'Other CI on Windows',
      text: 'JOB_NAME and BUILD_NUMBER are those of the reported build.',
      code: { label: 'slipway-tests.ps1', text: powershell },
    },
  ];
}

function githubActions(context: SetupContext): string {
  const fields = {
    job_name: `$GITHUB_WORKFLOW / $GITHUB_JOB\${SLIPWAY_MATRIX:+ ($SLIPWAY_MATRIX)}`,
    build_number: '$SLIPWAY_NUMBER',
    suite: 'tests',
  };
  const env = {
    SLIPWAY_NUMBER:
      "github.run_attempt > 1 && format('{0}.{1}', github.run_number, github.run_attempt) || github.run_number",
    SLIPWAY_MATRIX: "join(matrix.*, ', ')",
  };
  return workflowStep(context, { files: FILES, fields, env });
}

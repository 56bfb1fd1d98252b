import { curl, defineSetup, type SetupContext } from '../../define-setup.js';
import { shellLog } from '../../setup-log.js';
import { shellTests, testStep } from '../../setup-tests.js';

function script({ baseUrl, token }: SetupContext): string {
  return `#!/bin/sh
# package.sh: cooks and packages the game, reports each phase, and exits with RunUAT's exit code.
BUILD_NUMBER=\${BUILD_NUMBER:-$(date +%Y%m%d%H%M%S)}
report() {
  printf 'X-Service-Token: %s' '${token}' |
    curl -sS -m 30 -H @- "${baseUrl}/webhooks/game_engine/$1" \\
      --data-urlencode "build_number=$BUILD_NUMBER" \\
      --data-urlencode "job_name=\${JOB_NAME:-nightly}" \\
      --data-urlencode "branch=\${BRANCH_NAME:-$(git branch --show-current 2>/dev/null)}" \\
      --data-urlencode "commit=$(git rev-parse HEAD 2>/dev/null)" \\
      --data-urlencode "changelist=$P4_CHANGELIST" \\
      --data-urlencode "author=$(git log -1 --format='%an <%ae>' 2>/dev/null)" \\
      --data-urlencode "log_truncated=$log_truncated" \\
      --data-urlencode log@slipway.log || true
}
: >slipway.log
report cooking_started
{ RunUAT.sh BuildCookRun -project=Game.uproject -cook -stage -package 2>&1; echo $? >build.code; } | tee build.log
${shellLog('build.log', 'slipway.log')}
code=$(cat build.code)
if [ "$code" = 0 ]; then report build_completed; else report build_failed; fi
exit "$code"`;
}

const BUILD = { job_name: `\${JOB_NAME:-nightly}`, build_number: '$BUILD_NUMBER' };

function unrealTests(context: SetupContext): string {
  const fields = { ...BUILD, suite: 'Automation' };
  return `#!/bin/sh
# test.sh: runs the automation tests, sends their results, and exits with the editor's exit code.
rm -rf results
UnrealEditor-Cmd "$PWD/Game.uproject" -ExecCmds="Automation RunTests Project;Quit" -ReportExportPath="$PWD/results" \\
  -unattended -nopause -nosplash -nullrhi
code=$?
${shellTests(context, { token: context.token, files: 'results/index.json', fields })}
exit "$code"`;
}

function unityTests(context: SetupContext): string {
  const fields = { ...BUILD, suite: '$mode' };
  return `#!/bin/sh
# test.sh: runs the tests of both modes, sends their results, and exits with 1 if one of the editors failed.
code=0
rm -rf results
for mode in EditMode PlayMode; do
  Unity -batchmode -projectPath . -runTests -testPlatform "$mode" -testResults "$PWD/results/$mode.xml" || code=1
${shellTests(context, { token: context.token, files: '"results/$mode.xml"', fields }).replaceAll(/^/gm, '  ')}
done
exit "$code"`;
}

export const setup = defineSetup({
  label: 'Game engine',
  title: 'Unreal and Unity builds',
  mark: 'GE',
  group: 'Builds',
  rank: 3,
  gives: 'Build phases, cooked assets and shaders, reported by your packaging script',
  path: 'game_engine/cooking_started',
  secret: 'none',
  sample: ({ baseUrl, token }) =>
    curl(`${baseUrl}/webhooks/game_engine/build_completed`, [`X-Service-Token: ${token}`], {
      build_number: 1,
      job_name: 'hello-slipway',
      engine: 'unreal',
      platform: 'Win64',
    }),
  steps: (context) => [
    {
      title: 'Report phases from the packaging script',
      sendsLogs: true,
      text: 'Neither engine sends webhooks, so your packaging script does. The Slipway repository has a script for RunUAT, macros for BuildGraph and an editor script for Unity in infra/senders. All fields except build_number are optional.',
      code: { label: 'package.sh', text: script(context) },
    },
    {
      title: 'Use these events',
      text: 'cooking_started, asset_cooked, shaders_started, shaders_completed, packaging_started, build_completed, build_failed. asset_cooked takes “path” or up to 1,000 “assets”, each with an optional “preview_url” of a picture or recording; build_completed and build_failed take a “log”, of which Slipway keeps the last 256,000 characters.',
    },
    testStep(
      [
        { label: 'Unreal', code: { label: 'test.sh', text: unrealTests(context) } },
        { label: 'Unity', code: { label: 'test.sh', text: unityTests(context) } },
      ],
      'BUILD_NUMBER and JOB_NAME are those of package.sh.',
    ),
  ],
});

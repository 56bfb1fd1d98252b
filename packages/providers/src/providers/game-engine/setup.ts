import { curl, defineSetup, type SetupContext } from '../../define-setup.js';

function script({ baseUrl, token }: SetupContext): string {
  return `#!/bin/sh
# package.sh: cooks and packages the game, and reports each phase.
report() {
  curl -sS -m 10 "${baseUrl}/webhooks/game_engine/$1" \\
    -H 'X-Service-Token: ${token}' -H 'Content-Type: application/json' \\
    -d "{\\"build_number\\":\\"$BUILD_NUMBER\\",\\"job_name\\":\\"nightly\\",\\"changelist\\":\\"$P4_CHANGELIST\\"}" || true
}
report cooking_started
if RunUAT.sh BuildCookRun -project=Game.uproject -cook -stage -package; then
  report build_completed
else
  report build_failed
fi`;
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
      text: 'Neither engine sends webhooks, so your packaging script does. The Slipway repository has a script for RunUAT, macros for BuildGraph and an editor script for Unity in infra/senders. All fields except build_number are optional.',
      code: { label: 'package.sh', text: script(context) },
    },
    {
      title: 'Use these events',
      text: 'cooking_started, asset_cooked, shaders_started, shaders_completed, packaging_started, build_completed, build_failed. asset_cooked takes “path” or up to 1,000 “assets”; build_failed takes a “log”, of which Slipway keeps the last 256,000 characters.',
    },
  ],
});

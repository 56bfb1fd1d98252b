import { defineCommand } from '../../define-command.js';
import { deployReport } from '../../reporting/deploy-report.js';
import { detectBuild } from '../../reporting/detect-ci.js';
import { reportOptions, sendReport } from '../../reporting/report.js';

export const command = defineCommand({
  summary: 'Report a step of a release to a store',
  description: 'SLIPWAY_WEBHOOK_TOKEN holds the token of a deployment integration.',
  examples: [
    'slipway report deploy --platform steam --event uploaded --steam-app-id 4513280 --branch beta --number 412',
    'slipway report deploy --platform google_play --event live --number 412 --version 1.2.0',
  ],
  options: {
    platform: { kind: 'text', value: 'name', description: 'steam, epic_games_store, google_play, …' },
    event: {
      kind: 'text',
      value: 'word',
      description: 'upload_started, uploaded, in_review, approved, rejected, live or rolled_back',
    },
    number: { kind: 'text', value: 'number', description: 'the number of the released build' },
    branch: { kind: 'text', value: 'name', description: "the store's branch or track" },
    version: { kind: 'text', value: 'version', description: 'the version that players see' },
    commit: { kind: 'text', value: 'sha', description: 'the commit that was built' },
    steamAppId: { kind: 'text', value: 'id', description: 'the app on Steam' },
    externalId: { kind: 'text', value: 'id', description: 'the app on another store' },
    externalBuildId: { kind: 'text', value: 'id', description: "the store's own build id" },
    notes: { kind: 'text', description: 'a note for the history' },
    ...reportOptions,
  },
  run: (context, input) =>
    sendReport(context, input.strict, () => {
      const { number, commit } = detectBuild(context.env);
      const build = { number: input.number ?? number, commit: input.commit ?? commit };
      return [deployReport({ ...input, ...build }, Date.now())];
    }),
});

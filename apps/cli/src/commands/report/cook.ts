import { defineCommand } from '../../define-command.js';
import { buildOptions, readBuild } from '../../reporting/build-options.js';
import { COOK_EVENTS, cookReports } from '../../reporting/cook-report.js';
import { reportOptions, sendReport } from '../../reporting/report.js';

export const command = defineCommand({
  summary: 'Report a phase of an engine build, or cooked assets',
  description:
    'SLIPWAY_WEBHOOK_TOKEN holds the token of a game engine integration. An asset that is a file on this machine is reported with its digest, so that identical content creates no new version.',
  examples: [
    'slipway report cook --event cooking_started --engine unreal --platform Win64',
    'slipway report cook --asset Saved/Cooked/Hero.uasset --asset Saved/Cooked/Quay.umap',
    'slipway report cook --event build_failed --log Cook.log',
  ],
  options: {
    event: { kind: 'text', choices: COOK_EVENTS, description: 'what happened; asset_cooked with --asset' },
    asset: { kind: 'list', value: 'path', description: 'a cooked asset' },
    engine: { kind: 'text', choices: ['unreal', 'unity', 'custom'], description: 'the engine' },
    platform: { kind: 'text', value: 'name', description: 'the target platform' },
    targetType: { kind: 'text', value: 'type', description: 'development, shipping, test or debug' },
    ...buildOptions,
    log: { kind: 'text', value: 'file', description: 'the log of a finished build' },
    ...reportOptions,
  },
  run: (context, input) =>
    sendReport(context, input.strict, async () => {
      const build = await readBuild(context, input);
      const assets = input.asset ?? [];
      const event = input.event ?? (assets.length > 0 ? 'asset_cooked' : 'cooking_started');
      return cookReports({ ...input, ...build, event, assets }, context.folder, Date.now());
    }),
});

import { defineCommand } from '../../define-command.js';
import { buildOptions, readBuild } from '../../reporting/build-options.js';
import { buildReport } from '../../reporting/build-report.js';
import { reportOptions, sendReport } from '../../reporting/report.js';

export const command = defineCommand({
  summary: 'Report the state of a build',
  description:
    'Unless given, the job, number, commit and branch come from the variables that Jenkins, GitHub Actions, Buildkite or TeamCity set. SLIPWAY_WEBHOOK_TOKEN holds the token of a CI integration; with SLIPWAY_WEBHOOK_SECRET the report is signed. A report that cannot be sent is kept and sent before the next one.',
  examples: [
    'slipway report build --status started',
    'slipway report build --status failure --log build.log',
    'slipway report build --job harbor-win64 --number 412 --status success --artifact Harbor.zip=https://files.example.com/Harbor.zip',
  ],
  options: {
    status: { kind: 'text', value: 'word', description: 'started, success, failure, aborted, …' },
    ...buildOptions,
    log: { kind: 'text', value: 'file', description: 'the log; if it is long, its head, errors and end are sent' },
    startedAt: { kind: 'text', value: 'time', description: 'ISO 8601; defaults to now for a started build' },
    finishedAt: { kind: 'text', value: 'time', description: 'ISO 8601; defaults to now for a finished build' },
    duration: { kind: 'number', value: 'seconds', description: 'how long the build took' },
    buildType: { kind: 'text', value: 'type', description: 'unreal, unity or custom' },
    targetType: { kind: 'text', value: 'type', description: 'development, shipping, test or debug' },
    artifact: { kind: 'list', value: 'name=address', description: 'a file that the build produced' },
    ...reportOptions,
  },
  run: (context, input) =>
    sendReport(context, input.strict, async () => {
      const build = await readBuild(context, input);
      const isSigned = Boolean(context.env['SLIPWAY_WEBHOOK_SECRET']);
      return [buildReport({ ...input, ...build, artifacts: input.artifact }, isSigned, Date.now())];
    }),
});

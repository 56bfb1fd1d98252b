import { FORMAT_NAMES } from '@slipway/reports';
import { defineCommand } from '../../define-command.js';
import { findFiles } from '../../reporting/find-files.js';
import { reportOptions, sendReport } from '../../reporting/report.js';
import { testReportFields, testReports } from '../../reporting/test-report.js';

export const command = defineCommand({
  summary: 'Report the results of tests',
  description:
    'Files are named by paths or patterns; quote patterns, so that they also work on Windows. Unless given, the job ' +
    'and number of the build come from the variables that Jenkins, GitHub Actions, Buildkite or TeamCity set. ' +
    'SLIPWAY_WEBHOOK_TOKEN holds the token of a Jenkins, Buildkite, GitHub or game engine integration. Files that do ' +
    'not fit into one request are sent in several. A report that cannot be sent is kept and sent before the next one.',
  examples: [
    "slipway report tests 'build/test-results/**/*.xml'",
    'slipway report tests Saved/Automation/index.json --suite Automation --platform PS5 --configuration Shipping',
    'slipway report tests editmode.xml --job harbor-win64 --number 412 --suite EditMode --attempt 2',
  ],
  json: ['title', 'state', 'delivery_id', 'message'],
  arguments: { files: { description: 'test reports, as paths or patterns', many: true } },
  options: {
    job: { kind: 'text', value: 'name', description: 'the CI job' },
    number: { kind: 'text', value: 'number', description: 'the number of the build' },
    buildUrl: {
      kind: 'text',
      value: 'address',
      alias: 'url',
      description: 'the web page of the build, instead of job and number',
    },
    commit: { kind: 'text', value: 'sha', description: 'the commit that was built, instead of job and number' },
    changelist: {
      kind: 'text',
      value: 'number',
      description: 'the changelist that was built, instead of job and number',
    },
    suite: { kind: 'text', value: 'name', description: 'what the tests are called together (default: tests)' },
    platform: { kind: 'text', value: 'name', description: 'where they ran, such as PS5' },
    configuration: { kind: 'text', value: 'name', description: 'what they ran in, such as Shipping' },
    renderer: { kind: 'text', value: 'name', description: 'the renderer, such as Vulkan' },
    device: { kind: 'text', value: 'name', description: 'the device, such as a phone' },
    tag: { kind: 'list', whole: true, value: 'name=value', description: 'another part of the variant' },
    attempt: {
      kind: 'number',
      value: 'number',
      description: 'which attempt of these tests it is; Buildkite sets it (default: 1)',
    },
    format: {
      kind: 'text',
      choices: FORMAT_NAMES,
      value: 'format',
      description: 'refuse files in another format; by default the content decides',
    },
    ...reportOptions,
  },
  run: (context, input) =>
    sendReport(context, input.strict, async () => {
      const { folder, env, output } = context;
      const fields = testReportFields(input, env);
      const paths = await findFiles(input.files, folder, output.warn);
      return testReports(paths, fields, folder);
    }),
});

import { omitEmpty } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { on } from '../define-provider.js';

/** The tools whose tokens may send test reports and logs: those that run builds. */
export const BUILD_PROVIDERS: ReadonlySet<string> = new Set(['buildkite', 'game_engine', 'github', 'jenkins']);

export const TEST_REPORT_PATH = '/webhooks/tests';
/** Where the collectors of Buildkite Test Engine send. */
export const COLLECTOR_PATH = '/webhooks/compat/v1/uploads';

/** The name of the event in the delivery log. */
export const TEST_REPORT_EVENT = 'test_report';

/** The suite of reports that name none. */
export const DEFAULT_SUITE = 'tests';

const Text = Type.String();

/** The body of a delivery with test reports, as ingest writes it. */
export const TestReport = Type.Object({
  /** By job and number, by its page, or by the revision it built. */
  build: Type.Partial(
    Type.Object({ job_name: Text, build_number: Text, build_url: Text, commit: Text, changelist: Text }),
  ),
  suite: Text,
  variant: Type.Object({
    platform: Text,
    configuration: Text,
    renderer: Text,
    device: Text,
    tags: Type.Record(Text, Text),
  }),
  /** Of the tests of this build; a later one follows the earlier ones, in whatever order they arrive. */
  attempt: Type.Integer({ minimum: 1 }),
  /** Set if the sender names it. */
  format: Type.Optional(Text),
  /** Compressed with gzip, in base64. */
  files: Type.Array(Type.Object({ name: Text, content: Text }), { minItems: 1 }),
});
export type TestReport = Static<typeof TestReport>;

/** What a sender says about its files. */
export type TestReportFields = Omit<TestReport, 'files'>;
export type ReportedBuild = TestReport['build'];

const event = on(TestReport, ({ build }) => {
  const { job_name: jobName, build_number: buildNumber, build_url: buildUrl, commit, changelist } = build;
  const tested = omitEmpty({ jobName, buildNumber, buildUrl, commitHash: commit, changelist });
  return [{ kind: 'test_report', build: tested }];
});

/** The event of a delivery at one of these paths, whatever the provider. */
export const testReportEventAt = (path: string) =>
  path === TEST_REPORT_PATH || path === COLLECTOR_PATH ? event : undefined;

/** A test report without the contents of its files, which nobody can read in base64. */
export function withoutFiles(path: string, body: unknown): unknown {
  if (testReportEventAt(path) === undefined) return body;
  const { files, ...rest } = body as Partial<TestReport>;
  if (files === undefined) return body;
  const shown = files.map(({ name, content }) => ({ name, gzip_bytes: Math.floor((content.length * 3) / 4) }));
  return { ...rest, files: shown };
}

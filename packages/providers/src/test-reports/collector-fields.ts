import { type FieldProblem, readReportFields } from './report-fields.js';
import type { TestReportFields } from './test-report.js';

/** The names by which collectors of Buildkite Test Engine call what our own fields say. */
const OURS: ReadonlyMap<string, string> = new Map([
  ['format', 'format'],
  ['run_env[commit_sha]', 'commit'],
  ['run_env[number]', 'build_number'],
  ['run_env[url]', 'build_url'],
]);

/** Tags that are parts of a variant. */
const PARTS: ReadonlySet<string> = new Set(['platform', 'configuration', 'renderer', 'device', 'suite']);

/**
 * Tags that say which build, agent or machine it was. As parts of a variant, they would make every run the first of its
 * kind: collectors add `ci.worker.id`, and plugins `build.id`.
 */
const OF_ONE_RUN = /^(?:build|ci|cloud|scm)\./;

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['json', 'buildkite'],
  ['junit', 'junit'],
]);

function fieldOfTag(tag: string | undefined): string | undefined {
  if (tag !== undefined && OF_ONE_RUN.test(tag)) return undefined;
  return tag === undefined || PARTS.has(tag) ? tag : `tag.${tag}`;
}

/** The part of a job in a build's page: `#0190c3…`. */
const FRAGMENT = /#.*$/;

/**
 * The fields that a collector of Buildkite Test Engine sends, https://buildkite.com/docs/test-engine/importing-json. A
 * build's page identifies it; without one, its commit does. Everything else describes the run, and is not used.
 */
export function readCollectorFields(sent: ReadonlyMap<string, string>): TestReportFields | FieldProblem {
  const fields = new Map<string, string>();
  for (const [name, value] of sent) {
    const ours = OURS.get(name) ?? fieldOfTag(/^tags\[([^\]]+)\]$/.exec(name)?.[1]);
    if (ours !== undefined) fields.set(ours, value);
  }
  const format = fields.get('format');
  if (format !== undefined) {
    const known = FORMATS.get(format);
    if (known === undefined) return { problem: 'format is json or junit.' };
    fields.set('format', known);
  }
  const url = fields.get('build_url')?.replace(FRAGMENT, '') ?? '';
  if (url === '') return readReportFields(fields);
  // The page is enough, and the other two may be another tool's.
  for (const name of ['commit', 'build_number']) fields.delete(name);
  return readReportFields(fields.set('build_url', url));
}

import { cleanText } from '@slipway/domain';
import { DEFAULT_SUITE, type ReportedBuild, type TestReportFields } from './test-report.js';

/** Why fields cannot be used, for the sender. */
export interface FieldProblem {
  readonly problem: string;
}

/** How long each field may be. */
const BUILD_FIELDS = { job_name: 500, build_number: 255, build_url: 2_000, commit: 255, changelist: 255 } as const;
const VARIANT_FIELDS = { platform: 100, configuration: 100, renderer: 100, device: 100 } as const;
const FIELDS = { ...BUILD_FIELDS, ...VARIANT_FIELDS, suite: 200, attempt: 10, format: 100 } as const;
type FieldName = keyof typeof FIELDS;

const TAG = 'tag.';
const MAX_TAGS = 20;
const MAX_TAG_NAME = 50;
const MAX_TAG = 200;
const MAX_ATTEMPT = 1_000;

const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name);

/** The fields of a report in our own words. A blank value counts as none: variables of a build server may be empty. */
export function readReportFields(sent: ReadonlyMap<string, string>): TestReportFields | FieldProblem {
  const fields: Partial<Record<FieldName, string>> = {};
  const tags: Record<string, string> = {};
  for (const [name, value] of sent) {
    const text = cleanText(value).trim();
    const problem = fieldProblem(name, text);
    if (problem !== null) return { problem };
    if (text === '') continue;
    if (isField(name)) fields[name] = text;
    else tags[cleanText(name.slice(TAG.length))] = text;
  }
  if (Object.keys(tags).length > MAX_TAGS) return { problem: `There are more than ${MAX_TAGS} tags.` };
  return toReport(fields, tags);
}

function fieldProblem(name: string, text: string): string | null {
  if (isField(name))
    return text.length > FIELDS[name] ? `${name} is longer than ${FIELDS[name]} characters.` : null;
  if (!name.startsWith(TAG))
    return `There is no field “${cleanText(name.slice(0, MAX_TAG_NAME))}”. ${KNOWN_FIELDS}`;
  if (name.length === TAG.length || name.length > TAG.length + MAX_TAG_NAME)
    return `The name of a tag has 1 to ${MAX_TAG_NAME} characters.`;
  return text.length > MAX_TAG ? `${name} is longer than ${MAX_TAG} characters.` : null;
}

const KNOWN_FIELDS = `The fields are file, ${Object.keys(FIELDS).join(', ')} and tag.<name>.`;

function toReport(
  fields: Partial<Record<FieldName, string>>,
  tags: Readonly<Record<string, string>>,
): TestReportFields | FieldProblem {
  const { suite = DEFAULT_SUITE, format, attempt: sentAttempt = '1' } = fields;
  const attempt = /^[1-9]\d{0,3}$/.test(sentAttempt) ? Number(sentAttempt) : Number.NaN;
  if (!(attempt <= MAX_ATTEMPT)) return { problem: `attempt is a number from 1 to ${MAX_ATTEMPT}.` };
  const build = buildOf(fields);
  if (build === null)
    return { problem: 'Name the build: job_name with build_number, build_url, commit or changelist.' };
  const { platform = '', configuration = '', renderer = '', device = '' } = fields;
  const variant = { platform, configuration, renderer, device, tags };
  return { build, suite, variant, attempt, ...(format !== undefined && { format }) };
}

function buildOf(fields: Partial<Record<FieldName, string>>): ReportedBuild | null {
  const names = Object.keys(BUILD_FIELDS) as (keyof typeof BUILD_FIELDS)[];
  const build: ReportedBuild = Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
  const hasNumber = build.job_name !== undefined && build.build_number !== undefined;
  return hasNumber || build.build_url || build.commit || build.changelist ? build : null;
}

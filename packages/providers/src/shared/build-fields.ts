import { BUILD_TYPES, type BuildType, TARGET_TYPES, type TargetType } from '@slipway/contracts';
import type { ArtifactReport, BuildReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { detail, detailList, optional, TextDetail, webAddress } from './fields.js';

/** The fields of a build report other than the build's identity and state. */
export type BuildDetails = Omit<
  BuildReport,
  'kind' | 'jobName' | 'jobKey' | 'buildNumber' | 'attempt' | 'status' | 'originalStatus' | 'reportedAt'
>;

// Lengths are bounded wherever an index stores the value: its limit must not fail an accepted delivery.

export const JOB_NAME_LENGTH = 400;

export const JobName = Type.String({ minLength: 1, maxLength: JOB_NAME_LENGTH });

export const BuildNumber = Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 200 })]);

/** A changelist. Zero, negative numbers and an unexpanded variable (`%changelist%`) are rejected. */
export const Changelist = Type.Union([
  Type.Integer({ minimum: 1 }),
  Type.String({ minLength: 1, maxLength: 255, pattern: '^(?!\\s*-)(?!\\s*0*\\s*$)[^%]*$' }),
]);

/** A changelist that scripts leave empty if they have none. */
export const OptionalChangelist = optional(Type.Union([Changelist, Type.Literal('')]));

export const ARTIFACT_NAME_LENGTH = 800;

const MAX_ARTIFACTS = 1000;

/** A size. Scripts quote numbers, and send an empty text if they have none. */
const Amount = Type.Union([
  Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^[0-9.]*$' }),
]);
type Amount = Static<typeof Amount>;

export const AmountDetail = detail(Amount);

/** Rounds an amount; null if it is missing. */
export function wholeAmount(amount: Amount | null | undefined): number | null {
  const number = amount == null || amount === '' ? Number.NaN : Math.round(Number(amount));
  return Number.isSafeInteger(number) ? number : null;
}

const Artifact = Type.Object({
  name: Type.String({ minLength: 1, maxLength: ARTIFACT_NAME_LENGTH }),
  size_bytes: AmountDetail,
  url: TextDetail,
});
type Artifact = Static<typeof Artifact>;

export const ArtifactList = detailList(Artifact);

/** The first artifacts of a list, by name. If two have the same name, the later one wins. */
export function toArtifacts(artifacts: readonly Artifact[]): ArtifactReport[] {
  const byName = new Map(
    artifacts
      .slice(0, MAX_ARTIFACTS)
      .map(({ name, size_bytes, url }) => [
        name,
        { name, sizeBytes: wholeAmount(size_bytes) ?? 0, url: webAddress(url) ?? '' },
      ]),
  );
  return [...byName.values()];
}

const MAX_SUITES = 100;

/** The names of the suites that must report their tests. */
export const SuiteList = detailList(Type.String({ pattern: '\\S', maxLength: 200 }));

/** The first suites of a list, each once; null if it has none. */
export function toSuites(suites: readonly string[] | null | undefined): string[] | null {
  const names = [...new Set((suites ?? []).map((suite) => suite.trim()))].slice(0, MAX_SUITES);
  return names.length === 0 ? null : names;
}

/** A duration, however unlikely: `checkDurations` drops impossible ones, and says so. */
const Duration = Type.Union([Type.Number(), Type.String({ pattern: '^-?[0-9.]*$' })]);
type Duration = Static<typeof Duration>;

export const DurationDetail = detail(Duration);

/** A duration in whole seconds; null if it is missing. */
export function wholeSeconds(duration: Duration | null | undefined, unitsPerSecond = 1): number | null {
  const seconds = duration == null || duration === '' ? Number.NaN : Math.round(Number(duration) / unitsPerSecond);
  return Number.isFinite(seconds) ? seconds : null;
}

/** Shortens a name to a length that its column's index can store. */
export function cutName(name: string, length: number): string {
  return name.length <= length ? name : [...name].slice(0, length).join('');
}

/** The engine named by a word, regardless of case. */
export function buildTypeOfWord(word: string | null | undefined): BuildType | null {
  return BUILD_TYPES.find((type) => type === word?.trim().toLowerCase()) ?? null;
}

/** The target type named by a word, regardless of case. */
export function targetTypeOfWord(word: string | null | undefined): TargetType | null {
  return TARGET_TYPES.find((type) => type === word?.trim().toLowerCase()) ?? null;
}

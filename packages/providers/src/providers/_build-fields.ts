import { BUILD_TYPES, type BuildType, TARGET_TYPES, type TargetType } from '@slipway/contracts';
import type { ArtifactReport, BuildReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { maybe, OptionalText } from '../fields.js';
import { webAddress } from './_web-address.js';

/** What a report may tell of a build besides which one it is and how it stands. */
export type BuildDetails = Omit<
  BuildReport,
  'kind' | 'jobName' | 'jobKey' | 'buildNumber' | 'attempt' | 'status' | 'originalStatus' | 'reportedAt'
>;

// What is looked up by an index is bounded, so that no accepted delivery can fail on the index's own limit.

/** The longest name of a job. */
export const JOB_NAME_LENGTH = 400;

/** The name of a job. */
export const JobName = Type.String({ minLength: 1, maxLength: JOB_NAME_LENGTH });

/** A build's number or name. */
export const BuildNumber = Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 200 })]);

/** Text that is looked up by, such as the name of a state. */
export const Handle = maybe(Type.String({ maxLength: 255 }));

/** A changelist. Zero, a negative number and a variable left unexpanded (`%changelist%`) are none. */
export const Changelist = Type.Union([
  Type.Integer({ minimum: 1 }),
  Type.String({ minLength: 1, maxLength: 255, pattern: '^(?!\\s*-)(?!\\s*0*\\s*$)[^%]*$' }),
]);

/** A changelist that scripts send empty when they have none. */
export const OptionalChangelist = maybe(Type.Union([Changelist, Type.Literal('')]));

/** The longest name of an artifact, and how many of them a report may list. */
export const ARTIFACT_NAME_LENGTH = 800;
export const MAX_ARTIFACTS = 1000;

/** A size or a duration. Scripts quote numbers, and send nothing between the quotes when they have none. */
export const Amount = maybe(
  Type.Union([
    Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Type.String({ pattern: '^[0-9.]*$' }),
  ]),
);
export type Amount = Static<typeof Amount>;

/** The amount as a whole number; null when none is told. */
export function wholeAmount(amount: Amount | undefined): number | null {
  const number = amount == null || amount === '' ? Number.NaN : Math.round(Number(amount));
  return Number.isSafeInteger(number) ? number : null;
}

/** A file a build produced. */
export const Artifact = Type.Object({
  name: Type.String({ minLength: 1, maxLength: ARTIFACT_NAME_LENGTH }),
  size_bytes: Amount,
  url: OptionalText,
});
export type Artifact = Static<typeof Artifact>;

/** Artifacts by name; of two under one name the later counts. */
export function toArtifacts(artifacts: readonly Artifact[]): ArtifactReport[] {
  const byName = new Map(
    artifacts.map(({ name, size_bytes, url }) => [
      name,
      { name, sizeBytes: wholeAmount(size_bytes) ?? 0, url: webAddress(url) ?? '' },
    ]),
  );
  return [...byName.values()];
}

const MAX_SECONDS = 2 ** 31 - 1;

/** A duration in whole seconds; null when none is told. */
export function wholeSeconds(amount: Amount | undefined): number | null {
  const seconds = wholeAmount(amount);
  return seconds === null ? null : Math.min(seconds, MAX_SECONDS);
}

/** The first characters of a name that is longer than its column's index takes. */
export function cutName(name: string, length: number): string {
  return name.length <= length ? name : [...name].slice(0, length).join('');
}

/** The engine a word stands for, in any case. */
export function buildTypeOfWord(word: string | null | undefined): BuildType | null {
  return BUILD_TYPES.find((type) => type === word?.trim().toLowerCase()) ?? null;
}

/** The kind of build a word stands for, in any case. */
export function targetTypeOfWord(word: string | null | undefined): TargetType | null {
  return TARGET_TYPES.find((type) => type === word?.trim().toLowerCase()) ?? null;
}

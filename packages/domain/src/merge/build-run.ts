import { BUILD_STATUSES, type BuildStatus } from '@slipway/contracts';
import type { BuildReport } from '../deliveries/operations.js';
import { isOver, isTerminal } from '../vocabulary/build-status.js';
import {
  compareWeights,
  earliest,
  mergeFields,
  type Weight,
  type WeightedFields,
  weigh,
} from './weighted-fields.js';

/** What a report says of itself and of the attempt. Everything else in it is merged field by field. */
type ReportHead =
  | 'kind'
  | 'jobKey'
  | 'buildNumber'
  | 'attempt'
  | 'status'
  | 'reportedAt'
  | 'belated'
  | 'startedAt'
  | 'finishedAt'
  | 'log'
  | 'artifacts'
  | 'steps';

/** `originalStatus` and `durationSeconds` describe one attempt; a higher attempt starts without them. */
export type BuildRunFields = {
  readonly [K in Exclude<keyof BuildReport, ReportHead>]-?: NonNullable<BuildReport[K]>;
};

/** The fields of one report; those that it does not set are undefined. */
type OneReport = { readonly [K in keyof BuildRunFields]: BuildRunFields[K] | undefined };

export interface BuildRunState {
  readonly attempt: number;
  /** Null until a report sets a status. */
  readonly status: BuildStatus | null;
  readonly statusAt: number;
  /** The earliest start reported for the attempt. */
  readonly startedAt: number | null;
  /** From the report whose status won. */
  readonly finishedAt: number | null;
  readonly fields: WeightedFields<BuildRunFields>;
}

/** Earlier than any report. */
const NO_STATUS_AT = 0;
/** Earlier than any report that arrived in time. */
const BELATED_AT = 1;

export function isEnd({ status }: Pick<BuildReport, 'status'>): boolean {
  return status !== null && isTerminal(status);
}

export function buildRunStateOf(report: BuildReport): BuildRunState {
  const { kind, jobKey, jobName, buildNumber, attempt, status, originalStatus, ...reported } = report;
  const { reportedAt, belated, startedAt, finishedAt, log, artifacts, steps, ...fields } = reported;
  return {
    attempt,
    status,
    statusAt: statusTime(report),
    startedAt: startedAt ?? null,
    finishedAt: isOver(status) ? (finishedAt ?? reportedAt) : null,
    fields: weigh<BuildRunFields>(
      {
        ...(fields as OneReport),
        // Absent if the tool has no separate job key; the key is then the name.
        jobName: jobKey === undefined ? undefined : jobName,
        originalStatus: originalStatus ?? undefined,
      },
      // The report of the end outweighs reports from the running build, whose times may come from another clock.
      [attempt, isEnd(report) ? 1 : 0, reportedAt],
    ),
  };
}

/** A report without a status must not outrank one with a status. */
function statusTime({ status, reportedAt, belated }: BuildReport): number {
  if (status === null) return NO_STATUS_AT;
  return belated ? BELATED_AT : reportedAt;
}

const EARLY_PHASES: readonly (BuildStatus | null)[] = [null, 'queued', 'preparing'];

/** How far the build has progressed. A late report of an earlier phase does not move it back. */
function progressOf(status: BuildStatus | null): number {
  const early = EARLY_PHASES.indexOf(status);
  if (early !== -1) return early;
  return status !== null && isTerminal(status) ? EARLY_PHASES.length + 1 : EARLY_PHASES.length;
}

function statusWeight({ status, statusAt, finishedAt }: BuildRunState): Weight {
  return [progressOf(status), statusAt, status === null ? -1 : BUILD_STATUSES.indexOf(status), finishedAt ?? -1];
}

/**
 * Merges two states of one build. A higher attempt replaces everything except the fields that describe the build
 * itself. Within an attempt, the status that has progressed further wins, then the later one.
 */
export function mergeBuildRuns(a: BuildRunState, b: BuildRunState): BuildRunState {
  if (a.attempt !== b.attempt) return a.attempt > b.attempt ? startOver(b, a) : startOver(a, b);
  const { status, statusAt, finishedAt } = compareWeights(statusWeight(a), statusWeight(b)) >= 0 ? a : b;
  return {
    attempt: a.attempt,
    status,
    statusAt,
    startedAt: earliest(a.startedAt, b.startedAt),
    finishedAt,
    fields: mergeFields(a.fields, b.fields),
  };
}

function startOver(lower: BuildRunState, higher: BuildRunState): BuildRunState {
  const { originalStatus: _status, durationSeconds: _duration, ...fields } = lower.fields;
  return { ...higher, fields: mergeFields<BuildRunFields>(fields, higher.fields) };
}

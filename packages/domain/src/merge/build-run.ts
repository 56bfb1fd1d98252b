import { BUILD_STATUSES, type BuildStatus, type BuildType, type TargetType } from '@slipway/contracts';
import type { Actor, BuildReport } from '../deliveries/operations.js';
import { isOver, isTerminal } from '../vocabulary/build-status.js';
import { earliest } from './times.js';
import { compareWeights, mergeFields, type Weight, type WeightedFields, weigh } from './weighted-fields.js';

export interface BuildRunFields {
  /** Absent if the tool has no separate job key; the key is then the name. */
  readonly jobName: string;
  readonly buildType: BuildType;
  readonly targetType: TargetType;
  readonly commitHash: string;
  readonly changelist: string;
  readonly branch: string;
  readonly buildUrl: string;
  readonly actor: Actor;
  /** Describes one attempt; a higher attempt starts without it. */
  readonly originalStatus: string;
  /** Describes one attempt; a higher attempt starts without it. */
  readonly durationSeconds: number;
}

/** The merged reports of a build. */
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

/** Whether a report describes the build's end. */
export function isEnd({ status }: Pick<BuildReport, 'status'>): boolean {
  return status !== null && isTerminal(status);
}

/** The state of a build after one report. */
export function buildRunStateOf(report: BuildReport): BuildRunState {
  const { attempt, status, reportedAt } = report;
  const jobName = report.jobKey === undefined ? undefined : report.jobName;
  const { buildType, targetType, commitHash, changelist, branch, buildUrl, actor, durationSeconds } = report;
  const originalStatus = report.originalStatus ?? undefined;
  return {
    attempt,
    status,
    statusAt: statusTime(report),
    startedAt: report.startedAt ?? null,
    finishedAt: isOver(status) ? (report.finishedAt ?? reportedAt) : null,
    fields: weigh<BuildRunFields>(
      {
        jobName,
        buildType,
        targetType,
        commitHash,
        changelist,
        branch,
        buildUrl,
        actor,
        originalStatus,
        durationSeconds,
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

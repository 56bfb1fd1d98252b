import { BUILD_STATUSES, type BuildStatus, type BuildType, type TargetType } from '@slipway/contracts';
import type { Actor, BuildReport } from '../deliveries/operations.js';
import { isOver, isTerminal } from '../vocabulary/build-status.js';
import { compareWeights, joinRegisters, type Registers, registersOf, retold, type Weight } from './register.js';
import { earliest } from './times.js';

/** What a build keeps from one attempt to the next until it is told anew. */
export interface BuildRunFields {
  /** Set only where the job has a key of its own: else the key is the name. */
  readonly jobName: string;
  readonly buildType: BuildType;
  readonly targetType: TargetType;
  readonly commitHash: string;
  readonly changelist: string;
  readonly branch: string;
  readonly buildUrl: string;
  readonly actor: Actor;
}

/** What holds for one attempt only. */
export interface AttemptFields {
  readonly originalStatus: string;
  readonly durationSeconds: number;
}

/** All that reports said of a build, in a form that joins in any order. */
export interface BuildRunState {
  readonly attempt: number;
  /** Null while no report set one. */
  readonly status: BuildStatus | null;
  readonly statusAt: number;
  /** The attempt's earliest. */
  readonly startedAt: number | null;
  /** That of the report whose status stands. */
  readonly finishedAt: number | null;
  readonly fields: Registers<BuildRunFields>;
  readonly attemptFields: Registers<AttemptFields>;
}

/** Before any report. */
const UNTOLD_AT = 0;
/** Before any report in time. */
const BELATED_AT = 1;

/** Whether a report is of the build's end. */
export function isEnd({ status }: Pick<BuildReport, 'status'>): boolean {
  return status !== null && isTerminal(status);
}

/** What one report says of its build. */
export function buildRunStateOf(report: BuildReport): BuildRunState {
  const { attempt, status, reportedAt, belated = false } = report;
  const jobName = report.jobKey === undefined ? undefined : report.jobName;
  const { buildType, targetType, commitHash, changelist, branch, buildUrl, actor, durationSeconds } = report;
  // What is said of the end stands against what is said on the way, whichever clock each goes by.
  const weight = [attempt, isEnd(report) ? 1 : 0, reportedAt];
  return {
    attempt,
    status,
    statusAt: statusTime(status, belated ? BELATED_AT : reportedAt),
    startedAt: report.startedAt ?? null,
    finishedAt: isOver(status) ? (report.finishedAt ?? reportedAt) : null,
    fields: registersOf<BuildRunFields>(
      { jobName, buildType, targetType, commitHash, changelist, branch, buildUrl, actor },
      weight,
    ),
    attemptFields: registersOf<AttemptFields>(
      { originalStatus: report.originalStatus ?? undefined, durationSeconds },
      weight,
    ),
  };
}

/** A report without a status must not outrank one that has it. */
function statusTime(status: BuildStatus | null, at: number): number {
  return status === null ? UNTOLD_AT : at;
}

const EARLY_PHASES: readonly (BuildStatus | null)[] = [null, 'queued', 'preparing'];

/** How far the build has come: a report of an earlier phase, however late, moves nothing back. */
function progressOf(status: BuildStatus | null): number {
  const early = EARLY_PHASES.indexOf(status);
  if (early !== -1) return early;
  return status !== null && isTerminal(status) ? EARLY_PHASES.length + 1 : EARLY_PHASES.length;
}

function standing({ status, statusAt, finishedAt }: BuildRunState): Weight {
  return [progressOf(status), statusAt, status === null ? -1 : BUILD_STATUSES.indexOf(status), finishedAt ?? -1];
}

/**
 * Two states of one build as one. The status is that of the higher attempt, else of the one that has come further, else
 * of the later; a higher attempt starts afresh and keeps only what describes the build.
 */
export function joinBuildRuns(a: BuildRunState, b: BuildRunState): BuildRunState {
  const fields = joinRegisters(a.fields, b.fields);
  if (a.attempt !== b.attempt) return { ...(a.attempt > b.attempt ? a : b), fields };
  const { status, statusAt, finishedAt } = compareWeights(standing(a), standing(b)) >= 0 ? a : b;
  return {
    attempt: a.attempt,
    status,
    statusAt,
    startedAt: earliest(a.startedAt, b.startedAt),
    finishedAt,
    fields,
    attemptFields: joinRegisters(a.attemptFields, b.attemptFields),
  };
}

/** What a report says when it is read again: what it misread of its attempt is corrected. */
export function retoldBuildRun(known: BuildRunState, told: BuildRunState, revision: number): BuildRunState {
  if (known.attempt !== told.attempt) return told;
  return { ...told, attemptFields: retold(known.attemptFields, told.attemptFields, revision) };
}

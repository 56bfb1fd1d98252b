import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { ComparedOutput } from '../endpoints/builds/build-comparison.js';
import { BuildRun, BuildRunDetail } from '../endpoints/builds/build-runs.js';
import { Change } from '../endpoints/changes.js';
import { Deployment } from '../endpoints/deployments.js';
import { Problem } from '../endpoints/problems.js';
import { anyOf, CursorPagination, DigitsId, orNull, Timestamp } from '../fields.js';
import { BUILD_FILTERS } from '../list-filters.js';
import { pageParameters } from '../parameters.js';
import { FIX_KINDS, INVESTIGATION_STATUSES } from '../values.js';

/** What a log says about the cause: a quoted line, a quoted line that may be the cause, or nothing to quote. */
export const CAUSE_STATES = ['found', 'possible', 'none'] as const;
export type CauseState = (typeof CAUSE_STATES)[number];

/** What the console shows of every build in addition to what REST returns. */
const consoleFields = {
  /** A member's name, otherwise what the tool calls them; empty if unknown. */
  started_by: Type.String(),
  /** How long the job's passing builds take. */
  median_seconds: orNull(Type.Number()),
  /** Whether it is unfinished and no longer counts as running, because nothing was heard of it for too long. */
  is_stale: Type.Boolean(),
  /** The change that was built, if the project knows it. */
  change_id: orNull(Type.Integer()),
  /** The problem whose search for a culprit requested it. */
  searched_problem_id: orNull(DigitsId),
};
export type ConsoleBuildField = keyof typeof consoleFields;

/** A build as the console lists it. */
export const ConsoleBuild = Type.Object({
  ...BuildRun.properties,
  ...consoleFields,
  investigation: orNull(anyOf(INVESTIGATION_STATUSES)),
  /** Null unless the build has been diagnosed or investigated. */
  cause: orNull(anyOf(CAUSE_STATES)),
  /** The error that made it fail, in one line. */
  error: orNull(Type.String()),
});
export type ConsoleBuild = Static<typeof ConsoleBuild>;

export const listConsoleBuilds = describeConsole({
  name: 'listConsoleBuilds',
  method: 'GET',
  path: '/projects/:project_id/builds',
  query: { ...BUILD_FILTERS, ...pageParameters },
  response: Type.Object({ builds: Type.Array(ConsoleBuild), pagination: CursorPagination }),
});

/** A build as a strip shows it. */
export const StripPoint = Type.Object({
  ...Type.Pick(BuildRun, ['id', 'build_number', 'status', 'duration_seconds', 'created_at']).properties,
  is_stale: Type.Boolean(),
});
export type StripPoint = Static<typeof StripPoint>;

/** A job with its latest builds, oldest first. */
export const JobStrip = Type.Object({
  name: Type.String(),
  builds: Type.Array(StripPoint),
  median_seconds: orNull(Type.Number()),
});
export type JobStrip = Static<typeof JobStrip>;

export const listJobs = describeConsole({
  name: 'listJobs',
  method: 'GET',
  path: '/projects/:project_id/jobs',
  response: Type.Object({
    /** The main job first, then the job that ran most often; among equals, the one that ran last. */
    jobs: Type.Array(JobStrip),
    branches: Type.Array(Type.String()),
  }),
});

const NearbyBuild = Type.Pick(BuildRun, ['id', 'build_number', 'status', 'finished_at']);
export type NearbyBuild = Static<typeof NearbyBuild>;

/** A change since the last passing build. */
export const ChangeSince = Type.Object({
  ...Type.Pick(Change, ['id', 'identifier', 'display_identifier', 'author', 'description']).properties,
  file_count: orNull(Type.Integer()),
  /** The author's name, if they belong to the account. */
  person: orNull(Type.String()),
  /** Whether the investigation names it. */
  is_suspect: Type.Boolean(),
});
export type ChangeSince = Static<typeof ChangeSince>;

/** A change that the investigation holds responsible for a failure. */
const ConsoleSuspect = Type.Object({
  ...Type.Pick(ChangeSince, ['id', 'display_identifier', 'author', 'description', 'person']).properties,
  reason: Type.String(),
  confidence: Type.Number(),
});
export type ConsoleSuspect = Static<typeof ConsoleSuspect>;

/** A build with everything that its page shows. */
export const ConsoleBuildDetail = Type.Object({
  ...BuildRunDetail.properties,
  ...consoleFields,
  /** The previous and next build of the same job. */
  previous: orNull(NearbyBuild),
  next: orNull(NearbyBuild),
  last_passing: orNull(NearbyBuild),
  /** The first build that failed after the last passing one; null unless it is earlier than this build. */
  broken_since: orNull(NearbyBuild),
  changes: Type.Array(ChangeSince),
  /** Whether there are more changes than the page shows. */
  changes_cut: Type.Boolean(),
  /** Newest first. */
  suspects: Type.Array(ConsoleSuspect),
  deployments: Type.Array(Type.Pick(Deployment, ['id', 'platform', 'status', 'version'])),
  /** Who purged the log, and when; null if nobody did. A report with a new log may have followed. */
  log_purge: orNull(Type.Object({ purged_at: Timestamp, purged_by: orNull(Type.String()) })),
  /** The problem that made the build fail, if its log names the cause. */
  problem: orNull(Problem),
  /** What the log of the failed build says, without an investigation. */
  diagnosis: orNull(
    Type.Object({ error: Type.String(), line: Type.Integer(), cause: anyOf(['found', 'possible']) }),
  ),
  /** The integration that reported the build; its set-up has a step that sends logs. */
  integration: orNull(Type.Object({ id: Type.Integer(), provider: Type.String() })),
  /**
   * Whether the suggested fix is for this failure or fits any failure of its kind. Null if there is no finding, or it was
   * made before kinds were distinguished.
   */
  fix_kind: orNull(anyOf(FIX_KINDS)),
  /** The name of the person to whom the investigation attributes the failure. */
  attributed_to: orNull(Type.String()),
  credits: Type.Object({ required: Type.Integer(), available: Type.Integer() }),
  /** The tool that can run the build again, or why none can. */
  rerun: Type.Object({
    tool: orNull(Type.String()),
    problem: orNull(Type.String()),
    /** Whether credentials in the integration's settings would solve the problem. */
    needs_credentials: Type.Boolean(),
  }),
});
export type ConsoleBuildDetail = Static<typeof ConsoleBuildDetail>;

export const getConsoleBuild = describeConsole({
  name: 'getConsoleBuild',
  method: 'GET',
  path: '/projects/:project_id/builds/:build_run_id',
  response: ConsoleBuildDetail,
});

/** What differs between two builds of a project; the order of the builds does not matter. */
export const compareConsoleBuilds = describeConsole({
  name: 'compareConsoleBuilds',
  method: 'GET',
  path: '/projects/:project_id/builds/:build_run_id/compare/:other_build_run_id',
  response: Type.Object({
    earlier_id: DigitsId,
    /** Newest first. */
    changes: Type.Array(ChangeSince),
    /** Whether there are more changes than the response contains. */
    changes_cut: Type.Boolean(),
    ...ComparedOutput.properties,
  }),
});

export const getWholeLog = describeConsole({
  name: 'getWholeLog',
  method: 'GET',
  path: '/projects/:project_id/builds/:build_run_id/log',
  response: Type.Object({
    /** The number of the first line: of a very long log, only the end is shown. */
    from_line: Type.Integer(),
    lines: Type.Array(Type.String()),
    truncated: Type.Boolean(),
  }),
});

/** Removes the log, everything that investigations quote from it, and the log in the build's deliveries. */
export const purgeBuildLog = describeConsole({
  name: 'purgeBuildLog',
  method: 'POST',
  path: '/projects/:project_id/builds/:build_run_id/purge_log',
  role: 'owner',
  confirmed: true,
  audit: 'build.purge_log',
  writes: true,
  deletes: true,
  errors: ['legal_hold'],
});

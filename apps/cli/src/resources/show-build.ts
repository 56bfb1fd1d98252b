import {
  type BuildRun,
  type BuildSuspects,
  type Investigation,
  shownStatus,
  shownStepStatus,
} from '@slipway/contracts';
import { describeFailedTests } from '@slipway/domain';
import { describeDuration } from '../output/ages.js';
import type { Detail, RecordView, Section } from '../output/details.js';
import { nameOfTest } from '../tests/show-gate.js';
import type { FailedTests, ReadBuild } from './read-build.js';

interface BuildFacts {
  /** Null unless it failed. */
  readonly suspects: BuildSuspects | null;
  readonly tests: FailedTests | null;
}

export function showBuild(build: ReadBuild, { suspects, tests }: BuildFacts = NO_FACTS): RecordView {
  return {
    title: `${build.ci_job_name} #${build.build_number}`,
    details: Object.values(detailsOf(build)),
    sections: [
      {
        heading: 'Steps',
        lines: build.steps.map(({ name, status, detail }) =>
          [shownStepStatus(build, status), name, detail].join('  ').trimEnd(),
        ),
      },
      {
        heading: 'Artifacts',
        lines: build.artifacts.map(({ name, size_bytes, url }) =>
          `${name}  ${size_bytes} bytes  ${url}`.trimEnd(),
        ),
      },
      ...showFailedTests(tests),
      ...(build.investigation === null
        ? showSuspects(suspects)
        : showInvestigation(build.investigation, suspects).sections),
    ],
  };
}

const NO_FACTS: BuildFacts = { suspects: null, tests: null };

function showFailedTests(found: FailedTests | null): Section[] {
  const failed = found?.tests.filter(({ failure }) => failure != null) ?? [];
  if (found === null || failed.length === 0) return [];
  const counts = describeFailedTests(found.summary);
  return [
    {
      heading: `Failed tests (${counts})`,
      lines: failed.map((test) =>
        [test.id, nameOfTest(test), test.variant, test.explanation].filter(Boolean).join('  '),
      ),
    },
  ];
}

type NotDetailed = 'project_id' | 'ci_job_name' | 'build_number' | 'target_type' | 'created_at';

/** A detail for each field, in the order in which they are shown. */
function detailsOf(build: ReadBuild): Record<Exclude<keyof BuildRun, NotDetailed> | 'has_log', Detail> {
  const { duration_seconds: seconds } = build;
  return {
    id: { label: 'id', value: build.id },
    status: { label: 'status', value: shownStatus(build), as: 'status' },
    updated_at: { label: 'last report', value: build.is_stale ? build.updated_at : null, as: 'time' },
    build_type: { label: 'type', value: `${build.build_type} ${build.target_type}` },
    branch: { label: 'branch', value: build.branch },
    commit_hash: { label: 'commit', value: build.commit_hash },
    changelist: { label: 'changelist', value: build.changelist },
    duration_seconds: { label: 'duration', value: seconds === null ? null : describeDuration(seconds) },
    started_at: { label: 'started', value: build.started_at, as: 'time' },
    finished_at: { label: 'finished', value: build.finished_at, as: 'time' },
    has_log: { label: 'log', value: build.has_log ? `slipway build log ${build.id}` : 'none' },
    build_url: { label: 'url', value: build.build_url },
  };
}

export function showInvestigation(
  investigation: Investigation,
  suspects: BuildSuspects | null = null,
): RecordView & { readonly sections: readonly Section[] } {
  const { diagnosis, suggested_fix, evidence, confidence, attributed_user_id } = investigation;
  return {
    title: `Investigation ${investigation.investigation_id}`,
    details: [
      { label: 'status', value: investigation.status, as: 'status' },
      { label: 'category', value: investigation.category },
      { label: 'confidence', value: confidence === null ? null : `${Math.round(confidence * 100)} %` },
      { label: 'attributed to', value: attributed_user_id === null ? null : `user:${attributed_user_id}` },
    ],
    sections: [
      { heading: 'Diagnosis', lines: diagnosis === null ? [] : [diagnosis] },
      ...showSuspects(suspects),
      { heading: 'Suggested fix', lines: suggested_fix === null ? [] : [suggested_fix] },
      { heading: 'Evidence', lines: evidence.map(({ line, text }) => `${String(line).padStart(6)}  ${text}`) },
    ],
  };
}

/** The changes suspected of a failure or, without one, why there is none and what is new since the job last passed. */
function showSuspects(found: BuildSuspects | null): Section[] {
  if (found === null) return [];
  const { suspects, no_suspect_reason: reason, new_changes: changes } = found;
  if (suspects.length > 0)
    return [
      {
        heading: 'Suspects',
        lines: suspects.map(({ display_identifier, author_user_id, reason: why }) =>
          [display_identifier, author_user_id === null ? '' : `user:${author_user_id}`, why]
            .filter(Boolean)
            .join('  '),
        ),
      },
    ];
  return [
    { heading: 'Suspects', lines: [`None. ${reason ?? ''}`.trimEnd()] },
    { heading: 'New since the last pass', lines: changes?.display_identifiers ?? [] },
  ];
}

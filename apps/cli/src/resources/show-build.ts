import { type BuildSuspects, type Investigation, shownStatus, shownStepStatus } from '@slipway/contracts';
import { describeDuration } from '../output/ages.js';
import type { RecordView, Section } from '../output/details.js';
import type { ReadBuild } from './read-build.js';

/** How a build is shown; `suspects` is null unless it failed. */
export function showBuild(build: ReadBuild, suspects: BuildSuspects | null = null): RecordView {
  return {
    title: `${build.ci_job_name} #${build.build_number}`,
    details: [
      { label: 'id', value: build.id },
      { label: 'status', value: shownStatus(build), as: 'status' },
      { label: 'last report', value: build.is_stale ? build.updated_at : null, as: 'time' },
      { label: 'type', value: `${build.build_type} ${build.target_type}` },
      { label: 'branch', value: build.branch },
      { label: 'commit', value: build.commit_hash },
      { label: 'changelist', value: build.changelist },
      {
        label: 'duration',
        value: build.duration_seconds === null ? null : describeDuration(build.duration_seconds),
      },
      { label: 'started', value: build.started_at, as: 'time' },
      { label: 'finished', value: build.finished_at, as: 'time' },
      { label: 'log', value: build.has_log ? `slipway build log ${build.id}` : 'none' },
      { label: 'url', value: build.build_url },
    ],
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
      ...(build.investigation === null
        ? showSuspects(suspects)
        : showInvestigation(build.investigation, suspects).sections),
    ],
  };
}

/** How an investigation is shown. */
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

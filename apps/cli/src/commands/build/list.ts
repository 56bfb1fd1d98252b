import type { Marked } from '@slipway/client';
import { type BuildRun, listBuilds, shownStatus } from '@slipway/contracts';
import { describeDuration } from '../../output/ages.js';
import { column, statusColumn, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';
import { markBuilds } from '../../resources/mark-builds.js';

/** The list is complete before it is shown, so each build has its mark. */
const stateOf = (build: BuildRun) => shownStatus(build as Marked<BuildRun>);

export const command = defineList(listBuilds, {
  summary: 'List builds, newest first',
  examples: [
    'slipway build list --status failed --since 2d',
    'slipway build list --job Harbor-Win64 --branch main --limit 200',
    'slipway build list --changelist 48213',
    'slipway build list --json id,status,ci_job_name',
  ],
  complete: { fields: ['is_stale'], read: markBuilds },
  columns: [
    column('ID', ({ id }) => id),
    statusColumn('STATUS', stateOf),
    textColumn('JOB', ({ ci_job_name }) => ci_job_name),
    column('NUMBER', ({ build_number }) => build_number),
    textColumn('BRANCH', ({ branch }) => branch),
    {
      ...column<BuildRun>('DURATION', ({ duration_seconds }) => duration_seconds),
      show: (text) => (text === '' ? '' : describeDuration(Number(text))),
    },
    timeColumn('CREATED', ({ created_at }) => created_at),
  ],
});

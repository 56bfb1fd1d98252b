import { listDeployments } from '@slipway/contracts';
import { column, statusColumn, textColumn, timeColumn } from '../../output/columns.js';
import { defineList } from '../../resources/define-list.js';

export const command = defineList(listDeployments, {
  summary: 'List deployments, newest first',
  examples: [
    'slipway deployment list --platform steam --status live',
    'slipway deployment list --build-run-id 31',
  ],
  columns: [
    column('ID', ({ id }) => id),
    column('PLATFORM', ({ platform }) => platform),
    statusColumn('STATUS', ({ status }) => status),
    textColumn('VERSION', ({ version }) => version),
    textColumn('BRANCH', ({ branch }) => branch),
    column('BUILD', ({ build_run_id }) => build_run_id),
    timeColumn('UPDATED', ({ updated_at }) => updated_at),
  ],
});

import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['build.running event', 'build', 'build.number', 'build.state', 'build.blocked'],
    ...['pipeline', 'pipeline.slug'],
    ...['job', 'job.name', 'job.step_key', 'job.parallel_group_index', 'job.parallel_group_total'],
    ...['job.state', 'job.exit_status'],
    ...['job_log pipeline', 'build_number'],
  ],
};

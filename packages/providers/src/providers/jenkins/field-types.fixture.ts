import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['job_name', 'build_number', 'status', 'changelist', 'commit_trigger commit'],
    ...['name', 'url', 'build.number', 'build.phase', 'build.status'],
  ],
  // A body whose `build` is not an object is read as a flat report, and rejected for its missing fields.
  free: ['build'],
};

import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['build_number', 'build_id', 'job_name', 'changelist'],
    ...['path', 'content_hash', 'assets', 'assets.*', 'assets.*.path', 'assets.*.content_hash'],
  ],
};

import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: ['tagName', 'revision', 'repository', 'data', 'data.revision'],
  free: ['author'],
};

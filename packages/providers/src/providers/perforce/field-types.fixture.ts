import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: ['changelist', 'change', 'status'],
  free: ['describe'],
};

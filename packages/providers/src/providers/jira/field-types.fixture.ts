import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['webhookEvent', 'id', 'key', 'fields', 'fields.status.name'],
    ...['issue', 'issue.id', 'issue.key', 'issue.fields', 'issue.fields.status.name'],
  ],
  free: ['fields.status', 'issue.fields.status'],
};

import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['events', 'events.*', 'events.*.action'],
    ...['events.*.resource', 'events.*.resource.gid', 'events.*.resource.resource_type'],
  ],
  clearing: ['events.*.change.new_value'],
};

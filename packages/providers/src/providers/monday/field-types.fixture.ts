import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['event', 'event.type', 'event.pulseId', 'event.itemId'],
    ...['event.columnId', 'event.columnType', 'event.columnTitle'],
    ...['data', 'data.event', 'data.event.type', 'data.event.pulseId'],
  ],
  clearing: [
    ...['event.value', 'event.value.label', 'event.value.label.text'],
    ...['event.value.personsAndTeams', 'event.value.personsAndTeams.*', 'event.value.personsAndTeams.*.id'],
  ],
};

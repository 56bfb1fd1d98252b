import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['action', 'data', 'data.id', 'data.identifier', 'data.number', 'data.team', 'data.team.key'],
    ...['data.state', 'data.state.name', 'data.archivedAt', 'data.trashed'],
  ],
  free: ['updatedFrom.archivedAt', 'updatedFrom.assigneeId'],
};

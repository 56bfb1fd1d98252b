import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: [
    ...['action', 'action.type', 'action.data', 'action.data.card', 'action.data.card.id'],
    ...['action.data.card.shortLink', 'action.data.card.closed', 'action.data.old', 'action.data.old.closed'],
    ...['action.data.list', 'action.data.list.name', 'action.data.listAfter', 'action.data.listAfter.name'],
  ],
};

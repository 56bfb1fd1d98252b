import type { FieldTypes } from '../../field-types.fixture.js';

export const fieldTypes: FieldTypes = {
  strict: ['platform', 'event', 'build_number', 'branch', 'steam_app_id', 'external_id'],
  free: ['metadata.depots', 'metadata.depots.*'],
};

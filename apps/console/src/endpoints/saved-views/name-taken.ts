import type { ApiError } from '@slipway/http';
import { invalidField } from '../../invalid-field.js';

/** The refusal of a name that another of the person's views of the same list has. */
export function nameTaken(): ApiError {
  return invalidField('name', 'You already have a view with this name.');
}

import { ApiError } from '@slipway/http';

/**
 * A 422 for one field, which the form shows beside it: `name` and `is required` become “Name is required.” A flaw may
 * also be a whole sentence.
 */
export function invalidField(
  path: string,
  flaw: string,
  message = /^\p{Lu}/u.test(flaw) ? flaw : `${path} ${flaw}.`,
): ApiError {
  return new ApiError('invalid_parameter', { message, extra: { details: [{ path, message: flaw }] } });
}

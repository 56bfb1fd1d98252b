import { isTimeZone } from '@slipway/domain';
import { invalidField } from './invalid-field.js';

export function zoneOf({ time_zone: timeZone = 'UTC' }: { readonly time_zone?: string | undefined }): string {
  if (!isTimeZone(timeZone)) throw invalidField('time_zone', 'must be a time zone such as Europe/Berlin');
  return timeZone;
}

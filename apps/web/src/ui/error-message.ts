import { withoutClock } from '@slipway/diagnosis/lines';
import { errorMessage as messageOf } from '@slipway/domain/cause';

/** The message of a log's error line, without its time, place and level. */
export function errorMessage(line: string): string {
  return messageOf(withoutClock(line.trim()));
}

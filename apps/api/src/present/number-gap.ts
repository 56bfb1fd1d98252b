import type { NumberGap } from '@slipway/contracts';
import type { GapRecord } from '@slipway/db';
import { sanitizeText } from '@slipway/domain';
import { presentTime } from './time.js';

export function presentNumberGap(gap: GapRecord): NumberGap {
  return {
    integration_id: gap.integrationId,
    provider: gap.provider,
    kind: gap.kind,
    series: sanitizeText(gap.series),
    first_missing: String(gap.firstMissing),
    last_missing: String(gap.lastMissing),
    count: gap.lastMissing - gap.firstMissing + 1,
    certainty: gap.isLikely ? 'likely' : 'possible',
    before_at: presentTime(gap.beforeAt),
    after_at: presentTime(gap.afterAt),
  };
}

import { DEFAULT_GAP_DAYS, listDeliveryGaps, type NumberGap } from '@slipway/contracts';
import type { GapRecord } from '@slipway/db';
import { type Redactor, redactName } from '@slipway/domain';
import { type Provider, providers } from '@slipway/providers';
import { keysetPage } from '../../page.js';
import { presentTime } from '../../presenters/present-time.js';
import { defineEndpoint } from '../../services.js';

const DAY_MS = 24 * 60 * 60_000;

const sequentialProviders = providers
  .filter((provider: Provider) => provider.numbersBuildsInSequence)
  .map(({ id }) => id);

export const endpoint = defineEndpoint(listDeliveryGaps, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listDeliveryGaps, scope: project.id, query });
  const { kind, integration_id: integrationId, days = DEFAULT_GAP_DAYS } = query;
  const since = new Date(services.clock.now() - days * DAY_MS);
  const { count, after } = page;
  const request = { kind, integrationId, sequentialProviders, since, count, after };
  const gaps = await services.reads.listDeliveryGaps(project.id, request);
  const { rows, pagination } = page.end(gaps, (gap) => ({ at: gap.afterAt, kind: gap.kind, id: gap.id }));
  const redactor = services.redactors.of(project);
  return { gaps: rows.map((gap) => presentNumberGap(gap, redactor)), pagination };
});

function presentNumberGap(gap: GapRecord, redactor: Redactor): NumberGap {
  return {
    integration_id: gap.integrationId,
    provider: gap.provider,
    kind: gap.kind,
    series: redactName(gap.series, redactor),
    first_missing: String(gap.firstMissing),
    last_missing: String(gap.lastMissing),
    count: gap.lastMissing - gap.firstMissing + 1,
    certainty: gap.isLikely ? 'likely' : 'possible',
    before_at: presentTime(gap.beforeAt),
    after_at: presentTime(gap.afterAt),
  };
}

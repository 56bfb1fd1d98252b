import { gapDays, listDeliveryGaps } from '@slipway/contracts';
import { type Provider, providers } from '@slipway/providers';
import { closePage, openPage } from '../../paging.js';
import { presentNumberGap } from '../../present/number-gap.js';
import { defineEndpoint } from '../../services.js';

const DAY_MS = 24 * 60 * 60_000;

const sequentialProviders = providers
  .filter((provider: Provider) => provider.numbersBuildsInSequence)
  .map(({ id }) => id);

export const endpoint = defineEndpoint(listDeliveryGaps, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listDeliveryGaps, String(project.id), query);
  const since = new Date(services.clock.now() - gapDays(query.days) * DAY_MS);
  const { kind, integration_id: integrationId } = query;
  const { count, after } = page;
  const request = { kind, integrationId, sequentialProviders, since, count, after };
  const matches = await services.reads.listDeliveryGaps(project.id, request);
  const { rows, pagination } = closePage(page, matches, ({ afterAt, kind, id }) => ({
    at: afterAt.getTime(),
    kind,
    id: String(id),
  }));
  return { gaps: rows.map(presentNumberGap), pagination };
});

import { gapDays, listDeliveryGaps } from '@slipway/contracts';
import type { GapRecord } from '@slipway/db';
import { parseRowId } from '@slipway/domain';
import { closePage, openPage } from '../../paging.js';
import { presentNumberGap } from '../../present/number-gap.js';
import { defineEndpoint } from '../../services.js';

const DAY_MS = 24 * 60 * 60_000;

export const endpoint = defineEndpoint(listDeliveryGaps, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listDeliveryGaps, String(project.id), query);
  const integrationId = query.integration_id === undefined ? undefined : parseRowId(query.integration_id);
  const since = new Date(services.clock.now() - gapDays(query.days) * DAY_MS);
  const { count, after } = page;
  const matches: GapRecord[] =
    integrationId === null
      ? []
      : await services.reads.listDeliveryGaps(project.id, {
          kind: query.kind,
          integrationId,
          since,
          count,
          after,
        });
  const { rows, pagination } = closePage(page, matches, ({ afterAt, kind, id }) => ({
    at: afterAt.getTime(),
    kind,
    id: String(id),
  }));
  return { gaps: rows.map(presentNumberGap), pagination };
});

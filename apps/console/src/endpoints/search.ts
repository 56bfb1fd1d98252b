import { searchAccount } from '@slipway/contracts';
import { redactName, sanitizePath } from '@slipway/domain';
import { defineConsoleEndpoint } from '../console-endpoint.js';
import { redactorsOf } from '../redactors-of.js';

export const search = defineConsoleEndpoint(searchAccount, async ({ account, query, services }) => {
  const found = await services.reads.searchAccount(account.id, query.q ?? '');
  const redactorOf = await redactorsOf(
    services,
    found.map(({ projectId }) => projectId),
  );
  const results = found.map(({ kind, title, detail, url, projectId }) => ({
    kind,
    title: kind === 'asset' ? sanitizePath(title) : redactName(title, redactorOf(projectId)),
    detail: redactName(detail, redactorOf(projectId)),
    url,
  }));
  return { results };
});

import { searchAccount } from '@slipway/contracts';
import { sanitizePath, sanitizeText } from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(searchAccount, async ({ account, query, services }) => {
  const found = await services.reads.searchAccount(account.id, query.q ?? '');
  const results = found.map(({ kind, title, detail, url }) => ({
    kind,
    title: kind === 'asset' ? sanitizePath(title) : sanitizeText(title),
    detail: sanitizeText(detail),
    url,
  }));
  return { results };
});

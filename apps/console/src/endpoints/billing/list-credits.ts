import { type CreditEntry, listCredits } from '@slipway/contracts';
import type { CreditEntryRecord } from '@slipway/db';
import { buildRunPath, type Redactor, redactName } from '@slipway/domain';
import { keysetPage, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { redactorsOf } from '../../redactors-of.js';

export const endpoint = defineConsoleEndpoint(listCredits, async ({ account, query, services }) => {
  const page = keysetPage(services.cursors, { list: listCredits, scope: account.id, query });
  const entries = await services.reads.listCredits(account.id, page);
  const { rows, pagination } = page.end(entries, ({ createdAt, id }) => ({ at: createdAt, id }));
  const redactorOf = await redactorsOf(
    services,
    rows.flatMap(({ projectId }) => projectId ?? []),
  );
  return { entries: rows.map((entry) => presentCredit(entry, redactorOf)), pagination };
});

function presentCredit(entry: CreditEntryRecord, redactorOf: (projectId: number) => Redactor): CreditEntry {
  const { id, delta, balance, reason, createdAt, projectId, projectName, buildRunId, jobName, buildNumber } =
    entry;
  const hasBuild = projectId !== null && buildRunId !== null;
  return {
    id,
    delta,
    balance,
    reason,
    created_at: presentTime(createdAt),
    project_name: projectName,
    build_label: hasBuild ? redactName(`${jobName} #${buildNumber}`, redactorOf(projectId)) : null,
    build_path: hasBuild ? buildRunPath(projectId, buildRunId) : null,
  };
}

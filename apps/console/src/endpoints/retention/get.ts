import { type AccountRetention, getRetention, HISTORY_KINDS, type LegalHold } from '@slipway/contracts';
import type { LegalHoldRecord } from '@slipway/db';
import { RETENTION_SETTINGS } from '@slipway/domain';
import { presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import type { ConsoleServices } from '../../services.js';

/** Retention deletes notifications after this many days; no setting changes it. */
const NOTIFICATION_DAYS = 90;

/** A log is deleted with its build. */
function shorterOf({ builds = Number.POSITIVE_INFINITY, build_logs: logs }: ConsoleServices['historyDays']) {
  return builds < (logs ?? Number.POSITIVE_INFINITY) ? 'builds' : 'build_logs';
}

export const endpoint = defineConsoleEndpoint(getRetention, async ({ account, services }) => {
  const { reads, deliveryRetentionDays, historyDays } = services;
  const [holds, projects, members] = await Promise.all([
    reads.listLegalHolds(account.id),
    reads.listProjectRetentions(account.id),
    reads.listMemberNames(account.id),
  ]);
  const presentHold = (hold: LegalHoldRecord): LegalHold => ({
    set_by: members.find(({ id }) => id === hold.userId)?.name ?? null,
    since: presentTime(hold.createdAt),
    reason: account.role === 'owner' ? hold.reason : null,
  });
  const holdOf = (projectId: number | null) => {
    const hold = holds.find((each) => each.projectId === projectId);
    return hold === undefined ? null : presentHold(hold);
  };
  const kinds: AccountRetention['kinds'] = [
    { kind: 'deliveries', days: deliveryRetentionDays, setting: 'DELIVERY_RETENTION_DAYS' },
    { kind: 'notifications', days: NOTIFICATION_DAYS, setting: null },
    ...HISTORY_KINDS.map((kind) => {
      const decides = kind === 'build_logs' ? shorterOf(historyDays) : kind;
      return { kind, days: historyDays[decides] ?? null, setting: RETENTION_SETTINGS[decides] };
    }),
  ];
  return {
    kinds,
    hold: holdOf(null),
    projects: projects.map(({ id, name, own }) => ({ id, name, own: [...own], hold: holdOf(id) })),
  };
});

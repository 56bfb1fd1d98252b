import {
  type AccountRetention,
  getRetention,
  HISTORY_KINDS,
  holdAccount,
  holdProject,
  type LegalHold,
  releaseAccount,
  releaseProject,
  setProjectRetention,
} from '@slipway/contracts';
import {
  addLegalHold,
  announceChange,
  type DatabaseHandle,
  editProjectRetention,
  type HeldScope,
  type LegalHoldRecord,
  removeLegalHold,
} from '@slipway/db';
import { RETENTION_SETTINGS } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { type ConsoleCaller, defineConsoleEndpoint, done, type RecordChange } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import type { ConsoleServices } from '../services.js';

/** Retention deletes notifications after this many days; no setting changes it. */
const NOTIFICATION_DAYS = 90;

/** A log is deleted with its build. */
function shorterOf({ builds = Number.POSITIVE_INFINITY, build_logs: logs }: ConsoleServices['historyDays']) {
  return builds < (logs ?? Number.POSITIVE_INFINITY) ? 'builds' : 'build_logs';
}

export const get = defineConsoleEndpoint(getRetention, async ({ account, services }) => {
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

export const holdAccountEndpoint = defineConsoleEndpoint(holdAccount, (input) =>
  hold(input, { accountId: input.account.id, projectId: null, name: input.account.name }),
);

export const holdProjectEndpoint = defineConsoleEndpoint(holdProject, (input) =>
  hold(input, { accountId: input.account.id, projectId: input.project.id, name: input.project.name }),
);

export const releaseAccountEndpoint = defineConsoleEndpoint(releaseAccount, (input) =>
  release(input, { accountId: input.account.id, projectId: null, name: input.account.name }),
);

export const releaseProjectEndpoint = defineConsoleEndpoint(releaseProject, (input) =>
  release(input, { accountId: input.account.id, projectId: input.project.id, name: input.project.name }),
);

export const setForProject = defineConsoleEndpoint(
  setProjectRetention,
  async ({ project, body, audit, services }) => {
    for (const kind of HISTORY_KINDS) {
      const [days, longest] = [body[kind] ?? 0, services.historyDays[kind]];
      if (longest !== undefined && days > longest)
        throw invalidField(kind, `cannot be more than ${longest} days, which is what this installation keeps`);
    }
    await services.database.modelTransaction(async (tx) => {
      await editProjectRetention(tx, project.id, body);
      await audit(tx, { target: project.name, detail: { ...body } });
      await announceChange(tx, project.id, 'project');
    });
    return done;
  },
);

/** A request to set or release a hold, whose reason the audit log keeps. */
interface HoldRequest {
  readonly caller: ConsoleCaller;
  readonly body: { readonly reason: string };
  readonly audit: RecordChange;
  readonly services: ConsoleServices;
}

interface HeldTarget extends HeldScope {
  readonly name: string;
}

function hold({ caller: { userId }, ...request }: HoldRequest, target: HeldTarget): Promise<typeof done> {
  return change(request, target, async (tx, reason) => {
    const { accountId, projectId } = target;
    if (await addLegalHold(tx, { accountId, projectId, reason, userId })) return;
    throw new ApiError('legal_hold', { message: `${target.name} is already under a legal hold.` });
  });
}

function release(request: HoldRequest, target: HeldTarget): Promise<typeof done> {
  return change(request, target, async (tx) => void found((await removeLegalHold(tx, target)) || null));
}

async function change(
  { body, audit, services }: Omit<HoldRequest, 'caller'>,
  { name }: HeldTarget,
  apply: (tx: DatabaseHandle, reason: string) => Promise<void>,
): Promise<typeof done> {
  const reason = body.reason.trim();
  await services.database.modelTransaction(async (tx) => {
    await apply(tx, reason);
    await audit(tx, { target: name, detail: { reason } });
  });
  return done;
}

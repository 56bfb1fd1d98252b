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
  editProjectRetention,
  type HeldScope,
  type LegalHoldRecord,
  type ProjectRecord,
  removeLegalHold,
} from '@slipway/db';
import { RETENTION_SETTINGS } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { type ConsoleChange, defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import { memberNames } from '../presenters.js';
import type { ConsoleServices } from '../services.js';

/** Retention deletes notifications after this many days; no setting changes it. */
const NOTIFICATION_DAYS = 90;

/** A log is deleted with its build. */
function shorterOf({ builds = Number.POSITIVE_INFINITY, build_logs: logs }: ConsoleServices['historyDays']) {
  return builds < (logs ?? Number.POSITIVE_INFINITY) ? 'builds' : 'build_logs';
}

export const get = defineConsoleEndpoint(getRetention, async ({ account, services }) => {
  const { reads, deliveryRetentionDays, historyDays } = services;
  const [holds, projects, nameOf] = await Promise.all([
    reads.listLegalHolds(account.id),
    reads.listProjectRetentions(account.id),
    memberNames(services, account.id),
  ]);
  const presentHold = (hold: LegalHoldRecord): LegalHold => ({
    set_by: nameOf(hold.userId),
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

export const holdAccountEndpoint = defineConsoleChange(holdAccount, hold);
export const holdProjectEndpoint = defineConsoleChange(holdProject, hold);
export const releaseAccountEndpoint = defineConsoleChange(releaseAccount, release);
export const releaseProjectEndpoint = defineConsoleChange(releaseProject, release);

export const setForProject = defineConsoleChange(
  setProjectRetention,
  async ({ project, body, tx, audit, services }) => {
    for (const kind of HISTORY_KINDS) {
      const [days, longest] = [body[kind] ?? 0, services.historyDays[kind]];
      if (longest !== undefined && days > longest)
        throw invalidField(kind, `cannot be more than ${longest} days, which is what this installation keeps`);
    }
    await editProjectRetention(tx, project.id, body);
    await audit({ target: project.name, detail: { ...body }, announces: 'project' });
  },
);

type HoldRequest = Pick<ConsoleChange<typeof holdAccount>, 'caller' | 'account' | 'body' | 'tx' | 'audit'> & {
  readonly project: ProjectRecord | undefined;
};

/** What a request holds or releases: its project, otherwise its account. */
function scopeOf({ account, project }: HoldRequest): HeldScope & { readonly name: string } {
  return { accountId: account.id, projectId: project?.id ?? null, name: (project ?? account).name };
}

async function hold(request: HoldRequest): Promise<void> {
  const { caller, body, tx, audit } = request;
  const { accountId, projectId, name } = scopeOf(request);
  const reason = body.reason.trim();
  if (!(await addLegalHold(tx, { accountId, projectId, reason, userId: caller.userId })))
    throw new ApiError('legal_hold', { message: `${name} is already under a legal hold.` });
  await audit({ target: name, detail: { reason } });
}

async function release(request: HoldRequest): Promise<void> {
  const scope = scopeOf(request);
  found((await removeLegalHold(request.tx, scope)) || null);
  await request.audit({ target: scope.name, detail: { reason: request.body.reason.trim() } });
}

import {
  type Billing,
  type CreditEntry,
  changePlan,
  getBilling,
  listCredits,
  setPaymentMethod,
} from '@slipway/contracts';
import {
  type CreditEntryRecord,
  setPaymentMethod as savePaymentMethod,
  changePlan as savePlan,
} from '@slipway/db';
import { accountDay, buildRunPath, type Redactor, redactName } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage, presentTime } from '@slipway/rest';
import { defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { redactorsOf } from '../redactors-of.js';
import type { ConsoleServices } from '../services.js';

export const get = defineConsoleEndpoint(getBilling, ({ account, services }) => readBilling(services, account.id));

export const changePlanEndpoint = defineConsoleChange(
  changePlan,
  async ({ account, body, tx, audit, services }) => {
    refuseDemo(account);
    await savePlan(tx, account.id, body.plan);
    await audit({ target: `${account.plan} to ${body.plan}` });
    return readBilling(services, account.id);
  },
);

export const listCreditsEndpoint = defineConsoleEndpoint(listCredits, async ({ account, query, services }) => {
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

export const setPaymentMethodEndpoint = defineConsoleChange(
  setPaymentMethod,
  async ({ account, body, tx, audit, services }) => {
    refuseDemo(account);
    await savePaymentMethod(tx, account.id, body.present);
    await audit({ target: body.present ? 'Added' : 'Removed' });
    return readBilling(services, account.id);
  },
);

async function readBilling(services: ConsoleServices, accountId: number): Promise<Billing> {
  const { reads, clock, investigations } = services;
  const now = clock.now();
  const { date, secondsLeft } = accountDay(now);
  const billing = found(await reads.findBilling(accountId, date));
  const { plan, credits, hasPaymentMethod, trialEndsAt, readOnlyReason } = billing;
  return {
    plan,
    credits,
    has_payment_method: hasPaymentMethod,
    trial_ends_at: trialEndsAt === null ? null : presentTime(trialEndsAt),
    read_only_reason: readOnlyReason,
    investigation_cost: investigations.creditCost,
    investigations_today: billing.investigationsToday,
    investigations_daily_limit: investigations.dailyLimit,
    day_ends_at: presentTime(new Date(now + secondsLeft * 1_000)),
    projects: billing.projects,
    members: billing.members,
  };
}

/** A lapsed account may pay again, but the demo cannot be changed. */
function refuseDemo({ readOnlyReason }: { readonly readOnlyReason: string | null }): void {
  if (readOnlyReason === 'demo') throw new ApiError('demo_read_only', { extra: { reason: 'demo' } });
}

import type { InvestigationStatus } from '@slipway/contracts';
import type { BuildDraft } from './builds.js';
import { findCause } from './find-cause.js';
import type { Failure } from './logs/failure.js';
import { accounts } from './people.js';
import type { Scope } from './scope.js';
import { after, day, minute, second, uuidAt } from './times.js';

export interface InvestigationRow {
  id: string;
  accountId: number;
  projectId: number;
  buildRunId: number;
  requestedById: number | null;
  automatic: boolean;
  hasLog: boolean;
  fingerprint: string | null;
  status: InvestigationStatus;
  diagnosis: string | null;
  suggestedFix: string | null;
  attributedUserId: number | null;
  suspects: object[] | null;
  category: string | null;
  confidence: number | null;
  evidence: object[];
  steps: object[];
  failureReason: string | null;
  creditsCharged: number;
  chargedOn: string;
  heartbeatAt: null;
  startedAt: Date;
  finishedAt: Date;
  createdAt: Date;
  updatedAt: Date;
}

export interface LedgerRow {
  id: number;
  accountId: number;
  delta: number;
  balance: number;
  reason: string;
  investigationId: string | null;
  createdAt: Date;
}

const easternDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

function stepsOf(build: BuildDraft, failure: Failure, file: string): object[] {
  const lines = build.log?.content.split('\n').length ?? 0;
  const suspect = build.suspect;
  return [
    { name: 'read_log', status: 'completed', detail: `${lines} lines` },
    {
      name: 'find_cause',
      status: 'completed',
      detail: `${failure.category}, ${build.log?.evidence.length ?? 0} lines quoted`,
    },
    {
      name: 'attribute',
      status: 'completed',
      detail: suspect
        ? `${suspect.row.displayIdentifier} touched ${file}.`
        : 'No change since the last passing build touched what failed.',
    },
  ];
}

function finding(build: BuildDraft, failure: Failure, file: string) {
  const { suspect } = build;
  const reason = `Touched ${file}, where the build fails.`;
  return {
    status: 'completed' as const,
    diagnosis: failure.diagnosis,
    suggestedFix: failure.fix,
    attributedUserId: suspect?.row.authorUserId ?? null,
    suspects: suspect === null ? [] : [{ changeId: suspect.row.id, reason, confidence: failure.confidence }],
    category: failure.category,
    confidence: failure.confidence,
    evidence: build.log?.evidence ?? [],
    steps: stepsOf(build, failure, file),
    failureReason: null,
  };
}

/** A failed investigation: its credit was refunded, and the next request may start another. */
const failedInvestigation = {
  status: 'failed' as const,
  diagnosis: null,
  suggestedFix: null,
  attributedUserId: null,
  suspects: null,
  category: null,
  confidence: null,
  evidence: [],
  steps: [{ name: 'read_log', status: 'failed', detail: 'the worker was stopped' }],
  failureReason: 'the worker was stopped',
  fingerprint: null,
};

/** Investigations of some failed builds; the first one failed, the others found the cause. */
export function makeInvestigations(scope: Scope, builds: BuildDraft[]): InvestigationRow[] {
  const random = scope.random('investigations');
  const people = scope.authors.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  // Every second failed build, so that others are left to investigate.
  const { investigations: planned } = scope.plan;
  const isAutomatic = planned === 'every_failure';
  const failed = builds.filter((build) => build.row.status === 'failed' && build.log !== null);
  const chosen = isAutomatic ? failed : failed.filter((_, index) => index % 2 === 0).slice(0, planned);
  return chosen.flatMap((build, index): InvestigationRow[] => {
    const { failure } = build;
    if (!failure || !build.row.finishedAt) return [];
    const createdAt = after(build.row.finishedAt, random.int(5, 40) * second);
    const startedAt = after(createdAt, second);
    const finishedAt = after(startedAt, random.int(2, 14) * second);
    return [
      {
        id: uuidAt(random, createdAt),
        accountId: scope.accountId,
        projectId: scope.projectId,
        buildRunId: build.row.id,
        requestedById: isAutomatic ? null : random.pick(people),
        automatic: isAutomatic,
        hasLog: true,
        ...(index === 0 && chosen.length > 1 && !isAutomatic
          ? failedInvestigation
          : {
              ...finding(build, failure, failure.file?.(scope.theme) ?? ''),
              fingerprint: findCause(build)?.fingerprint ?? null,
            }),
        creditsCharged: 1,
        chargedOn: easternDay.format(createdAt),
        heartbeatAt: null,
        startedAt,
        finishedAt,
        createdAt,
        updatedAt: finishedAt,
      },
    ];
  });
}

/** The credit ledger of each account: a grant, then a charge per investigation, down to the current balance. */
export function makeLedger(scopes: Scope[], investigations: InvestigationRow[]): LedgerRow[] {
  const [first] = scopes;
  if (!first) return [];
  const { ids, now } = first;
  const made: Omit<LedgerRow, 'id' | 'balance'>[] = [];
  for (const { accountId, status, id, createdAt, finishedAt } of investigations) {
    made.push({ accountId, delta: -1, reason: 'investigation', investigationId: id, createdAt });
    if (status === 'failed')
      made.push({ accountId, delta: 1, reason: 'refund', investigationId: id, createdAt: finishedAt });
  }
  made.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return Object.values(accounts).flatMap(({ credits }, index) => {
    const own = made.filter(({ accountId }) => accountId === index + 1);
    const granted = credits - own.reduce((sum, { delta }) => sum + delta, 0);
    if (granted === 0) return [];
    const grant = {
      accountId: index + 1,
      delta: granted,
      reason: 'grant',
      investigationId: null,
      createdAt: after(now, -31 * day + minute),
    };
    let balance = 0;
    return [grant, ...own].map((entry) => {
      balance += entry.delta;
      return { id: ids.next('credit_ledger'), ...entry, balance };
    });
  });
}

import { addBuildToProblem, type JobBuild, lockProblemOf } from '@slipway/db';
import { FINGERPRINT_RULE } from '@slipway/diagnosis';
import { describeAttribution, nameChange } from '@slipway/domain';
import type { BuildDraft } from './builds.js';
import type { Finding } from './findings.js';
import { insertTables, run, type Transaction } from './insert-rows.js';
import { accountIds, accounts, userIds } from './people.js';
import { plans } from './plans.js';
import { integrationId, integrations, projectIds, projects } from './projects.js';
import { randomFor } from './random.js';
import { after, day, minute, second, uuidAt } from './times.js';

/** A failed build that waits for its diagnosis. */
type Failed = Omit<JobBuild, 'finishedAt'> & { readonly finishedAt: Date };

/** The findings about failed builds, by the name of the build. */
export type Findings = ReadonlyMap<string, Finding>;

export const nameOf = ({ job, number }: Pick<BuildDraft, 'job' | 'number'>) =>
  `${integrationId(job.integration)} ${job.name} ${number}`;

const FAILED = `SELECT b.id, b.project_id AS "projectId", b.account_id AS "accountId",
    b.integration_id AS "integrationId", b.job_key AS "jobKey", b.job_name AS "jobName", b.branch,
    b.build_number AS "buildNumber", b.finished_at AS "finishedAt"
  FROM build_diagnoses d JOIN build_runs b ON b.id = d.build_run_id
  WHERE d.requested_at IS NOT NULL ORDER BY b.finished_at, b.id`;

function diagnosisOf({ id }: Failed, { diagnosis: found }: Finding) {
  const { fingerprint, category, tool, title, file, symbol, test, keyLine, diagnosis, confidence } = found;
  const cause = { category, tool, title, file, symbol, test, message: keyLine?.text ?? '' };
  const line = keyLine?.line ?? null;
  return { buildRunId: id, ...cause, fingerprint, rule: FINGERPRINT_RULE, diagnosis, confidence, line };
}

type StoredDiagnosis = ReturnType<typeof diagnosisOf>;

async function storeDiagnoses(tx: Transaction, diagnoses: StoredDiagnosis[]): Promise<void> {
  const [first] = diagnoses;
  if (first === undefined) return;
  const columns = Object.keys(first).filter((name) => name !== 'buildRunId');
  await run(
    tx,
    `UPDATE build_diagnoses d SET requested_at = NULL, attempts = 1, ${columns.map((name) => `${name} = r.${name}`).join(', ')}
     FROM json_populate_recordset(NULL::build_diagnoses, $1::json) r WHERE d.build_run_id = r.build_run_id`,
    JSON.stringify(diagnoses.map(({ buildRunId, ...rest }) => ({ build_run_id: buildRunId, ...rest }))),
  );
}

/** Stores the diagnoses of the builds that failed since the last call, and counts the builds in their problems. */
export async function diagnoseFailures(tx: Transaction, findings: Findings): Promise<void> {
  const known = (await run<Failed>(tx, FAILED)).flatMap((build) => {
    const finding = findings.get(`${build.integrationId} ${build.jobName} ${build.buildNumber}`);
    return finding === undefined ? [] : [{ build, diagnosis: diagnosisOf(build, finding) }];
  });
  await storeDiagnoses(
    tx,
    known.map(({ diagnosis }) => diagnosis),
  );
  for (const { build, diagnosis } of known) {
    const { fingerprint, ...cause } = diagnosis;
    if (fingerprint === null) continue;
    const ended = { ...build, finishedAt: build.finishedAt.getTime() };
    const seen = { build: ended, cause: { ...cause, fingerprint } };
    await addBuildToProblem(tx, { ...seen, problemId: await lockProblemOf(tx, seen), isCause: true });
  }
}

/** The investigations of the story: people asked for every second, or every failure is investigated automatically. */
function chooseInvestigated(findings: Findings): Finding[] {
  const seen = new Map<string, number>();
  return [...findings.values()].filter(({ build: { job } }) => {
    const { project } = integrations[job.integration];
    const { investigations: planned } = plans[project];
    const place = seen.get(project) ?? 0;
    seen.set(project, place + 1);
    return planned === 'every_failure' || (place % 2 === 0 && place / 2 < planned);
  });
}

function stepsOf({ diagnosis, attribution, build }: Finding): object[] {
  const lines = build.log?.split('\n').length ?? 0;
  const { category, confidence, evidence } = diagnosis;
  const cause = `${category}, confidence ${confidence.toFixed(2)}, ${evidence.length} ${evidence.length === 1 ? 'line' : 'lines'} quoted.`;
  return [
    { name: 'read_log', status: 'completed', detail: `${lines} lines.` },
    { name: 'find_cause', status: 'completed', detail: cause },
    { name: 'attribute', status: 'completed', detail: describeAttribution(attribution) },
  ];
}

const easternDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

/** Who asked for an investigation, when, and what it cost. */
function requestOf({ build }: Finding, buildRunId: number, place: number) {
  const { project } = integrations[build.job.integration];
  const { account, members } = projects[project];
  const isAutomatic = plans[project].investigations === 'every_failure';
  const random = randomFor(`investigation ${build.job.name} ${build.number}`);
  const createdAt = after(build.finishedAt, random.int(5, 20) * second);
  const startedAt = after(createdAt, second);
  const finishedAt = after(startedAt, random.int(2, 14) * second);
  return {
    id: uuidAt(random, createdAt),
    accountId: accountIds[account],
    projectId: projectIds[project],
    buildRunId,
    requestedById: isAutomatic ? null : userIds[members[place % members.length] ?? 'owner'],
    automatic: isAutomatic,
    attempts: 1,
    creditsCharged: 1,
    chargedOn: easternDay.format(createdAt),
    startedAt,
    finishedAt,
    createdAt,
    updatedAt: finishedAt,
  };
}

type Request = ReturnType<typeof requestOf>;

function findingOf({ diagnosis: found, attribution, suspects }: Finding, changeIds: ReadonlyMap<string, number>) {
  const { fingerprint, category, confidence, evidence, suggestedFix, fixKind } = found;
  return {
    diagnosis: found.diagnosis + nameChange(attribution),
    suggestedFix,
    fixKind,
    fingerprint,
    category,
    confidence,
    evidence,
    attributedUserId: attribution.userId,
    suspects: attribution.suspects.map(({ change, reason, confidence }) => {
      const changeId = changeIds.get(suspects[change.id]?.identifier ?? '');
      return { changeId, reason, confidence };
    }),
  };
}

/** The credit ledger of each account: a grant, then a charge per investigation, down to the current balance. */
function ledgerOf(requests: readonly Request[], refunded: Request | undefined, now: Date): object[] {
  const charges = requests.flatMap((request) => {
    const { accountId, id: investigationId, createdAt, finishedAt } = request;
    const charge = { accountId, delta: -1, reason: 'investigation', investigationId, createdAt };
    return request === refunded
      ? [charge, { ...charge, delta: 1, reason: 'refund', createdAt: finishedAt }]
      : [charge];
  });
  charges.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return Object.entries(accounts).flatMap(([name, { credits }]) => {
    const accountId = accountIds[name as keyof typeof accountIds];
    const own = charges.filter((charge) => charge.accountId === accountId);
    let balance = credits - own.reduce((sum, { delta }) => sum + delta, 0);
    if (balance === 0) return [];
    const createdAt = after(now, -31 * day + minute);
    const grant = { accountId, delta: balance, balance, reason: 'grant', investigationId: null, createdAt };
    return [
      grant,
      ...own.map((charge) => {
        balance += charge.delta;
        return { ...charge, balance };
      }),
    ];
  });
}

interface Named {
  name: string;
  id: number;
}

async function idsOf(tx: Transaction, text: string): Promise<ReadonlyMap<string, number>> {
  return new Map((await run<Named>(tx, text)).map(({ name, id }) => [name, id]));
}

/** Stores the investigations. The first one failed, so its credit was refunded, and the next request may start another. */
export async function storeInvestigations(tx: Transaction, findings: Findings, now: Date): Promise<void> {
  const builds = await idsOf(
    tx,
    `SELECT integration_id || ' ' || job_name || ' ' || build_number AS name, id FROM build_runs WHERE status = 'failed'`,
  );
  const changes = await idsOf(tx, 'SELECT identifier AS name, id FROM changes');
  const made = chooseInvestigated(findings).map((finding, place) => {
    const buildRunId = builds.get(nameOf(finding.build)) ?? 0;
    return { finding, request: requestOf(finding, buildRunId, place) };
  });
  const [stopped, ...rest] = made;
  const reason = 'the worker was stopped';
  const steps = [{ name: 'read_log', status: 'failed', detail: reason }];
  await insertTables(tx, [
    [
      'investigations',
      stopped
        ? [{ ...stopped.request, status: 'failed', failureReason: reason, hasLog: true, evidence: [], steps }]
        : [],
    ],
    [
      'investigations',
      rest.map(({ finding, request }) => ({
        ...request,
        status: 'completed',
        hasLog: true,
        ...findingOf(finding, changes),
        steps: stepsOf(finding),
      })),
    ],
    [
      'credit_ledger',
      ledgerOf(
        made.map(({ request }) => request),
        stopped?.request,
        now,
      ),
    ],
  ]);
  await run(
    tx,
    `UPDATE problems p SET suspected_change_id = i.change_id
     FROM (SELECT DISTINCT ON (b.problem_id) b.problem_id, (suspects->-1->>'changeId')::bigint AS change_id
           FROM investigations i JOIN problem_builds b USING (build_run_id)
           WHERE i.status = 'completed' ORDER BY b.problem_id, b.seen_at DESC) i
     WHERE i.problem_id = p.id`,
  );
}

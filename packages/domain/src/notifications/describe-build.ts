import type { FollowUp, NotificationEvent } from '@slipway/contracts';
import type { FailedTests } from '../test-results/build-tests.js';
import { describeFailedTests } from '../test-results/describe-tests.js';
import { shortenAgentPaths } from '../text/agent-paths.js';
import { errorMessage, splitDiagnosis } from '../text/cause.js';
import type { HiddenPeople } from '../text/redact-text.js';
import { describeElapsed } from '../time/describe-elapsed.js';
import { buildRunPath, changePath } from '../web/web-paths.js';
import { type ProblemFacts, waitingData, waitingFact } from './describe-problem.js';
import {
  clean,
  type DescribeOptions,
  inline,
  type Message,
  type MessageFact,
  type NotificationContent,
} from './message.js';
import {
  type BuildSuspect,
  type NewChanges,
  newChangesFact,
  suspectData,
  suspectFacts,
  suspectName,
  titleOfChange,
} from './suspect-facts.js';

export type BuildEvent = Extract<NotificationEvent, `main_job.${string}` | 'change.broke_build'> | FollowUp;

/** Whether an earlier message about the outage named another cause, perhaps even of the same build. */
export type CauseAnnouncement = 'first' | 'other' | 'corrected';

/** What is known about a build when a notification about it is released. */
export interface BuildFacts {
  readonly project: { readonly id: number; readonly name: string };
  readonly build: { readonly id: number; readonly jobName: string; readonly number: string };
  readonly failures: number;
  readonly finding: BuildFinding | null;
  readonly change: BuiltChange | null;
  /** The changes that probably caused the failure, newest first. */
  readonly suspects: readonly BuildSuspect[];
  /** Null if the job never passed before, or the message does not show them. */
  readonly newChanges: NewChanges | null;
  /** Of an escalation: how long which branch has been broken. */
  readonly outage?: { readonly branch: string; readonly brokenMs: number } | null;
  /** The problem that made the build fail, if it is known. */
  readonly problem?: ProblemFacts | null;
  /** Null if no test is known to have failed. */
  readonly tests: FailedTests | null;
  readonly announced?: CauseAnnouncement;
  /** Whether an earlier message about the build named no suspect. */
  readonly isSuspect?: boolean;
  /** What a search for a culprit proved, if the message is about that. */
  readonly proof?: CulpritProof | null;
}

export interface CulpritProof {
  readonly text: string;
  readonly hasCulprit: boolean;
}

export interface BuildFinding {
  readonly diagnosis: string;
  /** The first quoted line; null if the log shows no cause. */
  readonly quote: string | null;
  readonly isCertain: boolean;
  readonly attributedUserId: number | null;
}

export interface BuiltChange {
  readonly id: number;
  readonly displayIdentifier: string;
  readonly description: string;
  readonly authorUserId: number | null;
}

const MAX_DIAGNOSIS = 1_000;
const MAX_QUOTE = 600;
const MAX_ERROR = 140;
const MAX_LOOK = 300;

export function describeBuild(
  type: BuildEvent,
  facts: BuildFacts,
  { baseUrl, people }: DescribeOptions,
): NotificationContent {
  const url = baseUrl + buildRunPath(facts.project.id, facts.build.id);
  const isRecovery = type === 'main_job.recovered';
  const message: Message = {
    tone: isRecovery ? 'good' : 'bad',
    title: titleOf(type, facts),
    text: textOf(type, facts),
    quote: isRecovery ? null : quoteOf(facts.finding),
    facts: factsOf(type, facts, { url, baseUrl }),
    link: { label: 'Open the build', url },
    source: inline(facts.project.name),
  };
  return { type, message, data: dataOf(facts, { baseUrl, people }, url) };
}

/** The line that a finding quotes, without the folders of the build agent; null if it quotes none. */
export function quoteOf(finding: BuildFinding | null, people?: HiddenPeople): string | null {
  return finding?.quote == null ? null : clean(shortenAgentPaths(finding.quote), MAX_QUOTE, people);
}

/** What happened and, if it is known, the error itself. */
function titleOf(type: BuildEvent, facts: BuildFacts): string {
  const { finding } = facts;
  const event = eventTitle(type, facts);
  const isComplete =
    type === 'main_job.recovered' || type === 'main_job.not_taken' || facts.isSuspect || facts.proof;
  if (isComplete || finding?.quote == null || !finding.isCertain) return event;
  return `${event}: ${clean(errorMessage(inline(finding.quote)), MAX_ERROR)}`;
}

function eventTitle(type: BuildEvent, facts: BuildFacts): string {
  const { build, failures, announced = 'first', isSuspect, proof } = facts;
  const job = clean(build.jobName, 120);
  switch (type) {
    case 'main_job.broke':
      return `${job} is broken`;
    case 'main_job.still_broken':
      return `${job} is still broken after ${failures} failed builds`;
    case 'main_job.not_taken':
      return `${job}${brokenFor(facts.outage)}, and nobody has taken it`;
    case 'main_job.cause_found':
      if (proof) return proof.hasCulprit ? `Found which change broke ${job}` : `No change broke ${job}`;
      if (isSuspect) return `${suspectName(facts.suspects)} probably broke ${job}`;
      return causeTitle(job, announced);
    case 'main_job.recovered':
      return `${job} recovered`;
    case 'change.broke_build':
      return `Your change broke ${job}`;
  }
}

/** ` on main broken for 2 h` */
function brokenFor(outage: BuildFacts['outage']): string {
  const { branch, brokenMs } = outage ?? { branch: '', brokenMs: 0 };
  return `${branch === '' ? '' : ` on ${clean(branch, 120)}`} broken for ${describeElapsed(brokenMs)}`;
}

function causeTitle(job: string, announced: CauseAnnouncement): string {
  switch (announced) {
    case 'first':
      return `Found why ${job} is broken`;
    case 'other':
      return `${job} now fails for another reason`;
    case 'corrected':
      return `Correction: why ${job} is broken`;
  }
}

function textOf(type: BuildEvent, { build, failures, finding, problem, proof }: BuildFacts): string {
  if (proof) return clean(proof.text, MAX_DIAGNOSIS);
  const number = clean(build.number, 60);
  if (type === 'main_job.not_taken') return escalationText(finding, problem?.look ?? null);
  if (type === 'main_job.recovered') return `Build #${number} passed after ${countOf(failures)}.`;
  return finding === null ? `Build #${number} failed.` : describeCause(finding);
}

/** The cause, and who should look, in sentences. */
function escalationText(finding: BuildFinding | null, look: ProblemFacts['look']): string {
  const cause = finding === null ? 'The cause is not known.' : describeCause(finding);
  return look === null ? cause : `${cause} ${clean(`${look.name} should look. ${look.reason}`, MAX_LOOK)}`;
}

/** What a finding says, without the line it quotes. Without `people`, it may name members. */
export function describeCause({ isCertain, diagnosis }: BuildFinding, people?: HiddenPeople): string {
  const lead = isCertain ? '' : 'Possible cause: ';
  return lead + withoutQuote(diagnosis, people);
}

function withoutQuote(diagnosis: string, people?: HiddenPeople): string {
  const { sentence, rest } = splitDiagnosis(inline(diagnosis));
  return clean(`${sentence} ${rest}`, MAX_DIAGNOSIS, people);
}

const countOf = (failures: number) => (failures === 1 ? '1 failed build' : `${failures} failed builds`);

/** The suspects or, without one, what is new; and apart from them the change that was built. */
function factsOf(
  type: BuildEvent,
  { project, build, failures, finding, change, suspects, newChanges, tests, problem }: BuildFacts,
  { url, baseUrl }: { readonly url: string; readonly baseUrl: string },
): MessageFact[] {
  const facts: MessageFact[] = [{ label: 'Build', value: `#${clean(build.number, 60)}`, url }];
  if (failures > 1) facts.push({ label: 'Failed builds', value: String(failures) });
  if (type !== 'main_job.recovered') {
    if (tests !== null) facts.push({ label: 'Failed tests', value: describeFailedTests(tests.summary) });
    const isPersonal = type === 'change.broke_build';
    facts.push(...suspectFacts(suspects, { projectId: project.id, baseUrl, isPersonal }));
    if (suspects.length === 0 && newChanges !== null) facts.push(newChangesFact(newChanges));
    if (problem) facts.push(...problemFacts(project.id, problem, { baseUrl, hasSuspect: suspects.length > 0 }));
  }
  if (change !== null) facts.push(builtFact(change, baseUrl + changePath(project.id, change.id)));
  if (type !== 'main_job.recovered' && finding?.quote != null)
    facts.push({ label: 'Is this right?', value: 'Confirm or correct it', url: `${url}#verdict` });
  return facts;
}

/** Who should look, if that is clear although no change is suspected, and whom the problem waits for. */
function problemFacts(
  projectId: number,
  problem: ProblemFacts,
  { baseUrl, hasSuspect }: { readonly baseUrl: string; readonly hasSuspect: boolean },
): MessageFact[] {
  const { look } = problem;
  const should =
    look === null || hasSuspect
      ? []
      : [{ label: 'Should look', value: clean(`${look.name}: ${look.reason}`, MAX_LOOK) }];
  return [...should, ...waitingFact(projectId, problem, baseUrl)];
}

function builtFact(change: BuiltChange, url: string): MessageFact {
  const [name, title] = [clean(change.displayIdentifier, 60), titleOfChange(change)];
  return { label: 'Built', value: title === '' ? name : `${name}: ${title}`, url };
}

function dataOf(
  facts: BuildFacts,
  { baseUrl, people }: DescribeOptions,
  url: string,
): NotificationContent['data'] {
  const { project, build, failures, finding, change, suspects, tests, problem = null } = facts;
  const look = suspects.length > 0 ? null : (problem?.look ?? null);
  return {
    project_id: project.id,
    build_run: { id: build.id, job_name: clean(build.jobName, 200), build_number: clean(build.number, 60), url },
    failed_builds: failures,
    cause: finding && {
      diagnosis: withoutQuote(finding.diagnosis, people),
      quote: quoteOf(finding, people),
      attributed_user_id: finding.attributedUserId,
    },
    change: change && {
      id: change.id,
      display_identifier: clean(change.displayIdentifier, 60),
      description: titleOfChange(change, people),
      author_user_id: change.authorUserId,
      url: baseUrl + changePath(project.id, change.id),
    },
    suspects: suspectData(suspects, people),
    should_look: look && { user_id: look.userId, group_id: look.groupId },
    problem: problem && waitingData(problem),
    tests: tests?.summary ?? null,
  };
}

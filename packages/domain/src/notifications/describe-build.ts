import type { FollowUp, NotificationEvent } from '@slipway/contracts';
import { type HiddenPeople, redactText } from '../text/redact-text.js';
import { sanitizeAuthor } from '../text/sanitize-text.js';
import { buildRunPath, changePath } from '../web/web-paths.js';
import { clip, inline, type Message, type MessageFact, type NotificationContent } from './message.js';

/** The events that are about a build. */
export type BuildEvent = Extract<NotificationEvent, `main_job.${string}` | 'change.broke_build'> | FollowUp;

/** What is known about a build when a notification about it is released. */
export interface BuildFacts {
  readonly project: { readonly id: number; readonly name: string };
  readonly build: { readonly id: number; readonly jobName: string; readonly number: string };
  /** Failed builds since the job last passed. */
  readonly failures: number;
  readonly finding: BuildFinding | null;
  readonly change: BuiltChange | null;
  /** Whether an earlier message about the outage named another cause. */
  readonly isOtherCause?: boolean;
}

/** The finding of a build's investigation. */
export interface BuildFinding {
  readonly diagnosis: string;
  /** The first quoted line; null if the log shows no cause. */
  readonly quote: string | null;
  readonly isCertain: boolean;
  readonly attributedUserId: number | null;
}

/** The change that was built. */
export interface BuiltChange {
  readonly id: number;
  readonly displayIdentifier: string;
  readonly description: string;
  /** The author's name in Slipway, otherwise as sent by the tool. */
  readonly author: string;
  readonly authorUserId: number | null;
}

export interface DescribeOptions {
  readonly baseUrl: string;
  /** The members, whose names outgoing webhooks must not carry. */
  readonly people: HiddenPeople;
}

const MAX_DESCRIPTION = 200;
const MAX_DIAGNOSIS = 1_000;
const MAX_QUOTE = 600;

/** Writes a notification about a build. */
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
    facts: factsOf(facts, url, baseUrl),
    link: { label: 'Open the build', url },
    source: inline(facts.project.name),
  };
  return { type, message, data: dataOf(facts, { baseUrl, people }, url) };
}

/** A text from outside on one line, without credentials and addresses, and cut to a number of UTF-16 units. */
export function clean(text: string, max: number, people?: HiddenPeople): string {
  return clip(redactText(inline(text), people), max);
}

/** The line that a finding quotes; null if it quotes none. */
export function quoteOf(finding: BuildFinding | null, people?: HiddenPeople): string | null {
  return finding?.quote == null ? null : clean(finding.quote, MAX_QUOTE, people);
}

function titleOf(type: BuildEvent, { build, failures, isOtherCause }: BuildFacts): string {
  const job = clean(build.jobName, 120);
  switch (type) {
    case 'main_job.broke':
      return `${job} is broken`;
    case 'main_job.still_broken':
      return `${job} is still broken after ${failures} failed builds`;
    case 'main_job.cause_found':
      return isOtherCause ? `${job} now fails for another reason` : `Found why ${job} is broken`;
    case 'main_job.recovered':
      return `${job} recovered`;
    case 'change.broke_build':
      return `Your change broke ${job}`;
  }
}

function textOf(type: BuildEvent, { build, failures, finding }: BuildFacts): string {
  const number = clean(build.number, 60);
  if (type === 'main_job.recovered') return `Build #${number} passed after ${countOf(failures)}.`;
  return finding === null ? `Build #${number} failed.` : describeCause(finding);
}

/** What a finding says. Without `people`, it may name members. */
export function describeCause({ isCertain, diagnosis }: BuildFinding, people?: HiddenPeople): string {
  const lead = isCertain ? '' : 'Possible cause: ';
  return lead + clean(diagnosis, MAX_DIAGNOSIS, people);
}

const countOf = (failures: number) => (failures === 1 ? '1 failed build' : `${failures} failed builds`);

function factsOf({ project, build, failures, change }: BuildFacts, url: string, baseUrl: string): MessageFact[] {
  const facts: MessageFact[] = [{ label: 'Build', value: `#${clean(build.number, 60)}`, url }];
  if (failures > 1) facts.push({ label: 'Failed builds', value: String(failures) });
  if (change === null) return facts;
  const description = clean(change.description.split('\n')[0] ?? '', MAX_DESCRIPTION);
  const name = clean(change.displayIdentifier, 60);
  facts.push({
    label: 'Change',
    value: description === '' ? name : `${name}: ${description}`,
    url: baseUrl + changePath(project.id, change.id),
  });
  const author = inline(sanitizeAuthor(change.author));
  if (author !== '') facts.push({ label: 'Author', value: clip(author, 100) });
  return facts;
}

function dataOf(
  facts: BuildFacts,
  { baseUrl, people }: DescribeOptions,
  url: string,
): NotificationContent['data'] {
  const { project, build, failures, finding, change } = facts;
  return {
    project_id: project.id,
    build_run: { id: build.id, job_name: clean(build.jobName, 200), build_number: clean(build.number, 60), url },
    failed_builds: failures,
    cause: finding && {
      diagnosis: clean(finding.diagnosis, MAX_DIAGNOSIS, people),
      quote: quoteOf(finding, people),
      attributed_user_id: finding.attributedUserId,
    },
    change: change && {
      id: change.id,
      display_identifier: clean(change.displayIdentifier, 60),
      description: clean(change.description.split('\n')[0] ?? '', MAX_DESCRIPTION, people),
      author_user_id: change.authorUserId,
      url: baseUrl + changePath(project.id, change.id),
    },
  };
}

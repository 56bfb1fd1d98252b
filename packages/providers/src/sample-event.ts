import { createHash } from 'node:crypto';
import type { UnsignedWebhook } from './test-event.js';

/** The subject of a sample event. The events of one build, issue or release share everything but `id` and `now`. */
export interface SampleDetails {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly id: string;
  /** The UUID of the build, issue or commit. */
  readonly subject: string;
  /** The number of the build, changelist or issue, below 2^32. */
  readonly number: number;
  /** The CI job, or the repository. */
  readonly job: string;
  /** The title of an issue, or the message of a commit. */
  readonly title: string;
  readonly author: string;
  readonly file: string;
  /** The start of the build, in epoch milliseconds. */
  readonly startedAt: number;
  /** The end of a failed build's output. */
  readonly log: string;
  /** What the tools of a particular studio report; by default, it is what those of the samples' own studio do. */
  readonly reported?: Partial<ReportedDetails>;
}

/** What tools report about a studio, its people and its work. */
export interface ReportedDetails {
  /** `owner/name` of the repository. */
  readonly repository: string;
  readonly branch: string;
  /** The whole id of the commit, and that of the commit before it on the branch. */
  readonly commit: string;
  readonly before: string;
  readonly isForced: boolean;
  /** The touched files; null if the tool does not list them. */
  readonly files: readonly SampleFile[] | null;
  readonly login: string;
  readonly email: string;
  /** The studio's name in the address of a tracker, and the key of its items. */
  readonly site: string;
  readonly trackerKey: string;
  /** The tracker's own name for the state of an item, and the id of its assignee. */
  readonly state: string;
  readonly assigneeId: string;
  readonly step: string;
  readonly hasFailed: boolean;
  readonly buildUrl: string;
}

export interface SampleFile {
  readonly path: string;
  readonly action: 'add' | 'edit' | 'delete' | 'move';
}

export interface SampleEvent {
  readonly name: string;
  readonly summary: string;
  make(details: SampleDetails): UnsignedWebhook;
  /** The `target_ref` of the row that this event adds to the feed; absent if it adds none. */
  feedRef?(details: SampleDetails): string;
  /** The key of the tracker item that this event reports. */
  referenceKey?(details: SampleDetails): string;
}

/** The events of one build, change, issue or release in a simulated day. */
export interface LifeCycle {
  /** How often one begins, relative to other providers. */
  readonly weight: number;
  /** The names of its events, in order. `random` returns numbers from 0 to 1. */
  choose(random: () => number): readonly string[];
}

/** Four out of five builds pass. */
export const outcomeOf = (random: () => number, passed: string, failed: string) =>
  random() < 0.8 ? passed : failed;

/** How the feed refers to a build. */
export const buildRef = ({ job, number }: SampleDetails) => `${job} #${number}`;

export const isoTime = (time: number) => new Date(time).toISOString();

/** A digest that serves as a commit or any other hexadecimal id. */
export function hexDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A commit id whose short form is as unique as the number. */
export function commitId({ number, subject, reported }: SampleDetails): string {
  if (reported?.commit !== undefined) return reported.commit;
  return number.toString(16).padStart(8, '0') + hexDigest(subject).slice(0, 32);
}

export function emailOf(details: SampleDetails): string {
  return details.reported?.email ?? `${loginOf(details)}@example.com`;
}

/** `Mira Voss` as a login name. */
export function loginOf({ author, reported }: SampleDetails): string {
  return reported?.login ?? author.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

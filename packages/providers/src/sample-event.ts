import { createHash } from 'node:crypto';
import type { UnsignedWebhook } from './unsigned-webhook.js';

/** The subject of a sample event. The events of one build, issue or release share everything but `id` and `now`. */
export interface SampleDetails {
  /** Epoch milliseconds. */
  readonly now: number;
  /** The UUID of the delivery. */
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
  /** A content file of the game. */
  readonly file: string;
  /** The start of the build, in epoch milliseconds. */
  readonly startedAt: number;
  /** The end of a failed build's output. */
  readonly log: string;
}

/** An event that a provider's tool sends. */
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
export function commitId({ number, subject }: SampleDetails): string {
  return number.toString(16).padStart(8, '0') + hexDigest(subject).slice(0, 32);
}

/** `Mira Voss` as a login name. */
export function loginOf({ author }: SampleDetails): string {
  return author.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

import type { Message, NotificationContent } from '@slipway/domain';
import type { Outcome, OutgoingAnswer } from './outcome.js';
import type { Json, ShownMessage } from './shown-message.js';

export interface OutgoingRequest {
  readonly url: string;
  readonly method?: 'GET' | 'PATCH' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent if the method has none. */
  readonly body?: string;
  /** How much of the answer is read. */
  readonly maxAnswerBytes?: number;
}

/** A message to send. */
export interface OutgoingMessage {
  /** The same for every attempt. */
  readonly id: string;
  readonly content: NotificationContent;
  readonly createdAt: Date;
  /** The id of the thread's first message in the channel. */
  readonly threadId: string | null;
  /** The message in the channel that this one completes. */
  readonly edits: {
    readonly remoteId: string;
    readonly remotePlace: string | null;
    readonly title: string;
  } | null;
}

/** What a message says. One that completes an earlier message keeps the title of that. */
export const messageOf = ({ content, edits }: OutgoingMessage): Message =>
  edits === null ? content.message : { ...content.message, title: edits.title };

/** How messages are sent. Pure: the caller sends the request. */
export interface Protocol<Settings> {
  /** How many messages the channel takes in a second. */
  readonly perSecond: number;
  request(settings: Settings, message: OutgoingMessage, now: number): OutgoingRequest;
  /** What an answer means. */
  outcome(answer: OutgoingAnswer, now: number): Outcome;
}

/** A kind of place that notifications go to. The form beside it asks for the settings. */
export interface Destination<Settings> {
  /** What the documentation says that it needs. */
  readonly needs: string;
  /** Whether follow-ups are shown with the message that they follow. */
  readonly hasThreads: boolean;
  /** Null for emails and groups, which have outboxes of their own. */
  readonly protocol: Protocol<Settings> | null;
  /** The JSON that the channel gets, for the previews of the console. */
  preview?(content: NotificationContent, createdAt: Date): unknown;
  /** Reads a message as people would see it, for the demo's receiver; null if it is for another kind of channel. */
  read?(json: Json): ShownMessage | null;
}

export const defineDestination = <Settings>(destination: Destination<Settings>): Destination<Settings> =>
  destination;

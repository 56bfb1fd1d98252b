import type { Message } from './message.js';

/** A notification as its email shows it. */
export interface MailedNotification {
  readonly message: Message;
  /** Emails with the same thread are shown as one conversation. */
  readonly thread: string;
}

/** A daily digest as its email shows it. */
export interface MailedDigest {
  readonly messages: readonly Message[];
}

/** A channel that Slipway paused because its endpoint is dead, or an integration for which it cannot write to GitHub. */
export interface MailedPause {
  /** The name of the channel or integration. */
  readonly channelName: string;
  /** Set if it is an integration. */
  readonly integrationId?: number;
  readonly projectId: number;
  readonly projectName: string;
  readonly reason: string;
}

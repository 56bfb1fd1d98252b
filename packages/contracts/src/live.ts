/** The kinds of rows whose changes the console's pages follow. Deliveries touch the first seven. */
export const LIVE_KINDS = [
  'build_run',
  'change',
  'asset',
  'approval',
  'deployment',
  'reference',
  'delivery',
  'task',
  'investigation',
  'problem',
  'test',
  'integration',
  'project',
  'member',
  'notification',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** Rows of a project that a transaction changed, as sent in the console's stream. */
export interface LiveChange {
  readonly project_id: number;
  readonly kinds: readonly LiveKind[];
  /** The span that announced it, as a W3C `traceparent`. Set only while the announcing process exports traces. */
  readonly traceparent?: string;
}

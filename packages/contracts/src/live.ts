/** The kinds of rows whose changes pages of the console follow. The first seven are those that deliveries touch. */
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
  'integration',
  'project',
  'member',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/** Rows of a project that a transaction changed, as the stream of the console sends them. */
export interface LiveChange {
  readonly project_id: number;
  readonly kinds: readonly LiveKind[];
  /** The span that announced it, as a W3C `traceparent`. Only while the announcing process exports traces. */
  readonly traceparent?: string;
}

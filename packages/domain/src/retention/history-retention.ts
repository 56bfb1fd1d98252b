import { HISTORY_KINDS, type HistoryKind } from '@slipway/contracts';

/** The tables whose rows an operator may let expire. */
export const HISTORY_TABLES = [
  'build_runs',
  'build_logs',
  'changes',
  'deployments',
  'asset_events',
  'asset_removals',
  'external_references',
] as const;
export type HistoryTable = (typeof HISTORY_TABLES)[number];

/** After how many days the rows of each table expire. A table that is absent is kept. */
export type HistoryRetention = Readonly<Partial<Record<HistoryTable, number>>>;

/** What the rows of each table are to the people who decide how long they are kept. */
export const KIND_OF_TABLE = {
  build_runs: 'builds',
  build_logs: 'build_logs',
  changes: 'changes',
  deployments: 'deployments',
  asset_events: 'assets',
  asset_removals: 'assets',
  external_references: 'references',
} as const satisfies Record<HistoryTable, HistoryKind>;

export const RETENTION_SETTINGS = {
  builds: 'BUILD_RETENTION_DAYS',
  build_logs: 'BUILD_LOG_RETENTION_DAYS',
  changes: 'CHANGE_RETENTION_DAYS',
  deployments: 'DEPLOYMENT_RETENTION_DAYS',
  assets: 'ASSET_RETENTION_DAYS',
  references: 'REFERENCE_RETENTION_DAYS',
} as const satisfies Record<HistoryKind, string>;

type RetentionSettings = { readonly [Name in (typeof RETENTION_SETTINGS)[HistoryKind]]?: number };

/** After how many days an operator's settings let each kind expire. A kind that is absent is kept. */
export function historyDaysOf(settings: RetentionSettings): Readonly<Partial<Record<HistoryKind, number>>> {
  const days = HISTORY_KINDS.map((kind) => [kind, settings[RETENTION_SETTINGS[kind]]] as const);
  return Object.fromEntries(days.filter(([, value]) => value !== undefined));
}

export function historyRetentionOf(settings: RetentionSettings): HistoryRetention {
  const daysOf = historyDaysOf(settings);
  const days = HISTORY_TABLES.map((table) => [table, daysOf[KIND_OF_TABLE[table]]] as const);
  return Object.fromEntries(days.filter(([, value]) => value !== undefined));
}

/**
 * The words, in lower case, by which trackers call an item that nobody works on any more. People name the states of
 * their trackers themselves, so this is a guess; an item with another word is kept.
 */
export const CLOSED_STATES = [
  ...['done', 'closed', 'resolved', 'completed', 'complete', 'fixed', 'verified', 'released', 'shipped'],
  ...['archived', 'canceled', 'cancelled', 'duplicate', 'rejected', 'declined', 'abandoned'],
  ...["won't do", "won't fix", 'wontfix', 'not planned', 'cannot reproduce'],
] as const;

/** The tables whose rows an operator may let expire. */
export const HISTORY_TABLES = ['build_runs', 'build_logs', 'changes', 'deployments'] as const;
export type HistoryTable = (typeof HISTORY_TABLES)[number];

/** After how many days the rows of each table expire. A table that is absent is kept. */
export type HistoryRetention = Readonly<Partial<Record<HistoryTable, number>>>;

/** The setting of each table. */
export const RETENTION_SETTINGS = {
  build_runs: 'BUILD_RETENTION_DAYS',
  build_logs: 'BUILD_LOG_RETENTION_DAYS',
  changes: 'CHANGE_RETENTION_DAYS',
  deployments: 'DEPLOYMENT_RETENTION_DAYS',
} as const satisfies Record<HistoryTable, string>;

type RetentionSettings = { readonly [Name in (typeof RETENTION_SETTINGS)[HistoryTable]]?: number };

/** The feed and the metrics cover this many days, so nothing expires earlier. */
export const MIN_HISTORY_DAYS = 90;

/** What an operator's settings let expire. */
export function historyRetentionOf(settings: RetentionSettings): HistoryRetention {
  const days = HISTORY_TABLES.map((table) => [table, settings[RETENTION_SETTINGS[table]]] as const);
  return Object.fromEntries(days.filter(([, value]) => value !== undefined));
}

/**
 * Objects that the migrations create and the Prisma schema cannot express, by their `readCatalog` keys. Any other
 * difference between the two is drift. The tests fail if an entry no longer exists.
 */
export const unmodelled: readonly string[] = [
  'check accounts.accounts_credits_check',
  'check tasks.tasks_one_assignee_check',
  'check users.users_email_lower_check',
  'index build_runs.build_runs_page_idx',
  'index connected_accounts.connected_accounts_uid_lower_idx',
  'partitioning deliveries',
  'storage deliveries.body',
  'constraint audit_entries.audit_entries_chain',
  'function audit_entry_hash',
  'function chain_audit_entry',
  'function chain_new_audit_entry',
  'function delete_audit_log',
  'function protect_audit_log',
  'function count_builds',
  'function count_changes',
  'function count_open_tasks',
  'function drop_delivery_partitions',
  'function ensure_delivery_partitions',
  'function maintain_task_labels',
  'function notify_integration_change',
  'function tune_delivery_partition',
  'trigger audit_chains.audit_chains_protect',
  'trigger audit_chains.audit_chains_protect_all',
  'trigger audit_entries.audit_entries_chain',
  'trigger audit_entries.audit_entries_protect',
  'trigger audit_entries.audit_entries_protect_all',
  'trigger build_runs.build_runs_count_deleted',
  'trigger build_runs.build_runs_count_inserted',
  'trigger build_runs.build_runs_count_updated',
  'trigger changes.changes_count_deleted',
  'trigger changes.changes_count_inserted',
  'trigger changes.changes_count_updated',
  'trigger integration_secrets.integration_secrets_notify',
  'trigger integrations.integrations_notify',
  'trigger projects.projects_notify',
  'trigger tasks.tasks_count_deleted',
  'trigger tasks.tasks_count_inserted',
  'trigger tasks.tasks_count_updated',
  'trigger tasks.tasks_labels',
  'options accounts',
  'options api_tokens',
  'options asset_events',
  'options build_logs',
  'options build_runs',
  'options build_steps',
  'options change_files',
  'options changes',
  'options delivery_keys',
  'options idempotency_keys',
  'options rollup_counts',
  'options sessions',
  'options tasks',
];

/** Like the list above, on servers that support it: lz4 is a build option of PostgreSQL. */
export const unmodelledWhereSupported: readonly string[] = ['compression build_logs.content'];

/** Tables that only the migrations or the worker create: the history, and the partitions of `deliveries`. */
export const unmodelledTables = /^(_prisma_migrations|deliveries_(default|\d{8}))$/;

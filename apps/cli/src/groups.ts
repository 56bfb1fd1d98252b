/** The groups of commands, by folder below `commands`. */
export const GROUPS: Readonly<Record<string, { readonly summary: string; readonly alias?: string }>> = {
  approval: { summary: 'Read decisions on assets', alias: 'approvals' },
  asset: { summary: 'Read assets and decide on them', alias: 'assets' },
  auth: { summary: 'Sign in and out' },
  build: { summary: 'Read, watch and investigate builds', alias: 'builds' },
  change: { summary: 'Read commits and changelists', alias: 'changes' },
  delivery: { summary: 'Read and replay webhooks', alias: 'deliveries' },
  deployment: { summary: 'Read deployments', alias: 'deployments' },
  member: { summary: 'Read the members of a project', alias: 'members' },
  project: { summary: 'Read and choose projects', alias: 'projects' },
  reference: { summary: 'Read items of trackers', alias: 'references' },
  report: { summary: 'Report to a project from scripts and tools' },
  task: { summary: 'Read, create and edit tasks', alias: 'tasks' },
};

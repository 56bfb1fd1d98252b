/** The pages of the demo: those with fixed addresses, and one record of each kind. */
const FIXED = [
  ...['/sign-in', '/forgot-password', '/', '/feed', '/approvals', '/deliveries', '/insights', '/connect'],
  ...['tokens', 'sessions', 'members', 'projects', 'connected-accounts', 'billing', 'audit-log', 'account'].map(
    (name) => `/settings/${name}`,
  ),
  ...['builds', 'changes', 'tasks', 'assets', 'deployments', 'references', 'integrations', 'deliveries'].map(
    (name) => `/projects/1/${name}`,
  ),
  ...['integrations/new', 'members', 'settings'].map((name) => `/projects/1/${name}`),
];

const LISTS = [
  { list: 'build_runs?status=failed', section: 'builds', rows: 'build_runs' },
  { list: 'build_runs?status=completed', section: 'builds', rows: 'build_runs' },
  { list: 'changes', section: 'changes', rows: 'changes' },
  { list: 'tasks', section: 'tasks', rows: 'tasks' },
  { list: 'assets', section: 'assets', rows: 'assets' },
  { list: 'deployments', section: 'deployments', rows: 'deployments' },
  { list: 'deliveries?outcome=dead', section: 'deliveries', rows: 'deliveries' },
];

export async function demoPages(demo) {
  const { main } = demo.projects;
  const records = await Promise.all(
    LISTS.map(async ({ list, section, rows }) => {
      const response = await fetch(`${demo.base_url}/api/v1/projects/${main}/${list}`, {
        headers: { authorization: `Bearer ${demo.tokens.full}` },
      });
      const [first] = (await response.json())[rows] ?? [];
      return first === undefined ? [] : [`/projects/${main}/${section}/${first.id}`];
    }),
  );
  return [...FIXED, ...records.flat(), `/projects/${main}/integrations/${demo.integrations.jenkins.id}`];
}

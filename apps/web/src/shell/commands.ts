import { useNavigate, useParams } from '@tanstack/react-router';
import { toast } from 'sonner';
import { useAccount, useAccountSwitch, useProject, useProjects, useSession } from '../data/session.js';
import { THEMES, useTheme } from '../theme.js';
import { projectEntries, WORKSPACE } from './navigation.js';
import { signOut } from './sign-out.js';

/** Something that the command menu offers. */
export interface AvailableCommand {
  readonly id: string;
  readonly label: string;
  run(): void;
}

const SETTINGS: readonly (readonly [label: string, to: string])[] = [
  ['API tokens', '/settings/tokens'],
  ['Sessions and password', '/settings/sessions'],
  ['Members and roles', '/settings/members'],
  ['Projects', '/settings/projects'],
  ['Connected accounts', '/settings/connected-accounts'],
  ['Plan and credits', '/settings/billing'],
  ['Audit log', '/settings/audit-log'],
  ['Account', '/settings/account'],
];

/** Every page that can be opened, those of the open project first. */
export function usePageCommands(): readonly AvailableCommand[] {
  const projects = useProjects();
  const navigate = useNavigate();
  const opened = Number(useParams({ strict: false }).projectId);
  const pages = [
    ...WORKSPACE.map(({ label, to }) => ({ label, to })),
    ...projects
      .toSorted((a, b) => Number(b.id === opened) - Number(a.id === opened))
      .flatMap(({ id, name }) => projectEntries(id).map(({ label, to }) => ({ label: `${name}: ${label}`, to }))),
    ...SETTINGS.map(([label, to]) => ({ label: `Settings: ${label}`, to })),
    { label: 'Connect a client', to: '/connect' },
  ];
  return pages.map(({ label, to }) => ({ id: `page ${to}`, label, run: () => void navigate({ to }) }));
}

/** Everything that can be done from anywhere. */
export function useActionCommands(onHelp: () => void): readonly AvailableCommand[] {
  const navigate = useNavigate();
  const account = useAccount();
  const { accounts } = useSession();
  const project = useProject(Number(useParams({ strict: false }).projectId));
  const { mutate: switchTo } = useAccountSwitch();
  const [theme, setTheme] = useTheme();
  const open = (to: string) => () => void navigate({ to });
  const ofProject = project
    ? [
        { label: `Add an integration to ${project.name}`, run: open(`/projects/${project.id}/integrations/new`) },
        {
          label: `Show failed builds of ${project.name}`,
          run: () =>
            void navigate({ to: `/projects/${project.id}/builds`, search: { status: 'failed' } as never }),
        },
      ]
    : [];
  const actions = [
    ...ofProject,
    { label: 'Copy the address of this page', run: copyAddress },
    { label: 'Create an API token', run: open('/settings/tokens') },
    { label: 'Invite somebody', run: open('/settings/members') },
    { label: 'Create a project', run: open('/settings/projects') },
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(({ id, name }) => ({
        label: `Switch to ${name}`,
        run: () => void navigate({ to: '/' }).then(() => switchTo(id)),
      })),
    ...THEMES.filter((each) => each !== theme).map((each) => ({
      label: `Use the ${each === 'system' ? 'system’s' : each} theme`,
      run: () => setTheme(each),
    })),
    { label: 'Show the keyboard shortcuts', run: onHelp },
    { label: 'Sign out', run: () => void signOut() },
  ];
  return actions.map((action) => ({ ...action, id: `action ${action.label}` }));
}

function copyAddress(): void {
  void navigator.clipboard.writeText(window.location.href).then(() => toast('The address was copied.'));
}

/** The commands whose names hold every word that was typed. */
export function matching(commands: readonly AvailableCommand[], text: string): readonly AvailableCommand[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

import type { ConsoleProject } from '@slipway/contracts';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { toast } from 'sonner';
import { readRecentPages } from '../data/recents.js';
import { useAccount, useAccountSwitch, useOpenProject, useProjects, useSession } from '../data/session.js';
import { THEMES, useTheme } from '../theme.js';
import { useNavigation } from './navigation.js';
import { signOut } from './sign-out.js';

export interface AvailableCommand {
  readonly id: string;
  readonly label: string;
  readonly words?: string;
  /** Other verbs for what it does, besides the first word of its label. */
  readonly verbs?: string;
  run(): void;
}

export function useRecentCommands(): readonly AvailableCommand[] {
  const navigate = useNavigate();
  const { user } = useSession();
  const open = useLocation({ select: ({ pathname }) => pathname });
  return readRecentPages(user.id)
    .filter(({ path }) => path !== open)
    .map(({ path, label, detail }) => ({
      id: `recent ${path}`,
      label: detail === '' ? label : `${detail}: ${label}`,
      run: () => void navigate({ href: path }),
    }));
}

export function usePageCommands(): readonly AvailableCommand[] {
  const projects = useProjects();
  const navigate = useNavigate();
  const opened = useOpenProject()?.id;
  const list = useNavigation();
  const pages = [
    ...list('workspace'),
    ...projects
      .toSorted((a, b) => Number(b.id === opened) - Number(a.id === opened))
      .flatMap(({ id, name }) =>
        list('project', id).map((page) => ({ ...page, label: `${name}: ${page.label}` })),
      ),
    ...[...list('you'), ...list('account')].map((page) => ({ ...page, label: `Settings: ${page.label}` })),
    ...list('help'),
  ];
  return pages.map(({ link, label, words }) => ({
    id: `page ${JSON.stringify(link)}`,
    label,
    words,
    run: () => void navigate(link),
  }));
}

/** What people come to do, in the words they use, and the page where they do it. */
const ACCOUNT_COMMANDS = [
  { label: 'Approve assets', verbs: 'deny ignore decide review', words: 'approvals', to: '/approvals' },
  { label: 'Replay deliveries', verbs: 'retry resend repeat', words: 'webhooks', to: '/deliveries' },
  { label: 'Invite someone', verbs: 'add remove', words: 'member role owner', to: '/settings/members' },
  { label: 'Create an API token', verbs: 'revoke', words: 'new key', to: '/settings/tokens' },
  { label: 'Create a project', verbs: 'add', words: 'new', to: '/settings/projects' },
  { label: 'Export the account', verbs: 'download', words: 'backup', to: '/settings/account' },
  { label: 'Delete the account', verbs: 'close', words: 'remove', to: '/settings/account' },
  { label: 'Change your password', verbs: 'rename', words: 'sessions name', to: '/settings/sessions' },
  { label: 'Connect a login', verbs: 'link', words: 'authors', to: '/settings/connected-accounts' },
  { label: 'Change the plan', verbs: 'upgrade pay buy', words: 'credits billing', to: '/settings/billing' },
  { label: 'Connect an assistant', verbs: 'install', words: 'mcp command line', to: '/connect' },
] as const;

const PROJECT_COMMANDS = [
  {
    label: 'Rotate a webhook token or secret',
    verbs: 'replace renew pause',
    words: 'integration',
    to: '/projects/$projectId/integrations',
  },
  { label: 'Add an integration', verbs: 'connect', words: 'webhook', to: '/projects/$projectId/integrations/new' },
  { label: 'Create a task', verbs: 'assign', words: 'new', to: '/projects/$projectId/tasks' },
  { label: 'Compare two builds', verbs: 'diff', words: 'regression', to: '/projects/$projectId/builds/compare' },
  { label: 'Add a project member', verbs: 'assign', words: 'people', to: '/projects/$projectId/members' },
  {
    label: 'Pause, archive or delete the project',
    verbs: 'archive delete rename resume mask',
    words: 'settings',
    to: '/projects/$projectId/settings',
  },
] as const;

const DELIVERY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function useDeliveryCommands(text: string): readonly AvailableCommand[] {
  const navigate = useNavigate();
  if (!DELIVERY_ID.test(text)) return [];
  return [
    {
      id: `delivery ${text}`,
      label: `Find delivery ${text}`,
      run: () => void navigate({ to: '/deliveries', search: { id: text } }),
    },
  ];
}

export function useActionCommands(onHelp: () => void): readonly AvailableCommand[] {
  const navigate = useNavigate();
  const account = useAccount();
  const { accounts } = useSession();
  const project = useOpenProject();
  const { mutate: switchTo } = useAccountSwitch();
  const [theme, setTheme] = useTheme();
  const actions: readonly Omit<AvailableCommand, 'id'>[] = [
    ...useProjectActions(project),
    { label: 'Copy page URL', words: 'share link', run: copyAddress },
    ...ACCOUNT_COMMANDS.map(({ to, ...command }) => ({ ...command, run: () => void navigate({ to }) })),
    ...accounts
      .filter(({ id }) => id !== account.id)
      .map(({ id, name }) => ({
        label: `Switch to ${name}`,
        run: () => void navigate({ to: '/' }).then(() => switchTo(id)),
      })),
    ...THEMES.filter((each) => each !== theme).map((each) => ({
      label: `Use the ${each} theme`,
      run: () => setTheme(each),
    })),
    { label: 'Show keyboard shortcuts', words: 'help keys', run: onHelp },
    { label: 'Sign out', words: 'log out leave', run: () => void signOut() },
  ];
  return actions.map((action) => ({ ...action, id: `action ${action.label}` }));
}

function useProjectActions(project: ConsoleProject | undefined): readonly Omit<AvailableCommand, 'id'>[] {
  const navigate = useNavigate();
  if (project === undefined) return [];
  const params = { projectId: project.id };
  const search = { status: 'failed' };
  return [
    {
      label: `Show failed builds of ${project.name}`,
      verbs: 'investigate',
      words: 'broken red',
      run: () => void navigate({ to: '/projects/$projectId/builds', params, search }),
    },
    ...PROJECT_COMMANDS.map(({ to, label, verbs, words }) => ({
      label: `${label} (${project.name})`,
      verbs,
      words,
      run: () => void navigate({ to, params }),
    })),
  ];
}

function copyAddress(): void {
  void navigator.clipboard.writeText(window.location.href).then(() => toast('URL copied.'));
}

export function matching(commands: readonly AvailableCommand[], text: string): readonly AvailableCommand[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ label, verbs = '', words: further = '' }) => {
    const known = `${label} ${verbs} ${further}`.toLowerCase();
    return words.every((word) => known.includes(word));
  });
}

const MIN_VERB = 3;

/** Whether what was typed begins a verb of the command, as in “appr” for “Approve assets”. */
export function isNamedBy({ label, verbs = '' }: AvailableCommand, text: string): boolean {
  const [typed = ''] = text.toLowerCase().split(/\s+/);
  const [first = ''] = label.split(' ');
  return (
    typed.length >= MIN_VERB &&
    `${first} ${verbs}`
      .toLowerCase()
      .split(' ')
      .some((verb) => verb.startsWith(typed))
  );
}

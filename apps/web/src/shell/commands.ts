import { useNavigate } from '@tanstack/react-router';
import { toast } from 'sonner';
import { useAccount, useAccountSwitch, useOpenProject, useProjects, useSession } from '../data/session.js';
import { THEMES, useTheme } from '../theme.js';
import { useNavigation } from './navigation.js';
import { signOut } from './sign-out.js';

/** A command in the command menu. */
export interface AvailableCommand {
  readonly id: string;
  readonly label: string;
  /** Additional search words. */
  readonly words?: string;
  run(): void;
}

/** Every page that can be opened, with those of the open project first. */
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

/** Actions that are available everywhere. */
export function useActionCommands(onHelp: () => void): readonly AvailableCommand[] {
  const navigate = useNavigate();
  const account = useAccount();
  const { accounts } = useSession();
  const project = useOpenProject();
  const { mutate: switchTo } = useAccountSwitch();
  const [theme, setTheme] = useTheme();
  const ofProject = project
    ? [
        {
          label: `Add an integration to ${project.name}`,
          run: () =>
            void navigate({ to: '/projects/$projectId/integrations/new', params: { projectId: project.id } }),
        },
        {
          label: `Show failed builds of ${project.name}`,
          run: () =>
            void navigate({
              to: '/projects/$projectId/builds',
              params: { projectId: project.id },
              search: { status: 'failed' },
            }),
        },
      ]
    : [];
  const actions = [
    ...ofProject,
    { label: 'Copy page URL', run: copyAddress },
    { label: 'Create an API token', run: () => void navigate({ to: '/settings/tokens' }) },
    { label: 'Invite someone', run: () => void navigate({ to: '/settings/members' }) },
    { label: 'Create a project', run: () => void navigate({ to: '/settings/projects' }) },
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
    { label: 'Show keyboard shortcuts', run: onHelp },
    { label: 'Sign out', run: () => void signOut() },
  ];
  return actions.map((action) => ({ ...action, id: `action ${action.label}` }));
}

function copyAddress(): void {
  void navigator.clipboard.writeText(window.location.href).then(() => toast('URL copied.'));
}

/** The commands whose label and search words contain every typed word. */
export function matching(commands: readonly AvailableCommand[], text: string): readonly AvailableCommand[] {
  const words = text.toLowerCase().split(/\s+/);
  return commands.filter(({ label, words: further = '' }) => {
    const known = `${label} ${further}`.toLowerCase();
    return words.every((word) => known.includes(word));
  });
}

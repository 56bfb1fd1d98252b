import { Link } from '@tanstack/react-router';
import { BookOpen, Monitor, Moon, PanelLeftClose, Sun } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useOpenProject, useProjects, useSession } from '../data/session.js';
import { toProject } from '../routing/records.js';
import { THEMES, type Theme, useTheme } from '../theme.js';
import { classNames } from '../ui/class-names.js';
import { RecordLink } from '../ui/links.js';
import { Menu, MenuLine, menuItemClass } from '../ui/menu.js';
import { StatusDot } from '../ui/status.js';
import { count } from '../words/format.js';
import { AccountSwitcher, SettingsItem, SignOutItem } from './account-switcher.js';
import { type NavigationEntry, useNavigation } from './navigation.js';

const entryClass =
  'flex h-7 items-center gap-2 rounded-md px-2 text-sm text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink';

export function Sidebar({ onCollapse }: { readonly onCollapse: () => void }) {
  const projects = useProjects();
  const { waiting_approvals: waiting } = useSession();
  const open = useOpenProject()?.id;
  const list = useNavigation();
  return (
    <nav
      aria-label="Main"
      className="sticky top-0 hidden h-dvh w-[216px] shrink-0 flex-col border-r border-line bg-canvas md:flex"
    >
      <div className="flex items-center gap-1 p-2">
        <AccountSwitcher />
        <button
          type="button"
          onClick={onCollapse}
          title="Collapse sidebar ([)"
          className="rounded-md p-1.5 text-ink-faint hover:bg-hover hover:text-ink"
        >
          <PanelLeftClose aria-hidden className="size-4" />
          <span className="sr-only">Collapse sidebar</span>
        </button>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 pb-2">
        <ul>
          {list('workspace').map((entry) => (
            <Entry key={entry.link.to} entry={entry} badge={entry.link.to === '/approvals' ? waiting : 0} />
          ))}
        </ul>
        <section aria-labelledby="sidebar-projects">
          <h2 id="sidebar-projects" className="px-2 pb-1 text-xs font-medium text-ink-faint">
            Projects
          </h2>
          <ul>
            {projects.map((project) => (
              <li key={project.id}>
                {/* Never the current page: that is the project's open page, listed below. */}
                <RecordLink
                  to={toProject(project.id)}
                  className={classNames(entryClass, project.id === open && 'font-medium text-ink')}
                >
                  <StatusDot tone={project.health} label={project.health_label} />
                  <span className="truncate">{project.name}</span>
                  {project.state !== 'active' && (
                    <span className="ml-auto text-xs font-normal text-ink-faint">{project.state}</span>
                  )}
                </RecordLink>
                {project.id === open && (
                  <ul className="mt-0.5 mb-1 ml-3 border-l border-line pl-2">
                    {list('project', project.id).map((entry) => (
                      <Entry key={entry.link.to} entry={entry} />
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="flex flex-col border-t border-line p-2">
        {list('help').map((entry) => (
          <Entry key={entry.link.to} entry={entry} element="div" />
        ))}
        <a href="/docs" className={entryClass}>
          <BookOpen aria-hidden className="size-4 shrink-0" />
          API docs
        </a>
        <UserMenu />
      </div>
    </nav>
  );
}

interface EntryProps {
  readonly entry: NavigationEntry;
  readonly badge?: number;
  readonly element?: 'li' | 'div';
}

function Entry({ entry, badge = 0, element: Element = 'li' }: EntryProps) {
  const {
    label,
    icon: Icon,
    link,
    place: { keys },
  } = entry;
  return (
    <Element>
      <Link
        {...link}
        className={entryClass}
        activeOptions={{ exact: link.to === '/' }}
        {...(keys && { title: `${label} (${keys})` })}
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {label}
        {badge > 0 && (
          <span className="tnum ml-auto rounded-sm bg-warn-soft px-1 text-xs font-medium text-warn">
            {count(badge)}
          </span>
        )}
      </Link>
    </Element>
  );
}

/** Replaces the sidebar on phones: the workspace pages. Projects are in the menu at the top. */
export function BottomBar() {
  const { waiting_approvals: waiting } = useSession();
  const workspace = useNavigation()('workspace');
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {workspace.map(({ label, icon: Icon, link }) => (
        <Link
          key={link.to}
          {...link}
          activeOptions={{ exact: link.to === '/' }}
          className="flex h-14 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft aria-[current=page]:text-accent-text"
        >
          <span className="relative">
            <Icon aria-hidden className="size-5" />
            {link.to === '/approvals' && waiting > 0 && (
              <span className="tnum absolute -top-1.5 left-3 whitespace-nowrap rounded-sm bg-warn-soft px-1 text-[10px] leading-4 font-medium text-warn">
                {count(waiting)}
              </span>
            )}
          </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const LABELS: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

function UserMenu() {
  const { user } = useSession();
  const [theme, setTheme] = useTheme();
  return (
    <Menu
      trigger={
        <>
          <span
            aria-hidden
            className="grid size-4 shrink-0 place-items-center rounded-full bg-idle-soft text-[10px] leading-none font-semibold"
          >
            {[...user.name][0]?.toUpperCase()}
          </span>
          <span className="truncate">{user.name}</span>
        </>
      }
      triggerClass="flex h-7 items-center gap-2 rounded-md px-2 text-sm text-ink-soft hover:bg-hover hover:text-ink"
      side="top"
    >
      <SettingsItem />
      <MenuLine />
      <DropdownMenu.RadioGroup value={theme} onValueChange={(next) => setTheme(next as Theme)}>
        {THEMES.map((option) => {
          const Icon = ICONS[option];
          return (
            <DropdownMenu.RadioItem key={option} value={option} className={menuItemClass}>
              <Icon aria-hidden className="size-4" />
              <span className="flex-1">{LABELS[option]}</span>
              <DropdownMenu.ItemIndicator>●</DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          );
        })}
      </DropdownMenu.RadioGroup>
      <MenuLine />
      <SignOutItem />
    </Menu>
  );
}

import { Link, useMatches } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useConnection } from '../data/live.js';
import { useAccount, useOpenProject, useProjects } from '../data/session.js';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../ui/menu.js';
import { useRecordName } from '../ui/record-name.js';
import { StatusDot } from '../ui/status.js';
import { AccountItems, NewAccount, SettingsItem, SignOutItem } from './account-switcher.js';
import { Bell } from './bell.js';
import { type PageLink, useNavigation, usePagesAbove } from './navigation.js';

export function TopBar({ onSearch, lead }: { readonly onSearch: () => void; readonly lead: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-3 border-b border-line bg-surface px-4 md:px-6">
      <PhoneMenu />
      {lead}
      <Breadcrumb />
      <LiveIndicator />
      <Bell />
      <button
        type="button"
        onClick={onSearch}
        className="flex h-8 items-center gap-2 rounded-md border border-line bg-canvas px-2 text-sm text-ink-faint hover:border-line-strong md:w-56"
      >
        <Search aria-hidden className="size-4" />
        <span className="sr-only md:not-sr-only">Search</span>
        <kbd className="ml-auto hidden text-xs md:block">{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
    </header>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

interface Crumb {
  readonly label: string;
  readonly link?: PageLink;
}

function useCrumbs(): readonly Crumb[] {
  const account = useAccount();
  const project = useOpenProject();
  const record = useRecordName();
  const above = usePagesAbove();
  const label = useMatches({ select: (matches) => matches.at(-1)?.staticData.label });
  const first: Crumb = project
    ? { label: project.name, link: { to: '/projects/$projectId/builds', params: { projectId: project.id } } }
    : { label: account.name, link: { to: '/' } };
  return [first, ...above, ...(label ? [{ label: record ?? label }] : [])];
}

function Breadcrumb() {
  const crumbs = useCrumbs();
  // Browser tabs and history show the title: the page first, then where it is.
  const title = [...crumbs.map(({ label }) => label).toReversed(), 'Slipway'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1 truncate text-sm text-ink-soft">
      {crumbs.map(({ label, link }, index) => (
        <Fragment key={link?.to ?? ''}>
          {index > 0 && (
            <span aria-hidden className="px-1.5 text-ink-faint">
              /
            </span>
          )}
          {link === undefined ? (
            <span aria-current="page" className="text-ink">
              {label}
            </span>
          ) : (
            <Link {...link} className="hover:text-ink hover:underline">
              {label}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

const STATES = {
  live: { tone: 'ok', label: 'Live', hint: 'This page updates as events arrive.' },
  connecting: {
    tone: 'warn',
    label: 'Reconnecting',
    hint: 'Restoring the connection. The page stays as it is.',
  },
  lost: {
    tone: 'warn',
    label: 'Not live',
    hint: 'Live updates are off for now. The page keeps trying to reconnect; reload it to see the latest.',
  },
} as const;

function LiveIndicator() {
  const { tone, label, hint } = STATES[useConnection()];
  return (
    <span role="status" title={hint} className="flex items-center gap-1.5 text-xs text-ink-soft">
      <StatusDot tone={tone} label="" />
      <span className="sr-only sm:not-sr-only">{label}</span>
    </span>
  );
}

function PhoneMenu() {
  const projects = useProjects();
  const project = useOpenProject();
  const list = useNavigation();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <Menu
        label="Menu"
        trigger={<MenuIcon aria-hidden className="size-5" />}
        triggerClass="-ml-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover md:hidden"
        className="max-h-[calc(100dvh-72px)] w-72 overflow-y-auto"
      >
        {project && (
          <MenuGroup title={project.name}>
            <PageItems pages={list('project', project.id)} />
          </MenuGroup>
        )}
        <MenuGroup title="Projects">
          {projects.map(({ id, name, health, health_label: words }) => (
            <MenuItem key={id} asChild>
              <Link to="/projects/$projectId/builds" params={{ projectId: id }}>
                <StatusDot tone={health} label={words} />
                {name}
              </Link>
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuGroup title="Accounts">
          <AccountItems onCreate={() => setCreating(true)} />
        </MenuGroup>
        <MenuLine />
        <SettingsItem />
        <PageItems pages={list('help')} />
        <SignOutItem />
      </Menu>
      {isCreating && <NewAccount onClose={() => setCreating(false)} />}
    </>
  );
}

function PageItems({ pages }: { readonly pages: ReturnType<ReturnType<typeof useNavigation>> }) {
  return pages.map(({ label, icon: Icon, link }) => (
    <MenuItem key={link.to} asChild>
      <Link {...link}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Link>
    </MenuItem>
  ));
}

import { Link, useMatches } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useConnection } from '../data/live.js';
import { useAccount, useOpenProject } from '../data/session.js';
import { useRecordName } from '../ui/record-name.js';
import { StatusDot } from '../ui/status.js';
import { Bell } from './bell.js';
import { type PageLink, usePagesAbove } from './navigation.js';
import { PhoneMenu } from './phone-menu.js';

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
  /** Absent for the page itself. */
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

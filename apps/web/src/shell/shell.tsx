import type { SuspendedAccount } from '@slipway/contracts';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazyRouteComponent, Outlet, useNavigate } from '@tanstack/react-router';
import { DatabaseBackup, PanelLeftOpen } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Toaster } from 'sonner';
import { useStaleness } from '../data/client.js';
import { useConfirmationRequest } from '../data/confirmation.js';
import { useLiveStream } from '../data/live.js';
import { SessionContext, sessionQuery, useAccountOfProject, useOpenProject, useSession } from '../data/session.js';
import { Button } from '../ui/button.js';
import { NotFound } from '../ui/not-found.js';
import { EmptyState, SkeletonRows } from '../ui/panel.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { useNavigation } from './navigation.js';
import { BottomBar, Sidebar } from './sidebar.js';
import { signOut } from './sign-out.js';
import { TopBar } from './top-bar.js';

export function ProjectPages() {
  return useOpenProject() === undefined ? <UnknownProject /> : <Outlet />;
}

/** The project may have been added since the session was loaded. */
function UnknownProject() {
  const { isFetching } = useQuery({ ...sessionQuery, refetchOnMount: 'always' });
  return isFetching ? <SkeletonRows /> : <NotFound what="Project" />;
}

function NoAccount() {
  const { suspended_accounts: suspended } = useSession();
  const isSuspended = suspended.length > 0;
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        title={isSuspended ? 'You have no access at the moment' : 'You do not belong to any account'}
        action={<Button onClick={() => void signOut()}>Sign out</Button>}
      >
        {suspended.map((account) => (
          <SuspendedReason key={account.id} account={account} />
        ))}
        {!isSuspended && (
          <p>
            You left, or an owner removed you. Ask an owner to invite you again; the email has a link to rejoin.
          </p>
        )}
      </EmptyState>
    </main>
  );
}

function SuspendedReason({ account }: { readonly account: SuspendedAccount }) {
  const { name, missing } = account;
  if (missing === 'permission')
    return (
      <p>
        {name} requires single sign-on, and your email address is outside its domain. Ask an owner to allow your
        address.
      </p>
    );
  return (
    <p>
      {name} needs a second factor from you, because your email address is outside its domain.{' '}
      <a href="/second-factor/set-up" className="text-accent-text">
        Set up a second factor
      </a>
    </p>
  );
}

const RECHECK_MS = 5_000;

/** Tells the reader while a copy of the database answers, and loads the page again until the database does. */
function StaleNotice() {
  const isStale = useStaleness();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isStale) return;
    const timer = setInterval(() => void queries.invalidateQueries(), RECHECK_MS);
    return () => clearInterval(timer);
  }, [isStale, queries]);
  return (
    <div role="status">
      {isStale && (
        <p className="flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn md:px-6">
          <DatabaseBackup aria-hidden className="mt-0.5 size-4 shrink-0" />
          The database is down. You see a recent copy, and changes cannot be saved until it is back.
        </p>
      )}
    </div>
  );
}

// What opens only on demand is not part of the first script.
const CommandMenu = lazyRouteComponent(() => import('./command-menu.js'), 'CommandMenu');
const ShortcutHelp = lazyRouteComponent(() => import('./shortcut-help.js'), 'ShortcutHelp');
const ConfirmAgain = lazyRouteComponent(() => import('./confirm-again.js'), 'ConfirmAgain');

/** By then, the first page is complete. */
const PRELOAD_MS = 1_500;

export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const settle = useConfirmationRequest();
  return (
    <SessionContext value={session}>
      {session.accounts.length === 0 ? <NoAccount /> : <Frame />}
      <Suspense>{settle && <ConfirmAgain settle={settle} />}</Suspense>
    </SessionContext>
  );
}

function Frame() {
  const [isCollapsed, setCollapsed] = useState(false);
  const [dialog, setDialog] = useState<'menu' | 'help' | null>(null);
  const navigate = useNavigate();
  const list = useNavigation();
  useLiveStream();
  useAccountOfProject();
  const pages = list('workspace').flatMap(({ place: { keys }, link }) =>
    keys ? [[keys, () => void navigate(link)] as const] : [],
  );
  useShortcuts({
    ...Object.fromEntries(pages),
    '?': () => setDialog('help'),
    '/': () => setDialog('menu'),
    '[': () => setCollapsed((before) => !before),
  });
  useCommandKey(() => setDialog((before) => (before === 'menu' ? null : 'menu')));
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only z-50 bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!isCollapsed && <Sidebar onCollapse={() => setCollapsed(true)} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar
          onSearch={() => setDialog('menu')}
          lead={
            isCollapsed && (
              <button
                type="button"
                onClick={() => setCollapsed(false)}
                title="Show sidebar ([)"
                className="hidden rounded-md p-1.5 text-ink-faint hover:bg-hover hover:text-ink md:block"
              >
                <PanelLeftOpen aria-hidden className="size-4" />
                <span className="sr-only">Show sidebar</span>
              </button>
            )
          }
        />
        <StaleNotice />
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
      </div>
      <BottomBar />
      <Suspense>
        {dialog === 'menu' && <CommandMenu onClose={() => setDialog(null)} onHelp={() => setDialog('help')} />}
        {dialog === 'help' && <ShortcutHelp onClose={() => setDialog(null)} />}
      </Suspense>
      <Toaster position="bottom-right" duration={6_000} toastOptions={{ className: 'slipway-toast' }} />
    </div>
  );
}

/** Calls `toggle` for Ctrl K or ⌘K, also while the focus is in a text field. */
function useCommandKey(toggle: () => void): void {
  const handler = useRef(toggle);
  handler.current = toggle;
  useEffect(() => {
    // Loaded ahead, so that people can type as soon as they press the key.
    const loading = setTimeout(() => void CommandMenu.preload?.(), PRELOAD_MS);
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      handler.current();
    }
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(loading);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
}

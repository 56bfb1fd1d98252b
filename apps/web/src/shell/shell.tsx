import { useSuspenseQuery } from '@tanstack/react-query';
import { lazyRouteComponent, Outlet, useNavigate } from '@tanstack/react-router';
import { PanelLeftOpen } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Toaster } from 'sonner';
import { useConfirmationRequest } from '../data/confirmation.js';
import { useLiveStream } from '../data/live.js';
import { SessionContext, sessionQuery, useAccountOfProject } from '../data/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { BottomBar } from './bottom-bar.js';
import { useNavigation } from './navigation.js';
import { NoAccount } from './no-account.js';
import { Sidebar } from './sidebar.js';
import { StaleNotice } from './stale-notice.js';
import { TopBar } from './top-bar.js';

// What opens only on demand is not part of the first script.
const CommandMenu = lazyRouteComponent(() => import('./command-menu.js'), 'CommandMenu');
const ShortcutHelp = lazyRouteComponent(() => import('./shortcut-help.js'), 'ShortcutHelp');
const ConfirmAgain = lazyRouteComponent(() => import('./confirm-again.js'), 'ConfirmAgain');

/** By then, the first page is complete. */
const PRELOAD_MS = 1_500;

/** The frame of every page. A user without an account gets none. */
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

/** Sidebar, top bar, content. */
function Frame() {
  const [isCollapsed, setCollapsed] = useState(false);
  const [dialog, setDialog] = useState<'menu' | 'help' | null>(null);
  const navigate = useNavigate();
  const list = useNavigation();
  useLiveStream();
  useAccountOfProject();
  const shortcuts = useMemo(() => {
    const pages = list('workspace').flatMap(({ place: { keys }, link }) =>
      keys ? [[keys, () => void navigate(link)] as const] : [],
    );
    return {
      ...Object.fromEntries(pages),
      '?': () => setDialog('help'),
      '/': () => setDialog('menu'),
      '[': () => setCollapsed((before) => !before),
    };
  }, [navigate, list]);
  useShortcuts(shortcuts);
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

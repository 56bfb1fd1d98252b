import { Outlet, useNavigate } from '@tanstack/react-router';
import { PanelLeftOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Toaster } from 'sonner';
import { useLiveStream } from '../data/live.js';
import { useAccountOfProject, useSession } from '../data/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { BottomBar } from './bottom-bar.js';
import { CommandMenu } from './command-menu.js';
import { ConfirmAgain } from './confirm-again.js';
import { useNavigation } from './navigation.js';
import { NoAccount } from './no-account.js';
import { ShortcutHelp } from './shortcut-help.js';
import { Sidebar } from './sidebar.js';
import { TopBar } from './top-bar.js';

/** The frame of every page. A user without an account gets none. */
export function Shell() {
  return (
    <>
      {useSession().accounts.length === 0 ? <NoAccount /> : <Frame />}
      <ConfirmAgain />
    </>
  );
}

/** Sidebar, top bar, content. */
function Frame() {
  const [isCollapsed, setCollapsed] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
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
      '?': () => setHelpOpen(true),
      '/': () => setMenuOpen(true),
      '[': () => setCollapsed((before) => !before),
    };
  }, [navigate, list]);
  useShortcuts(shortcuts);
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
          onSearch={() => setMenuOpen(true)}
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
        <main id="content" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
      </div>
      <BottomBar />
      <CommandMenu open={isMenuOpen} onOpenChange={setMenuOpen} onHelp={() => setHelpOpen(true)} />
      <ShortcutHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
      <Toaster position="bottom-right" duration={6_000} toastOptions={{ className: 'slipway-toast' }} />
    </div>
  );
}

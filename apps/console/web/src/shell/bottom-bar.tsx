import { Link } from '@tanstack/react-router';
import { WORKSPACE } from './navigation.js';

/** The rail on phones: the five pages of the workspace. Projects are reached from Home and the search. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {WORKSPACE.map(({ label, icon: Icon, to }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/' }}
          className="flex h-14 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft aria-[current=page]:text-accent-text"
        >
          <Icon aria-hidden className="size-5" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

import { Link } from '@tanstack/react-router';
import { useSession } from '../data/session.js';
import { count } from '../ui/format.js';
import { WORKSPACE } from './navigation.js';

/** The rail on phones: the five pages of the workspace. Projects are reached from the menu at the top. */
export function BottomBar() {
  const { waiting_approvals: waiting } = useSession();
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
          <span className="relative">
            <Icon aria-hidden className="size-5" />
            {to === '/approvals' && waiting > 0 && (
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

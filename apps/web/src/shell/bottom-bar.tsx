import { Link } from '@tanstack/react-router';
import { useSession } from '../data/session.js';
import { count } from '../words/format.js';
import { useNavigation } from './navigation.js';

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

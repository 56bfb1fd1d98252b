import { Dialog } from '../ui/dialog.js';
import { useNavigation } from './navigation.js';

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['Ctrl K or /', 'Search and commands'],
  ['j, k', 'Next and previous row in a list'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['a, d, i', 'Approve, deny, ignore (review queue)'],
  ['n, N', 'Next and previous match in a log'],
  ['e, E', 'Next and previous error in a log'],
  ['[', 'Collapse or show the sidebar'],
];

export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const pages = useNavigation()('workspace').flatMap(({ place: { keys }, label }) =>
    keys ? [[keys, `Go to ${label}`] as const] : [],
  );
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {[...KEYS, ...pages, ['?', 'Show this help'] as const].map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line bg-canvas px-1.5 py-0.5 font-mono text-xs">{keys}</kbd>
            </dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

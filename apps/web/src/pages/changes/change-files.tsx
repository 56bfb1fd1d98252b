import type { ConsoleChange } from '@slipway/contracts';
import { ChevronRight, File, FilePlus, FileX, MoveRight, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { count, plural } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { fileTree, type TreeNode } from './file-tree.js';

/** The files of a change, as a tree. */
export function ChangeFiles({ change }: { readonly change: ConsoleChange }) {
  const tree = useMemo(() => fileTree(change.files), [change.files]);
  if (!change.files_available || change.files.length === 0)
    return (
      <Panel title="Files">
        <p className="px-4 py-3 text-sm text-ink-soft">
          {change.files_available && change.file_count !== null
            ? 'This change touched no files.'
            : 'The sender reported no files for this change.'}
        </p>
      </Panel>
    );
  const hidden = (change.file_count ?? 0) - change.files.length;
  return (
    <Panel title={plural(change.file_count ?? change.files.length, 'file')} aside={<Counts change={change} />}>
      <ul className="p-2 text-sm">
        {tree.map((node) => (
          <Node key={node.path} node={node} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="border-t border-line px-4 py-2 text-ink-faint">{count(hidden)} more not shown.</p>
      )}
    </Panel>
  );
}

const ACTIONS = {
  add: { icon: FilePlus, label: 'added', tone: 'text-ok' },
  edit: { icon: Pencil, label: 'edited', tone: 'text-ink-faint' },
  delete: { icon: FileX, label: 'deleted', tone: 'text-bad' },
  move: { icon: MoveRight, label: 'moved', tone: 'text-warn' },
} as const;

function Counts({ change: { files } }: { readonly change: ConsoleChange }) {
  const words = Object.entries(ACTIONS).flatMap(([action, { label }]) => {
    const number = files.filter((file) => file.action === action).length;
    return number === 0 ? [] : [`${count(number)} ${label}`];
  });
  return <span className="tnum text-xs text-ink-faint">{words.join(', ')}</span>;
}

/** Larger folders are collapsed at first. */
const MAX_OPEN = 200;

function Node({ node }: { readonly node: TreeNode }) {
  if (node.children.length > 0)
    return (
      <li>
        <details open={node.fileCount <= MAX_OPEN} className="group/folder">
          <summary className="flex list-none items-center gap-1.5 rounded-sm px-1 py-0.5 text-ink-soft hover:bg-hover">
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint group-open/folder:rotate-90" />
            <span className="min-w-0 truncate" title={node.name}>
              {node.name}
            </span>
            <span className="tnum text-xs text-ink-faint">{count(node.fileCount)}</span>
          </summary>
          <ul className="ml-2.5 border-l border-line pl-2">
            {node.children.map((child) => (
              <Node key={child.path} node={child} />
            ))}
          </ul>
        </details>
      </li>
    );
  const { icon: Icon, label, tone } = ACTIONS[node.action ?? 'edit'] ?? { icon: File, label: '', tone: '' };
  return (
    <li className="flex items-center gap-1.5 px-1 py-0.5" title={node.path}>
      <Icon aria-hidden className={`size-3.5 shrink-0 ${tone}`} />
      <span className="min-w-0 truncate">{node.name}</span>
      <span className={label === 'edited' ? 'sr-only' : `text-xs ${tone}`}>{label}</span>
    </li>
  );
}

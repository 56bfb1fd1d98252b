import type { ConsoleChange } from '@slipway/contracts';
import { ChevronRight, File, FilePlus, FileX, MoveRight, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { listChangeFiles } from '../../data/api.js';
import { usePagedList } from '../../data/pages.js';
import type { Filters } from '../../routing/page.js';
import { FilterText } from '../../ui/filters.js';
import { LoadMore } from '../../ui/paged-list.js';
import { ErrorState, Panel, SkeletonRows } from '../../ui/panel.js';
import { count, plural } from '../../words/format.js';
import { fileTree, type TreeNode } from './file-tree.js';

interface ChangeFilesProps {
  readonly change: ConsoleChange;
  readonly projectId: number;
  readonly filters: Filters<'file'>;
}

export function ChangeFiles({ change, projectId, filters }: ChangeFilesProps) {
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
  const isSearching = Boolean(filters.values.file);
  return (
    <Panel title={plural(change.file_count ?? change.files.length, 'file')} aside={<Counts change={change} />}>
      {change.files.length > MIN_SEARCHED && (
        <div className="border-b border-line p-2">
          <FilterText filters={filters} name="file" label="Path contains" />
        </div>
      )}
      {isSearching ? (
        <FoundFiles projectId={projectId} changeId={change.id} text={filters.values.file ?? ''} />
      ) : (
        <ul className="p-2 text-sm">
          {tree.map((node) => (
            <Node key={node.path} node={node} />
          ))}
        </ul>
      )}
      {hidden > 0 && !isSearching && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-soft">
          These are the first {count(change.files.length)}. Search to find the other {count(hidden)}.
        </p>
      )}
    </Panel>
  );
}

/** With fewer files, people see the one they look for. */
const MIN_SEARCHED = 20;

interface FoundFilesProps {
  readonly projectId: number;
  readonly changeId: number;
  readonly text: string;
}

/** The files whose paths contain the words, from all files of the change. */
function FoundFiles({ projectId, changeId, text }: FoundFilesProps) {
  const params = { project_id: projectId, change_id: changeId };
  const list = usePagedList(
    ['change', projectId, 'files', changeId, text],
    listChangeFiles,
    { params, query: { q: text } },
    'files',
  );
  if (list.error) return <ErrorState error={list.error} retry={list.reload} />;
  if (list.isLoading) return <SkeletonRows count={3} />;
  if (list.rows.length === 0) return <p className="px-4 py-3 text-sm text-ink-soft">No path contains “{text}”.</p>;
  return (
    <>
      <ul aria-label="Found files" className="p-2 text-sm">
        {list.rows.map(({ path, action }) => (
          <Node key={path} node={{ name: path, path, action, children: [], fileCount: 1 }} />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

const ACTIONS = {
  add: { icon: FilePlus, label: 'added', tone: 'text-ok' },
  edit: { icon: Pencil, label: 'edited', tone: 'text-ink-faint' },
  delete: { icon: FileX, label: 'deleted', tone: 'text-bad' },
  move: { icon: MoveRight, label: 'moved', tone: 'text-warn' },
} as const;

function Counts({ change: { file_actions: counts } }: { readonly change: ConsoleChange }) {
  const words = Object.entries(ACTIONS).flatMap(([action, { label }]) => {
    const number = counts[action as keyof typeof ACTIONS];
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

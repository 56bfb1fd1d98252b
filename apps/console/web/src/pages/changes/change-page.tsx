import type { ChangeDetail, getChange } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { File, FilePlus, FileX, FolderTree, MoveRight, Pencil } from 'lucide-react';
import { get } from '../../data/call.js';
import { CopyableId } from '../../ui/copy.js';
import { count, plural } from '../../ui/format.js';
import { Fact, Page, Panel } from '../../ui/page.js';
import { PathLink } from '../../ui/path-link.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { fileTree, type TreeNode } from './file-tree.js';

/** One commit or changelist: who, what, which files, and which builds it went through. */
export function ChangePage() {
  const { projectId = '', changeId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    queryKey: ['change', Number(projectId), 'detail', changeId],
    queryFn: () =>
      get<typeof getChange>('/v1/projects/:project_id/changes/:id', {
        params: { project_id: projectId, id: changeId },
      }),
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
  const [subject = '', ...rest] = data.description.split('\n');
  const body = rest.join('\n').trim();
  return (
    <Page
      title={subject || data.display_identifier}
      meta={
        <span className="flex flex-wrap items-center gap-x-2">
          <CopyableId value={data.identifier}>{data.display_identifier}</CopyableId>
          by {data.author || 'an unknown author'} · <Time at={data.timestamp} />
          {data.orphaned_at && <StatusPill state="warn" label="Orphaned by a forced push" />}
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        {body && <p className="whitespace-pre-wrap px-4 text-ink-soft md:px-0">{body}</p>}
        <Outcome change={data} projectId={projectId} />
        <Files change={data} />
      </div>
    </Page>
  );
}

function Outcome({ change, projectId }: { readonly change: ChangeDetail; readonly projectId: string }) {
  const { approvals } = change;
  const decided = approvals.approved + approvals.denied + approvals.ignored;
  return (
    <Panel title="What became of it">
      <dl className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label="Builds">
          {change.build_runs.length === 0
            ? 'None yet'
            : change.build_runs.slice(0, 6).map((build) => (
                <PathLink
                  key={build.id}
                  to={`/projects/${projectId}/builds/${build.id}`}
                  className="flex items-center gap-2 py-0.5 hover:underline"
                >
                  <StatusPill state={build.status} />
                  <span className="truncate">{build.ci_job_name}</span>
                </PathLink>
              ))}
        </Fact>
        <Fact label="Approvals">
          {approvals.pending + decided === 0
            ? 'None asked for'
            : `${count(approvals.pending)} pending, ${count(approvals.approved)} approved, ${count(approvals.denied)} denied`}
        </Fact>
        <Fact label="Tasks">
          {change.task_ids.length === 0
            ? 'None mentioned'
            : change.task_ids.map((id) => (
                <PathLink key={id} to={`/projects/${projectId}/tasks/${id}`} className="mr-2 hover:underline">
                  task-{id}
                </PathLink>
              ))}
        </Fact>
        <Fact label="Tracker items">
          {change.references.length === 0
            ? 'None mentioned'
            : change.references.map((item) => (
                <a key={item.id} href={item.url} rel="noreferrer" className="block truncate hover:underline">
                  {item.key} {item.title}
                </a>
              ))}
        </Fact>
      </dl>
    </Panel>
  );
}

function Files({ change }: { readonly change: ChangeDetail }) {
  if (!change.files_available)
    return (
      <Panel title="Files">
        <p className="p-4 text-ink-soft">The sender reported no files for this commit.</p>
      </Panel>
    );
  const hidden = (change.file_count ?? 0) - change.files.length;
  return (
    <Panel title={plural(change.file_count ?? 0, 'file')}>
      <ul className="p-2 text-sm">
        {fileTree(change.files).map((node) => (
          <Node key={node.path} node={node} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="border-t border-line px-4 py-2 text-ink-faint">{count(hidden)} more are not shown.</p>
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

function Node({ node }: { readonly node: TreeNode }) {
  if (node.children.length > 0)
    return (
      <li>
        <details open={node.fileCount <= 200}>
          <summary className="flex items-center gap-2 rounded-sm px-2 py-0.5 text-ink-soft hover:bg-hover">
            <FolderTree aria-hidden className="size-4 shrink-0 text-ink-faint" />
            {node.name}
            <span className="tnum text-xs text-ink-faint">{count(node.fileCount)}</span>
          </summary>
          <ul className="ml-4 border-l border-line pl-2">
            {node.children.map((child) => (
              <Node key={child.path} node={child} />
            ))}
          </ul>
        </details>
      </li>
    );
  const { icon: Icon, label, tone } = ACTIONS[node.action ?? 'edit'] ?? { icon: File, label: '', tone: '' };
  return (
    <li className="flex items-center gap-2 px-2 py-0.5" title={node.path}>
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      {node.name}
      <span className="sr-only">{label}</span>
    </li>
  );
}

import type { TaskDetail } from '@slipway/contracts';
import { useEffect, useRef } from 'react';
import { useAccount } from '../../data/session.js';
import { type TaskEdit, useTask, useTaskEdit } from '../../data/tasks.js';
import { Page } from '../../parts/page.js';
import { RecordError } from '../../parts/records/record-error.js';
import { rememberLabels } from '../../parts/tasks/known-labels.js';
import {
  AssigneePicker,
  LabelPicker,
  PriorityPicker,
  StatePicker,
  TypePicker,
} from '../../parts/tasks/task-pickers.js';
import { definePage } from '../../routing/page.js';
import { CopyableId, CopyButton } from '../../ui/copy.js';
import { Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { SkeletonRows } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { EditableTitle } from './editable-title.js';
import { openPicker } from './open-picker.js';
import { TaskDescription } from './task-description.js';
import { TaskLinks } from './task-links.js';

export const page = definePage({
  path: '/projects/$projectId/tasks/$taskId',
  label: 'Task',
});

/** One task: its text and properties, edited in place, and everything linked to it. */
export function TaskPage() {
  const { projectId, taskId } = page.useParams();
  const { data, error, refetch } = useTask(projectId, Number(taskId));
  const edit = useTaskEdit(projectId);
  const canEdit = useAccount().read_only_reason === null;
  useEffect(() => {
    if (data) rememberLabels([data]);
  }, [data]);
  if (error && data === undefined) return <RecordError error={error} retry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows />;
  const onEdit = (change: TaskEdit) => edit({ id: data.id, edit: change });
  return (
    <Page
      record={`task-${data.id}`}
      title={<EditableTitle title={data.title} canEdit={canEdit} onSave={(title) => onEdit({ title })} />}
      meta={
        <span className="flex flex-wrap items-center gap-x-2">
          <CopyableId value={`task-${data.id}`} />
          <span>
            created <Time at={data.created_at} />, changed <Time at={data.updated_at} />
          </span>
        </span>
      }
      actions={<CopyButton text={data.urls.web} label="Copy link" />}
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-last">
          <TaskDescription
            description={data.description}
            canEdit={canEdit}
            onSave={(description) => onEdit({ description })}
          />
          <TaskLinks task={data} />
        </div>
        <Properties task={data} canEdit={canEdit} onEdit={onEdit} />
      </div>
    </Page>
  );
}

interface PropertiesProps {
  readonly task: TaskDetail;
  readonly canEdit: boolean;
  readonly onEdit: (edit: TaskEdit) => void;
}

function Properties({ task, canEdit, onEdit }: PropertiesProps) {
  const panel = useRef<HTMLDivElement>(null);
  const open = (key: string) => () => void (canEdit && openPicker(panel.current, key));
  useShortcuts({ s: open('s'), p: open('p'), a: open('a'), l: open('l') });
  const picker = { task, onEdit, disabled: !canEdit };
  const { via_api_token_id: tokenId, ...metadata } = task.metadata;
  return (
    <div ref={panel} className="flex min-w-0 flex-col gap-4">
      <Panel title="Properties">
        <dl className="grid grid-cols-[80px_minmax(0,1fr)] items-center gap-x-2 gap-y-1 px-4 py-3 text-sm [&>dt]:text-ink-faint">
          <dt title="s">State</dt>
          <dd>
            <StatePicker {...picker} />
          </dd>
          <dt title="p">Priority</dt>
          <dd>
            <PriorityPicker {...picker} />
          </dd>
          <dt>Type</dt>
          <dd>
            <TypePicker {...picker} />
          </dd>
          <dt title="a">Assignee</dt>
          <dd>
            <AssigneePicker {...picker} />
          </dd>
          <dt title="l">Labels</dt>
          <dd>
            <LabelPicker {...picker} />
          </dd>
          <dt>Created</dt>
          <dd className="px-1.5 text-ink-soft">
            {tokenId === null || tokenId === undefined ? 'in the console' : 'with an API token'}
          </dd>
        </dl>
        <p className="border-t border-line px-4 py-2 text-xs text-ink-faint max-md:hidden">
          Keys: s state, p priority, a assignee, l labels
        </p>
      </Panel>
      {Object.keys(metadata).length > 0 && (
        <Panel title="Metadata">
          <pre className="overflow-x-auto whitespace-pre-wrap p-3 font-mono text-xs">
            {JSON.stringify(metadata, null, 2)}
          </pre>
        </Panel>
      )}
    </div>
  );
}

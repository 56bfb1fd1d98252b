import type { TaskDetail } from '@slipway/contracts';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../data/session.js';
import { type TaskEdit, useTask, useTaskEdit } from '../../data/tasks.js';
import { Page, RecordLoading } from '../../parts/page.js';
import {
  AssigneePicker,
  LabelPicker,
  openPicker,
  PriorityPicker,
  rememberLabels,
  StatePicker,
  TypePicker,
} from '../../parts/tasks/task-pickers.js';
import { definePage } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { CopyableId, CopyButton } from '../../ui/copy.js';
import { inputClass } from '../../ui/field.js';
import { Panel } from '../../ui/panel.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Time } from '../../ui/time.js';
import { TaskLinks } from './task-links.js';

interface EditableTitleProps {
  readonly title: string;
  readonly canEdit: boolean;
  onSave(title: string): void;
}

function EditableTitle({ title, canEdit, onSave }: EditableTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  function save(): void {
    const text = draft?.trim() ?? '';
    if (text !== '' && text !== title) onSave(text);
    setDraft(null);
  }
  if (draft === null)
    return canEdit ? (
      <button
        type="button"
        onClick={() => setDraft(title)}
        title="Edit the title"
        className="-mx-1.5 rounded-sm px-1.5 text-left hover:bg-hover"
      >
        {title}
      </button>
    ) : (
      title
    );
  return (
    <input
      aria-label="Title"
      // biome-ignore lint/a11y/noAutofocus: the reader asked to edit it
      autoFocus
      maxLength={255}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setDraft(null);
      }}
      className={`${inputClass} -mx-2.5 w-[min(640px,90vw)] max-w-full text-lg font-semibold`}
    />
  );
}

interface TaskDescriptionProps {
  readonly description: string;
  readonly canEdit: boolean;
  onSave(description: string): void;
}

function TaskDescription({ description, canEdit, onSave }: TaskDescriptionProps) {
  const [draft, setDraft] = useState<string | null>(null);
  function save(): void {
    if (draft !== null && draft !== description) onSave(draft);
    setDraft(null);
  }
  return (
    <Panel
      title="Description"
      aside={
        draft === null &&
        canEdit && (
          <Button size="small" onClick={() => setDraft(description)}>
            Edit
          </Button>
        )
      }
    >
      {draft === null ? (
        <p className={`whitespace-pre-wrap p-4 ${description ? '' : 'text-ink-faint'}`}>
          {description || 'No description.'}
        </p>
      ) : (
        <div className="flex flex-col gap-2 p-4">
          <textarea
            aria-label="Description"
            // biome-ignore lint/a11y/noAutofocus: the reader asked to edit it
            autoFocus
            rows={Math.min(20, Math.max(6, draft.split('\n').length + 2))}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setDraft(null);
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
            }}
            className={`${inputClass} h-auto py-1.5`}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setDraft(null)}>Cancel</Button>
            <Button look="primary" onClick={save}>
              Save
            </Button>
          </div>
        </div>
      )}
    </Panel>
  );
}

export const page = definePage({
  path: '/projects/$projectId/tasks/$taskId',
  label: 'Task',
});

export function TaskPage() {
  const { projectId, taskId } = page.useParams();
  const query = useTask(projectId, Number(taskId));
  const { data } = query;
  const edit = useTaskEdit(projectId);
  const canEdit = useAccount().read_only_reason === null;
  useEffect(() => {
    if (data) rememberLabels([data]);
  }, [data]);
  if (data === undefined) return <RecordLoading query={query} />;
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

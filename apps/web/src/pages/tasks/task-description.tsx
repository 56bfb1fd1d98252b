import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { inputClass } from '../../ui/field.js';
import { Panel } from '../../ui/panel.js';

interface TaskDescriptionProps {
  readonly description: string;
  readonly canEdit: boolean;
  onSave(description: string): void;
}

/** The text of a task. Ctrl+Enter or ⌘+Enter saves an edit, Escape discards it. */
export function TaskDescription({ description, canEdit, onSave }: TaskDescriptionProps) {
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

import { useState } from 'react';
import { inputClass } from '../../ui/field.js';

interface EditableTitleProps {
  readonly title: string;
  readonly canEdit: boolean;
  onSave(title: string): void;
}

/** A title that becomes a text field on click. Enter saves, Escape cancels. */
export function EditableTitle({ title, canEdit, onSave }: EditableTitleProps) {
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

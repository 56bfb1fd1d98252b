import type { Decision } from '@slipway/contracts';
import { useState } from 'react';
import { DecisionButtons } from '../../parts/approvals/decisions.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea } from '../../ui/field.js';

interface CommentDialogProps {
  /** What is decided on; null while the dialog is closed. */
  readonly subject: string | null;
  onClose(): void;
  onDecide(decision: Decision, comments: string): void;
}

export function CommentDialog({ subject, onClose, onDecide }: CommentDialogProps) {
  const [text, setText] = useState('');
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Decide on ${subject ?? ''}`}
    >
      <div className="flex flex-col gap-4">
        <TextArea
          label="Comment"
          hint="Shown next to your decision on the asset page."
          rows={4}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <DecisionButtons
            subject={subject ?? ''}
            onDecide={(decision) => {
              onDecide(decision, text.trim());
              setText('');
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}

import type { NotificationFilter } from '@slipway/contracts';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ChooseBuilds } from './choose-builds.js';
import { filterWords } from './filter-words.js';

interface ChosenBuildsProps {
  readonly projectId: number;
  readonly filter: NotificationFilter;
  readonly disabled?: boolean;
  save(filter: NotificationFilter): Promise<unknown>;
}

/** Which builds send messages, with a dialog to choose others. */
export function ChosenBuilds({ projectId, filter, disabled = false, save }: ChosenBuildsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-ink-soft">Builds:</span> {filterWords(filter)}
      </p>
      {!disabled && (
        <Button size="small" onClick={() => setOpen(true)}>
          Choose builds
        </Button>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Choose builds"
        description="Messages about jobs are sent for these builds only."
      >
        <ChooseBuilds projectId={projectId} filter={filter} save={save} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

import type { Task, TaskState } from '@slipway/contracts';
import { useState } from 'react';
import type { TaskEdit } from '../../data/tasks.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { useFirstThenAll } from '../../ui/first-then-all.js';
import type { PagedList } from '../../ui/paged-list.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { StatusIcon } from '../../ui/status.js';
import { count } from '../../words/format.js';
import { BoardCard } from './board-card.js';

interface BoardColumnProps {
  readonly state: TaskState;
  readonly label: string;
  readonly list: PagedList<Task>;
  readonly tasks: readonly Task[];
  readonly canEdit: boolean;
  /** Whether this column is the one shown on phones. */
  readonly isChosen: boolean;
  onMove(task: Task, state: TaskState): void;
  onEdit(task: Task, edit: TaskEdit): void;
  onMoveFocus(task: Task, key: string): void;
  onFocus(task: Task | null): void;
}

/** As many as a tall screen shows. */
const FIRST_CARDS = 12;

/** The tasks of one state. A card dropped on the column takes that state. */
export function BoardColumn(props: BoardColumnProps) {
  const { state, label, list, tasks, canEdit, isChosen, onMove, onEdit, onMoveFocus, onFocus } = props;
  const [isOver, setOver] = useState(false);
  const shown = useFirstThenAll(tasks, FIRST_CARDS);
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        if (!canEdit) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer.getData('application/json');
        if (canEdit && dropped !== '') onMove(JSON.parse(dropped) as Task, state);
      }}
      className={classNames(
        'flex min-h-40 min-w-0 flex-col rounded-md border bg-sunken',
        isOver ? 'border-accent' : 'border-line',
        !isChosen && 'max-md:hidden',
      )}
    >
      <h2 className="z-10 flex items-center gap-2 rounded-md bg-sunken px-3 py-2 text-sm font-medium xl:sticky xl:top-12">
        <StatusIcon state={state} label={label} />
        {label}
        {!list.isLoading && (
          <span className="tnum text-xs font-normal text-ink-faint">
            {count(tasks.length)}
            {list.hasMore && '+'}
          </span>
        )}
      </h2>
      {list.error ? <ErrorState error={list.error} retry={list.reload} /> : null}
      {list.isLoading ? <SkeletonRows count={4} /> : null}
      {!list.isLoading && !list.error && tasks.length === 0 && (
        <p className="px-3 pb-3 text-xs text-ink-faint">No tasks. Drop one here to move it.</p>
      )}
      <ul className="flex flex-col gap-2 px-2 pb-2">
        {shown.map((task) => (
          <BoardCard
            key={task.id}
            task={task}
            canEdit={canEdit}
            onMove={(next) => onMove(task, next)}
            onEdit={(edit) => onEdit(task, edit)}
            onMoveFocus={(key) => onMoveFocus(task, key)}
            onFocus={onFocus}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button look="quiet" className="m-2" onClick={list.loadMore} disabled={list.isLoadingMore}>
          {list.isLoadingMore ? 'Loading' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

import type { SavedView } from '@slipway/contracts';
import { BookmarkPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '../../data/session.js';
import { useSavedViews, type ViewPlace } from '../../data/views.js';
import type { Filters } from '../../routing/page.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { ViewDialog, ViewMenu } from './view-menu.js';

export function SavedViews({ place, filters }: { readonly place: ViewPlace; readonly filters: Filters<string> }) {
  const views = useSavedViews(place);
  const canSave = useAccount().read_only_reason === null;
  const [isSaving, setSaving] = useState(false);
  const chosen = chosenFilters(filters.values);
  const current = views.find((view) => isSame(view.filters, chosen));
  const isNew = current === undefined && filters.isSet;
  return (
    <>
      {views.length > 0 && (
        <fieldset className="flex basis-full flex-wrap items-center gap-1.5">
          <legend className="sr-only">Saved views</legend>
          {views.map((view) => (
            <ViewButton
              key={view.id}
              view={view}
              isCurrent={view === current}
              onChoose={() => (view === current ? filters.clear() : filters.setAll(view.filters))}
            />
          ))}
          {current && (current.is_own || current.can_delete) && (
            <ViewMenu key={current.id} place={place} view={current} />
          )}
        </fieldset>
      )}
      {isNew && canSave && (
        // After the filters, so that nothing moves when one is set.
        <Button look="quiet" className="order-last" onClick={() => setSaving(true)} icon={BookmarkPlus}>
          Save view
        </Button>
      )}
      {isSaving && <ViewDialog place={place} filters={chosen} onClose={() => setSaving(false)} />}
    </>
  );
}

interface ViewButtonProps {
  readonly view: SavedView;
  readonly isCurrent: boolean;
  onChoose(): void;
}

function ViewButton({ view, isCurrent, onChoose }: ViewButtonProps) {
  const origin = view.saved_by === '' ? 'Shared' : `Shared by ${view.saved_by}`;
  return (
    <button
      type="button"
      aria-pressed={isCurrent}
      title={view.is_shared && !view.is_own ? origin : undefined}
      onClick={onChoose}
      className={classNames(
        'inline-flex h-7 max-w-60 items-center gap-1.5 rounded-md border px-2 text-sm',
        isCurrent
          ? 'border-accent bg-accent-soft text-accent-text'
          : 'border-line-strong bg-surface text-ink-soft hover:bg-hover',
      )}
    >
      <span className="truncate">{view.name}</span>
      {view.is_shared && <Users aria-label="shared" className="size-3.5 shrink-0" />}
    </button>
  );
}

type Chosen = Readonly<Record<string, string>>;

function chosenFilters(values: Filters<string>['values']): Chosen {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function isSame(filters: Chosen, chosen: Chosen): boolean {
  const names = Object.keys(filters);
  return names.length === Object.keys(chosen).length && names.every((name) => filters[name] === chosen[name]);
}

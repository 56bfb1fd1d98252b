import type { SavedView } from '@slipway/contracts';
import { BookmarkPlus, Ellipsis, Lock, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../data/form.js';
import { useAccount } from '../../data/session.js';
import { useSavedViews, useViewChanges, type ViewPlace } from '../../data/views.js';
import type { Filters } from '../../routing/page.js';
import { Button, buttonClass } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Check, TextField } from '../../ui/field.js';
import { ConfirmDialog, FormDialog } from '../../ui/form.js';
import { Menu, MenuItem } from '../../ui/menu.js';

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

interface ViewDialogProps {
  readonly place: ViewPlace;
  readonly filters: SavedView['filters'];
  /** The view to rename; absent for a new one. */
  readonly view?: SavedView;
  onClose(): void;
}

function ViewDialog({ place, filters, view, onClose }: ViewDialogProps) {
  const { save, edit } = useViewChanges(place);
  const form = useForm(
    { name: view?.name ?? '', is_shared: false },
    {
      send: ({ name, is_shared }): Promise<unknown> =>
        view === undefined
          ? save.mutateAsync({ name: name.trim(), is_shared, filters })
          : edit.mutateAsync({ id: view.id, name: name.trim() }),
      after: onClose,
    },
  );
  const group = sharingGroup(place);
  return (
    <FormDialog
      form={form}
      title={view === undefined ? 'Save view' : 'Rename view'}
      confirm="Save"
      isDisabled={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder={place.list === 'builds' ? 'Broken on main' : undefined}
        required
        maxLength={60}
        autoComplete="off"
        {...form.register('name')}
      />
      {view === undefined && (
        <Check
          label={`Share with the ${group}`}
          hint={`Everyone in the ${group} sees the view. Only you can change it.`}
          {...form.register('is_shared')}
        />
      )}
    </FormDialog>
  );
}

/** Who sees a shared view: the word in “Share with the …”. */
function sharingGroup({ projectId }: ViewPlace): 'project' | 'account' {
  return projectId === null ? 'account' : 'project';
}

function ViewMenu({ place, view }: { readonly place: ViewPlace; readonly view: SavedView }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { edit, remove } = useViewChanges(place);
  const group = sharingGroup(place);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={`Actions for “${view.name}”`}
        trigger={<Ellipsis aria-hidden className="size-3.5" />}
        triggerClass={buttonClass('quiet', 'small')}
      >
        {view.is_own && (
          <>
            <MenuItem onSelect={() => setOpen('rename')}>
              <Pencil aria-hidden className="size-4" />
              Rename
            </MenuItem>
            <MenuItem onSelect={() => edit.mutate({ id: view.id, is_shared: !view.is_shared })}>
              {view.is_shared ? <Lock aria-hidden className="size-4" /> : <Users aria-hidden className="size-4" />}
              {view.is_shared ? 'Stop sharing' : `Share with the ${group}`}
            </MenuItem>
          </>
        )}
        <MenuItem onSelect={() => setOpen('delete')}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </MenuItem>
      </Menu>
      {open === 'rename' && <ViewDialog place={place} view={view} filters={view.filters} onClose={close} />}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={`Delete “${view.name}”?`}
        confirm="Delete view"
        change={remove}
        onConfirm={() => remove.mutate(view)}
      >
        <p>
          {view.is_shared
            ? `Everyone in the ${group} loses this view. The list itself does not change.`
            : 'The list itself does not change.'}
        </p>
      </ConfirmDialog>
    </>
  );
}

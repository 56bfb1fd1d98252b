import type { OwnToken } from '@slipway/contracts';
import { useState } from 'react';
import { restrictToken } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Form, FormError } from '../../ui/form.js';
import { plural } from '../../words/format.js';

/** What a token is restricted to, as its form holds it. */
export interface Restrictions {
  /** Null for every project. */
  readonly projects: ReadonlySet<number> | null;
  /** Networks, separated by commas or spaces; empty for any. */
  readonly networks: string;
}

export const UNRESTRICTED: Restrictions = { projects: null, networks: '' };

/** Whether "only these projects" is chosen, but none of them. */
export const lacksProjects = ({ projects }: Restrictions) => projects?.size === 0;

/** The restrictions as the request carries them. */
export function restrictionsBody({ projects, networks }: Restrictions) {
  const list = networks.split(/[\s,;]+/).filter((network) => network !== '');
  return { project_ids: projects === null ? null : [...projects], networks: list.length === 0 ? null : list };
}

interface RestrictionFieldsProps {
  readonly value: Restrictions;
  onChange(value: Restrictions): void;
}

/** Restricts a token to projects and networks. */
export function RestrictionFields({ value, onChange }: RestrictionFieldsProps) {
  const { projects, networks } = value;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="pb-1 text-sm font-medium">Projects</legend>
        <Choice
          label="All projects of your accounts"
          checked={projects === null}
          onChange={() => onChange({ ...value, projects: null })}
        />
        <Choice
          label="Only these"
          checked={projects !== null}
          onChange={() => onChange({ ...value, projects: new Set() })}
        />
        {projects !== null && (
          <ProjectList chosen={projects} onChange={(chosen) => onChange({ ...value, projects: chosen })} />
        )}
      </fieldset>
      <TextField
        label="Networks"
        name="networks"
        hint="The addresses that it works from. Leave empty for any."
        placeholder="203.0.113.0/24, 2001:db8::/32"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        value={networks}
        onChange={(event) => onChange({ ...value, networks: event.target.value })}
      />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly checked: boolean;
  onChange(): void;
}

function Choice({ label, checked, onChange }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-center gap-2 text-sm">
      <input type="radio" name="projects" checked={checked} onChange={onChange} className="accent-accent" />
      {label}
    </label>
  );
}

interface ProjectListProps {
  readonly chosen: ReadonlySet<number>;
  onChange(chosen: ReadonlySet<number>): void;
}

function ProjectList({ chosen, onChange }: ProjectListProps) {
  const { projects, accounts } = useSession();
  const accountOf = (id: number) => accounts.find((account) => account.id === id)?.name;
  function toggle(id: number): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }
  return (
    <ul className="max-h-40 overflow-y-auto rounded-md border border-line px-2 py-1">
      {projects.map(({ id, name, account_id: accountId }) => (
        <li key={id}>
          <label className="flex cursor-pointer items-start gap-2 rounded-sm px-1 py-0.5 text-sm hover:bg-hover">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={() => toggle(id)}
              className="mt-1 accent-accent"
            />
            <span className="min-w-0">
              {name}
              {accounts.length > 1 && <span className="text-ink-faint"> · {accountOf(accountId)}</span>}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** The restrictions of a token in a line; null if it has none. */
export function RestrictionsLine({ token }: { readonly token: OwnToken }) {
  const { projects } = useSession();
  const { project_ids: ids, networks } = token;
  if (ids === null && networks === null) return null;
  const visible = projects.filter(({ id }) => ids?.includes(id));
  const gone = (ids?.length ?? 0) - visible.length;
  const names = visible.map(({ name }) => name);
  const parts = [
    ...(ids === null ? [] : [[...names, ...(gone > 0 ? [plural(gone, 'unavailable project')] : [])].join(', ')]),
    ...(networks === null ? [] : [`from ${networks.join(', ')}`]),
  ];
  return <div className="text-xs text-ink-soft">Only {parts.join(' · ')}</div>;
}

/** Changes what a token is restricted to. */
export function RestrictDialog({ token, onClose }: { readonly token: OwnToken | null; onClose(): void }) {
  return (
    <Dialog
      open={token !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Restrict “${token?.name}”`}
      description="Requests for other projects get a 404 response, and from other networks a 403. This takes effect immediately."
      wide
    >
      {token && <RestrictForm key={token.id} token={token} onClose={onClose} />}
    </Dialog>
  );
}

function RestrictForm({ token, onClose }: { readonly token: OwnToken; onClose(): void }) {
  const { project_ids: ids, networks } = token;
  const { projects } = useSession();
  const [before] = useState<Restrictions>({
    // Without those that are deleted or not accessible, which cannot be chosen.
    projects: ids && new Set(ids.filter((id) => projects.some((project) => project.id === id))),
    networks: networks?.join(', ') ?? '',
  });
  const [value, setValue] = useState(before);
  const saving = useChange({
    send() {
      const { project_ids, networks: sent } = restrictionsBody(value);
      // What did not change is not sent, so that it stays.
      const body = {
        ...(value.projects !== before.projects && { project_ids }),
        ...(value.networks !== before.networks && { networks: sent }),
      };
      return call(restrictToken, { params: { token_id: token.id }, body });
    },
    refresh: [['token']],
    message: () => 'Restrictions saved.',
    after: onClose,
  });
  return (
    <Form error={saving.error} onSubmit={() => saving.mutate(undefined)} className="flex flex-col gap-4">
      <RestrictionFields value={value} onChange={setValue} />
      <FormError error={saving.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={saving.isPending || lacksProjects(value)}>
          Save
        </Button>
      </div>
    </Form>
  );
}

import type { OwnToken } from '@slipway/contracts';
import type { ComponentProps } from 'react';
import { restrictToken } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useSession } from '../../data/session.js';
import { Check, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { plural } from '../../words/format.js';

export interface Restrictions {
  reach: 'all' | 'chosen';
  project_ids: string[];
  /** Networks, separated by commas or spaces; empty for any. */
  networks: string;
}

export const UNRESTRICTED: Restrictions = { reach: 'all', project_ids: [], networks: '' };

export const lacksProjects = ({ reach, project_ids: ids }: Restrictions) => reach === 'chosen' && ids.length === 0;

export function restrictionsBody({ reach, project_ids: ids, networks }: Restrictions) {
  const list = networks.split(/[\s,;]+/).filter((network) => network !== '');
  return { project_ids: reach === 'all' ? null : ids.map(Number), networks: list.length === 0 ? null : list };
}

interface RestrictionFieldsProps {
  readonly reach: Restrictions['reach'];
  register(name: keyof Restrictions): ComponentProps<'input'>;
}

export function RestrictionFields({ reach, register }: RestrictionFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="pb-1 text-sm font-medium">Projects</legend>
        <Check label="All projects in your accounts" type="radio" value="all" {...register('reach')} />
        <Check label="Only these" type="radio" value="chosen" {...register('reach')} />
        {reach === 'chosen' && <ProjectList register={register} />}
      </fieldset>
      <TextField
        label="Networks"
        hint="The addresses that it works from. Leave empty for any."
        placeholder="203.0.113.0/24, 2001:db8::/32"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        {...register('networks')}
      />
    </div>
  );
}

function ProjectList({ register }: Pick<RestrictionFieldsProps, 'register'>) {
  const { projects, accounts } = useSession();
  const accountOf = (id: number) => accounts.find((account) => account.id === id)?.name;
  return (
    <ul className="max-h-40 overflow-y-auto rounded-md border border-line px-2 py-1">
      {projects.map(({ id, name, account_id: accountId }) => (
        <li key={id}>
          <Check
            label={
              <>
                {name}
                {accounts.length > 1 && <span className="text-ink-faint"> · {accountOf(accountId)}</span>}
              </>
            }
            className="rounded-sm px-1 py-0.5 hover:bg-hover"
            value={id}
            {...register('project_ids')}
          />
        </li>
      ))}
    </ul>
  );
}

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

export function RestrictDialog({ token, onClose }: { readonly token: OwnToken; onClose(): void }) {
  const { project_ids: ids, networks } = token;
  const { projects } = useSession();
  const stored: Restrictions = {
    reach: ids === null ? 'all' : 'chosen',
    // Without those that are deleted or not accessible, which cannot be chosen.
    project_ids: projects.flatMap(({ id }) => (ids?.includes(id) ? String(id) : [])),
    networks: networks?.join(', ') ?? '',
  };
  const form = useForm(stored, {
    send(values) {
      // What did not change is not sent, so that it stays.
      const before = Object.entries(restrictionsBody(stored)).map((entry) => JSON.stringify(entry));
      const changed = Object.entries(restrictionsBody(values)).filter(
        (entry) => !before.includes(JSON.stringify(entry)),
      );
      return call(restrictToken, { params: { token_id: token.id }, body: Object.fromEntries(changed) });
    },
    refresh: [['token']],
    message: () => 'Restrictions saved.',
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Restrict “${token.name}”`}
      description="Requests for other projects get a 404 response, and from other networks a 403. This takes effect immediately."
      wide
      confirm="Save"
      isDisabled={lacksProjects(form.values)}
      onClose={onClose}
    >
      <RestrictionFields reach={form.values.reach} register={form.register} />
    </FormDialog>
  );
}

import type { createIntegration as created, ResponseOf } from '@slipway/contracts';
import { GROUPS, type NamedSetup, SETUPS, setupOf } from '@slipway/providers/setups';
import { createIntegration } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import type { Filters } from '../../routing/page.js';
import { Check, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { ProviderMark } from './integration-state.js';

type Created = ResponseOf<typeof created>;

interface PickProviderProps {
  readonly projectId: number;
  readonly filters: Filters<'provider' | 'group'>;
  onCreated(created: Created): void;
}

export function PickProvider({ projectId, filters, onCreated }: PickProviderProps) {
  const { provider, group } = filters.values;
  const picked = setupOf(provider ?? '');
  const groups = GROUPS.toSorted((a, b) => Number(b === group) - Number(a === group));
  return (
    <div className="flex flex-col gap-4">
      {groups.map((name) => (
        <Panel key={name} title={name}>
          <ul className="grid gap-1 p-1 sm:grid-cols-2 xl:grid-cols-3">
            {SETUPS.filter((setup) => setup.group === name).map((setup) => (
              <li key={setup.id}>
                <button
                  type="button"
                  onClick={() => filters.set('provider', setup.id)}
                  className="flex h-full w-full items-start gap-3 rounded-md p-3 text-left -outline-offset-2 hover:bg-hover"
                >
                  <ProviderMark provider={setup.id} />
                  <span className="min-w-0">
                    <span className="block text-sm font-medium">{setup.title}</span>
                    <span className="block text-xs text-ink-soft">{setup.gives}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
      {picked && (
        <NameDialog
          key={picked.id}
          projectId={projectId}
          setup={picked}
          onCreated={onCreated}
          onClose={() => filters.set('provider', '')}
        />
      )}
    </div>
  );
}

interface NameDialogProps extends Pick<PickProviderProps, 'projectId' | 'onCreated'> {
  readonly setup: NamedSetup;
  onClose(): void;
}

function NameDialog({ projectId, setup, onCreated, onClose }: NameDialogProps) {
  const form = useForm(
    { name: setup.title, with_secret: setup.secret === 'slipway' },
    {
      send: ({ name, with_secret }) =>
        call(createIntegration, {
          params: { project_id: projectId },
          body: { provider: setup.id, name: name.trim(), with_secret },
        }),
      refresh: [['delivery', projectId, 'integrations']],
      after: onCreated,
    },
  );
  return (
    <FormDialog
      form={form}
      title={`Connect ${setup.title}`}
      description="Next, you get the webhook URL, the token and the setup steps."
      confirm={form.isPending ? 'Creating' : 'Create and continue'}
      isDisabled={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What your team calls it: the server, the repository or the board."
        required
        maxLength={100}
        onFocus={(event) => event.target.select()}
        {...form.register('name')}
      />
      {setup.secret === 'slipway' && (
        <Check
          label="Sign requests"
          hint={`Slipway creates a secret for ${setup.title} to sign with, and refuses unsigned requests. Recommended.`}
          {...form.register('with_secret')}
        />
      )}
    </FormDialog>
  );
}

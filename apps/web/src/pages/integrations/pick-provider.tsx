import type { createIntegration as created, ResponseOf } from '@slipway/contracts';
import { GROUPS, type NamedSetup, SETUPS, setupOf } from '@slipway/providers/setups';
import { createIntegration } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import type { Filters } from '../../routing/page.js';
import { Dialog } from '../../ui/dialog.js';
import { Check, TextField } from '../../ui/field.js';
import { Form, FormError, Submit } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { ProviderMark } from './integration-state.js';

type Created = ResponseOf<typeof created>;

interface PickProviderProps extends NameFormProps {
  readonly filters: Filters<'provider' | 'group'>;
}

interface NameFormProps {
  readonly projectId: number;
  readonly onCreated: (created: Created) => void;
}

/** The tools, grouped by purpose. Choosing one asks for a name and creates the integration. */
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
      <Dialog
        open={picked !== undefined}
        onOpenChange={() => filters.set('provider', '')}
        title={`Connect ${picked?.title ?? ''}`}
        description="Next, you get the webhook URL, the token and the setup steps."
      >
        {picked && <NameForm key={picked.id} projectId={projectId} setup={picked} onCreated={onCreated} />}
      </Dialog>
    </div>
  );
}

function NameForm({ projectId, setup, onCreated }: NameFormProps & { readonly setup: NamedSetup }) {
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
    <Form form={form}>
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
      <FormError error={form.error} />
      <div className="flex justify-end">
        <Submit look="primary" disabled={form.values.name.trim() === ''}>
          {form.isPending ? 'Creating' : 'Create and continue'}
        </Submit>
      </div>
    </Form>
  );
}

import type { ConsoleIntegrationDetail, Overlap } from '@slipway/contracts';
import { type NamedSetup, setupOf } from '@slipway/providers/setups';
import type { ComponentProps } from 'react';
import { useForm } from '../../data/form.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { useSession } from '../../data/session.js';
import { ShownOnceDialog } from '../../ui/copy.js';
import { Check, TextField } from '../../ui/field.js';
import { Form, FormDialog, Submit } from '../../ui/form.js';
import { errorDetail } from '../../words/errors.js';

const CHOICES: readonly (readonly [value: Overlap, label: string, hint: string])[] = [
  ['none', 'Stops working immediately', 'Requests that use it are refused from now on.'],
  ['1h', 'Works for 1 hour', 'Enough time to update one tool.'],
  ['24h', 'Works for 24 hours', 'Enough time to update several tools without losing events.'],
  ['7d', 'Works for 7 days', 'For settings that someone else has to change.'],
];

interface OverlapChoiceProps {
  readonly what: string;
  readonly hasReplaced: boolean;
  readonly field: ComponentProps<'input'>;
}

function OverlapChoice({ what, hasReplaced, field }: OverlapChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Old {what}</legend>
      {CHOICES.map(([choice, label, hint]) => (
        <Check key={choice} label={label} hint={hint} type="radio" value={choice} {...field} />
      ))}
      {hasReplaced && (
        <p className="text-xs text-ink-soft">
          A {what} that you replaced earlier keeps the time chosen then. To stop it sooner, revoke it on the
          integration's page.
        </p>
      )}
    </fieldset>
  );
}

interface RotateProps<Change extends 'rotateToken' | 'rotateSecret'> {
  readonly integration: ConsoleIntegrationDetail;
  readonly rotate: IntegrationActions[Change];
  onClose(): void;
}

export function RotateToken({ integration, rotate, onClose }: RotateProps<'rotateToken'>) {
  const { base_url: baseUrl } = useSession();
  const form = useForm({ overlap: '24h' as Overlap }, { send: (body) => rotate.mutateAsync(body) });
  const token = rotate.data?.token;
  const path = setupOf(integration.provider)?.path ?? '';
  function close(): void {
    rotate.reset();
    onClose();
  }
  if (token)
    return (
      <ShownOnceDialog
        title="New token"
        description="Enter it in the tool now."
        values={[
          ['Token', token],
          ['URL with token', `${baseUrl}/webhooks/${path}?token=${token}`],
        ]}
        onClose={close}
      />
    );
  return (
    <FormDialog
      form={form}
      title="Rotate token"
      description="Enter the new token in the tool before the old one stops working."
      confirm="Create new token"
      onClose={close}
    >
      <OverlapChoice
        what="token"
        hasReplaced={integration.previous_tokens_until.length > 0}
        field={form.register('overlap')}
      />
    </FormDialog>
  );
}

export function RotateSecret({ integration, rotate, onClose }: RotateProps<'rotateSecret'>) {
  const setup = setupOf(integration.provider);
  const isPasted = setup?.secret === 'tool';
  const isFirst = integration.secrets.length === 0;
  const hasReplaced = integration.secrets.some(({ retires_at: retires }) => retires !== null);
  function close(): void {
    rotate.reset();
    onClose();
  }
  const form = useForm(
    { secret: '', overlap: '24h' as Overlap },
    {
      send: ({ secret, overlap }) => rotate.mutateAsync({ overlap, ...(isPasted && { secret: secret.trim() }) }),
      message: ({ secret }) => (secret === null ? 'Secret saved' : undefined),
      after: ({ secret }) => secret === null && close(),
    },
  );
  const made = rotate.data?.secret;
  if (made) return <ShownOnceDialog title="Rotate secret" values={[['Secret', made]]} onClose={close} />;
  return (
    <FormDialog
      form={form}
      title={isFirst ? 'Add a secret' : 'Rotate secret'}
      confirm={isPasted ? 'Save secret' : 'Create secret'}
      isDisabled={isPasted && form.values.secret.trim() === ''}
      onClose={close}
    >
      {isPasted ? (
        <TextField
          label={`New secret from ${setup.title}`}
          hint={setup.secretHint}
          type="password"
          autoComplete="off"
          required
          {...form.register('secret')}
        />
      ) : (
        <p className="text-sm text-ink-soft">
          Slipway creates a new secret and shows it once. Enter it in {setup?.title ?? 'the tool'}.
        </p>
      )}
      {!isFirst && <OverlapChoice what="secret" hasReplaced={hasReplaced} field={form.register('overlap')} />}
    </FormDialog>
  );
}

interface PastedSecretProps {
  readonly setup: NamedSetup;
  readonly rotate: IntegrationActions['rotateSecret'];
}

export function PastedSecret({ setup, rotate }: PastedSecretProps) {
  const form = useForm(
    { secret: '' },
    {
      send: ({ secret }) => rotate.mutateAsync({ secret: secret.trim(), overlap: 'none' }),
      message: () => 'Secret saved. From now on, requests must be signed with it.',
      resets: true,
    },
  );
  return (
    <Form form={form} className="flex flex-wrap items-start gap-2">
      <div className="min-w-56 flex-1">
        <TextField
          label={`Signing secret from ${setup.title}`}
          hint={setup.secretHint}
          type="password"
          autoComplete="off"
          spellCheck={false}
          error={form.error ? errorDetail(form.error) : undefined}
          {...form.register('secret')}
        />
      </div>
      <Submit look="primary" className="mt-[24px]" disabled={form.values.secret.trim() === ''}>
        Save secret
      </Submit>
    </Form>
  );
}

import type { NamedSetup } from '@slipway/providers/setups';
import { useForm } from '../../data/form.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { errorDetail } from '../../words/errors.js';

interface PastedSecretProps {
  readonly setup: NamedSetup;
  readonly rotate: IntegrationActions['rotateSecret'];
}

/** Accepts the secret that a tool generated. */
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

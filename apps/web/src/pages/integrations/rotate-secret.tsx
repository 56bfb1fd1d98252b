import type { ConsoleIntegrationDetail, Overlap } from '@slipway/contracts';
import { setupOf } from '@slipway/providers/setups';
import { useForm } from '../../data/form.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { errorDetail } from '../../words/errors.js';
import { OverlapChoice } from './overlap-choice.js';

interface RotateSecretProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly integration: ConsoleIntegrationDetail;
  readonly rotate: IntegrationActions['rotateSecret'];
}

/** Replaces the signing secret with one that Slipway generates, or with the one that the tool shows. */
export function RotateSecret({ open, onOpenChange, integration, rotate }: RotateSecretProps) {
  const made = rotate.data?.secret;
  const isFirst = integration.secrets.length === 0;
  function close(): void {
    rotate.reset();
    onOpenChange(false);
  }
  return (
    <Dialog open={open} onOpenChange={close} title={isFirst && !made ? 'Add a secret' : 'Rotate secret'}>
      {made ? (
        <div className="flex flex-col gap-4">
          <ShownOnce values={[['Secret', made]]} />
          <div className="flex justify-end">
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <SecretForm integration={integration} rotate={rotate} onClose={close} />
      )}
    </Dialog>
  );
}

interface SecretFormProps extends Pick<RotateSecretProps, 'integration' | 'rotate'> {
  readonly onClose: () => void;
}

function SecretForm({ integration, rotate, onClose }: SecretFormProps) {
  const setup = setupOf(integration.provider);
  const isPasted = setup?.secret === 'tool';
  const hasReplaced = integration.secrets.some(({ retires_at: retires }) => retires !== null);
  const form = useForm(
    { secret: '', overlap: '24h' as Overlap },
    {
      send: ({ secret, overlap }) => rotate.mutateAsync({ overlap, ...(isPasted && { secret: secret.trim() }) }),
      message: ({ secret: made }) => (made === null ? 'Secret saved' : undefined),
      after: ({ secret: made }) => made === null && onClose(),
    },
  );
  return (
    <Form form={form}>
      {isPasted ? (
        <TextField
          label={`New secret from ${setup.title}`}
          hint={setup.secretHint}
          type="password"
          autoComplete="off"
          required
          error={form.error ? errorDetail(form.error) : undefined}
          {...form.register('secret')}
        />
      ) : (
        <p className="text-sm text-ink-soft">
          Slipway creates a new secret and shows it once. Enter it in {setup?.title ?? 'the tool'}.
        </p>
      )}
      {integration.secrets.length > 0 && (
        <OverlapChoice what="secret" hasReplaced={hasReplaced} field={form.register('overlap')} />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Submit look="primary" disabled={isPasted && form.values.secret.trim() === ''}>
          {isPasted ? 'Save secret' : 'Create secret'}
        </Submit>
      </div>
    </Form>
  );
}

import type { ConsoleIntegrationDetail, Overlap } from '@slipway/contracts';
import { setupOf } from '@slipway/providers/setups';
import { useState } from 'react';
import { toast } from 'sonner';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { describeError } from '../../words/errors.js';
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
  const [secret, setSecret] = useState('');
  const [overlap, setOverlap] = useState<Overlap>('24h');
  function submit(): void {
    const fields = { overlap, ...(isPasted && { secret: secret.trim() }) };
    rotate.mutate(fields, {
      onSuccess: ({ secret: made }) => {
        if (made !== null) return;
        toast.success('Secret saved');
        onClose();
      },
    });
  }
  return (
    <Form error={rotate.error} onSubmit={submit} className="flex flex-col gap-4">
      {isPasted ? (
        <TextField
          label={`New secret from ${setup.title}`}
          hint={setup.secretHint}
          type="password"
          autoComplete="off"
          required
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          error={rotate.error ? describeError(rotate.error).detail : undefined}
        />
      ) : (
        <p className="text-sm text-ink-soft">
          Slipway creates a new secret and shows it once. Enter it in {setup?.title ?? 'the tool'}.
        </p>
      )}
      {integration.secrets.length > 0 && (
        <OverlapChoice what="secret" hasReplaced={hasReplaced} value={overlap} onChange={setOverlap} />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={rotate.isPending || (isPasted && secret.trim() === '')}>
          {isPasted ? 'Save secret' : 'Create secret'}
        </Button>
      </div>
    </Form>
  );
}

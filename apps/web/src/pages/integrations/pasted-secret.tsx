import type { NamedSetup } from '@slipway/providers/setups';
import { useState } from 'react';
import { toast } from 'sonner';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Form } from '../../ui/form.js';
import { describeError } from '../../words/errors.js';

interface PastedSecretProps {
  readonly setup: NamedSetup;
  readonly rotate: IntegrationActions['rotateSecret'];
}

/** Accepts the secret that a tool generated. */
export function PastedSecret({ setup, rotate }: PastedSecretProps) {
  const [secret, setSecret] = useState('');
  function submit(): void {
    rotate.mutate(
      { secret: secret.trim(), overlap: 'none' },
      {
        onSuccess: () => {
          setSecret('');
          toast.success('Secret saved. From now on, requests must be signed with it.');
        },
      },
    );
  }
  return (
    <Form error={rotate.error} onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <div className="min-w-56 flex-1">
        <TextField
          label={`Signing secret from ${setup.title}`}
          hint={setup.secretHint}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
          error={rotate.error ? describeError(rotate.error).detail : undefined}
        />
      </div>
      <Button
        type="submit"
        look="primary"
        className="mt-[24px]"
        disabled={secret.trim() === '' || rotate.isPending}
      >
        Save secret
      </Button>
    </Form>
  );
}

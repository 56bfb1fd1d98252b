import type { ConsoleIntegrationDetail, Overlap } from '@slipway/contracts';
import { setupOf } from '@slipway/providers/setups';
import { useForm } from '../../data/form.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { useSession } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, Submit } from '../../ui/form.js';
import { ShownOnce } from '../../ui/shown-once.js';
import { OverlapChoice } from './overlap-choice.js';

interface RotateTokenProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly integration: ConsoleIntegrationDetail;
  readonly rotate: IntegrationActions['rotateToken'];
}

/** Creates a new webhook token and shows it once. */
export function RotateToken({ open, onOpenChange, integration, rotate }: RotateTokenProps) {
  const { base_url: baseUrl } = useSession();
  const form = useForm({ overlap: '24h' as Overlap }, { send: ({ overlap }) => rotate.mutateAsync(overlap) });
  const token = rotate.data?.token;
  const path = setupOf(integration.provider)?.path ?? '';
  function close(): void {
    rotate.reset();
    onOpenChange(false);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={token ? 'New token' : 'Rotate token'}
      description={
        token ? 'Enter it in the tool now.' : 'Enter the new token in the tool before the old one stops working.'
      }
    >
      {token ? (
        <div className="flex flex-col gap-4">
          <ShownOnce
            values={[
              ['Token', token],
              ['URL with token', `${baseUrl}/webhooks/${path}?token=${token}`],
            ]}
          />
          <div className="flex justify-end">
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <Form form={form}>
          <OverlapChoice
            what="token"
            hasReplaced={integration.previous_tokens_until.length > 0}
            field={form.register('overlap')}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Submit look="primary">Create new token</Submit>
          </div>
        </Form>
      )}
    </Dialog>
  );
}

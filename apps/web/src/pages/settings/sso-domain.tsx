import type { SsoSettings } from '@slipway/contracts';
import { verifySsoDomain } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/copy.js';
import { FormError } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';

interface DomainProps {
  readonly accountId: number;
  readonly provider: NonNullable<SsoSettings['provider']>;
}

/** The domain, and the DNS record that verifies it. */
export function SsoDomain({ accountId, provider }: DomainProps) {
  const { domain, domain_verified_at: verifiedAt, txt_name: name, txt_value: value } = provider;
  const verifying = useChange({
    send: () => call(verifySsoDomain, { params: { account_id: accountId } }),
    refresh: [['sso', accountId]],
    message: () => `${domain} is verified.`,
  });
  if (verifiedAt !== null)
    return (
      <Panel title="Domain">
        <p className="p-4 text-sm">
          {domain} was verified <Time at={verifiedAt} />. New people with an address in it join as members.
        </p>
      </Panel>
    );
  return (
    <Panel title="Domain">
      <div className="flex flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">
          Add this TXT record to the DNS of {domain}. You can delete it once the domain is verified.
        </p>
        <CodeBlock label="Name" text={name} />
        <CodeBlock label="Value" text={value} />
        <FormError error={verifying.error} />
        <div>
          <Button disabled={verifying.isPending} onClick={() => verifying.mutate()}>
            Verify domain
          </Button>
        </div>
      </div>
    </Panel>
  );
}

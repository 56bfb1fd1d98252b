import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { setupOf } from '@slipway/providers/setups';
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy.js';
import { DialogButton } from '../../ui/form.js';
import { type Fact, Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { RotateSecret, RotateToken } from './rotate-credential.js';
import type { IntegrationProps } from './integration-state.js';

export function Credentials(props: IntegrationProps) {
  const { integration, actions, isOwner } = props;
  return (
    <Panel title="URL and credentials">
      <dl className="divide-y divide-line">
        <Row label={integration.addresses.length > 1 ? 'Webhook URLs' : 'Webhook URL'}>
          <Addresses addresses={integration.addresses} />
        </Row>
        <Row
          label="Token"
          action={
            isOwner && (
              <DialogButton size="small" label="Rotate">
                {(close) => <RotateToken integration={integration} rotate={actions.rotateToken} onClose={close} />}
              </DialogButton>
            )
          }
        >
          <span className="font-mono text-xs">{integration.token_prefix}••••••••••••••••</span>
          <Replaced
            what="token"
            ends={integration.previous_tokens_until}
            end={isOwner ? actions.endTokens : null}
          />
        </Row>
        {integration.signature !== 'none' && <SecretRow {...props} />}
      </dl>
    </Panel>
  );
}

function Row({ label, action, children }: ComponentProps<typeof Fact> & { readonly action?: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <dt className="col-span-2 text-xs text-ink-faint sm:col-span-1 sm:pt-0.5 sm:text-sm sm:text-ink-soft">
        {label}
      </dt>
      <dd className="min-w-0 text-sm">{children}</dd>
      <dd className="flex flex-wrap justify-end gap-2">{action}</dd>
    </div>
  );
}

const SHOWN_ADDRESSES = 3;

function Addresses({ addresses }: { readonly addresses: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? addresses : addresses.slice(0, SHOWN_ADDRESSES);
  return (
    <ul className="flex flex-col gap-1">
      {shown.map((address) => (
        <li key={address} className="flex items-center gap-2">
          <code className="min-w-0 break-all font-mono text-xs">{address}</code>
          <CopyButton text={address} />
        </li>
      ))}
      {addresses.length > shown.length && (
        <li>
          <Button size="small" look="quiet" onClick={() => setOpen(true)}>
            {addresses.length - shown.length} more
          </Button>
        </li>
      )}
    </ul>
  );
}

function SecretRow({ integration, actions, isOwner }: IntegrationProps) {
  const { secrets, signature } = integration;
  const source = setupOf(integration.provider)?.secret;
  const ends = [...new Set(secrets.flatMap(({ retires_at: retires }) => retires ?? []))].toSorted();
  const canRotate = isOwner && source !== 'handshake';
  const action = (
    <>
      {canRotate && (
        <DialogButton size="small" label={secrets.length === 0 ? 'Add' : 'Rotate'}>
          {(close) => <RotateSecret integration={integration} rotate={actions.rotateSecret} onClose={close} />}
        </DialogButton>
      )}
      {isOwner && secrets.length > 0 && signature !== 'required' && (
        <Button size="small" look="danger" onClick={() => actions.removeSecrets.mutate()}>
          Remove
        </Button>
      )}
    </>
  );
  return (
    <Row label="Signing secret" action={action}>
      <SecretState integration={integration} />
      <Replaced what="secret" ends={ends} end={isOwner ? actions.endSecrets : null} />
    </Row>
  );
}

interface ReplacedProps {
  readonly what: 'token' | 'secret';
  /** When each of them stops working, the first one first. */
  readonly ends: readonly string[];
  readonly end: IntegrationActions['endTokens'] | null;
}

function Replaced({ what, ends, end }: ReplacedProps) {
  if (ends.length === 0) return null;
  const isOne = ends.length === 1;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-xs text-ink-soft">
      <StatusPill state="warn" label="Rotation" />
      <span className="flex flex-col gap-0.5">
        {ends.map((at) => (
          <Time key={at} at={at} prefix={`${isOne ? 'The' : 'A'} previous ${what} stops working `} />
        ))}
      </span>
      {end !== null && (
        <Button size="small" look="danger" change={end}>
          {isOne ? 'Revoke it now' : 'Revoke them now'}
        </Button>
      )}
    </div>
  );
}

function SecretState({ integration }: { readonly integration: ConsoleIntegrationDetail }) {
  const { secrets, signature, provider, is_signed: isSigned, require_signatures: isRequired } = integration;
  const [newest] = secrets;
  if (newest !== undefined)
    return (
      <span className="flex flex-wrap items-center gap-x-2 text-ink-soft">
        <StatusPill
          {...(isSigned ? { state: 'ok', label: 'Signed' } : { state: 'warn', label: 'Partly signed' })}
        />
        <span>
          <Time at={newest.created_at} prefix="set " />,{' '}
          {isSigned ? 'unsigned requests are refused' : <UnsignedAddresses integration={integration} />}
        </span>
      </span>
    );
  if (signature === 'required' || isRequired)
    return <StatusPill state="failed" label="Missing: every request is refused until it is set" />;
  const isHandshake = setupOf(provider)?.secret === 'handshake';
  return (
    <span className="text-ink-soft">
      {isHandshake
        ? 'The tool sends it when the webhook is created'
        : 'None: requests are accepted with the token alone'}
    </span>
  );
}

function UnsignedAddresses({ integration }: { readonly integration: ConsoleIntegrationDetail }) {
  const paths = integration.unsigned_addresses.map((address) => new URL(address).pathname);
  return (
    <>
      wrong signatures are refused, and unsigned requests too, except at{' '}
      {paths.map((path, place) => (
        <Fragment key={path}>
          {place > 0 && ', '}
          <code className="font-mono text-xs">{path}</code>
        </Fragment>
      ))}
    </>
  );
}

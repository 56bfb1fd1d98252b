import { type ConsoleIntegrationDetail, MAX_SIGNATURE_TOLERANCE_MINUTES } from '@slipway/contracts';
import { type SettingsSection, setupOf } from '@slipway/providers/setups';
import { type ComponentProps, Fragment, type ReactNode, useId, useState } from 'react';
import { toast } from 'sonner';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy.js';
import { Check, SelectField } from '../../ui/field.js';
import { DialogButton, SettingRow } from '../../ui/form.js';
import { type Fact, Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time, useNow } from '../../ui/time.js';
import { exactTime, plural } from '../../words/format.js';
import type { IntegrationProps } from './integration-state.js';
import { RotateSecret, RotateToken } from './rotate-credential.js';

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

const SECTION: SettingsSection = 'signatures';

export function Signatures(props: IntegrationProps) {
  const { signature, signature_tolerance_minutes: tolerance, handshake_open_until: openUntil } = props.integration;
  if (signature === 'none') return null;
  return (
    <Panel id={SECTION} title="Signatures">
      <RequireSignatures {...props} />
      {tolerance !== null && <Tolerance {...props} tolerance={tolerance} />}
      {openUntil !== null && <HandshakeWindow {...props} openUntil={openUntil} />}
    </Panel>
  );
}

function RequireSignatures({ integration, actions: { update }, isOwner }: IntegrationProps) {
  const { secrets, provider_label: tool, require_signatures: isRequired } = integration;
  const hint = useId();
  const isAlwaysSigned = integration.signature === 'required' && integration.is_signed && !isRequired;
  if (isAlwaysSigned)
    return (
      <SettingRow title="Unsigned requests" hint={`Slipway accepts only signed requests from ${tool}.`}>
        <StatusPill state="ok" label="Refused" />
      </SettingRow>
    );
  function toggle(): void {
    const message = isRequired ? 'Signatures are no longer required' : 'Signatures are now required';
    update.mutate({ require_signatures: !isRequired }, { onSuccess: () => toast.success(message) });
  }
  return (
    <SettingRow
      title="Unsigned requests"
      hint={
        <span id={hint}>
          {secrets.length === 0
            ? 'There is no signing secret yet. While signatures are required, every request is refused until there is one.'
            : 'While signatures are required, requests without a valid one are refused, even after the last secret is removed.'}
        </span>
      }
    >
      <Check
        label="Require signatures"
        className="rounded-sm px-1 py-1 hover:bg-hover"
        aria-describedby={hint}
        checked={isRequired}
        disabled={!isOwner || update.isPending}
        onChange={toggle}
      />
    </SettingRow>
  );
}

const MINUTES = [1, 2, 5, 10, 15, 30, MAX_SIGNATURE_TOLERANCE_MINUTES];

function Tolerance({ tolerance, actions, isOwner }: IntegrationProps & { readonly tolerance: number }) {
  const choices = [...new Set([...MINUTES, tolerance])].toSorted((a, b) => a - b);
  return (
    <SettingRow
      title="Signature time"
      hint="Requests signed too long ago, or too far ahead of our clock, are refused: they may have been recorded and sent again."
    >
      <SelectField
        label="Maximum difference"
        value={String(tolerance)}
        disabled={!isOwner || actions.update.isPending}
        options={choices.map((minutes) => [String(minutes), plural(minutes, 'minute')] as const)}
        onChange={(event) =>
          actions.update.mutate(
            { signature_tolerance_minutes: Number(event.target.value) },
            { onSuccess: () => toast.success('Saved') },
          )
        }
      />
    </SettingRow>
  );
}

function HandshakeWindow(props: IntegrationProps & { readonly openUntil: string }) {
  const { actions, isOwner, openUntil } = props;
  const now = useNow();
  const until = new Date(openUntil);
  const isOpen = until > now;
  const { provider_label: tool } = props.integration;
  return (
    <SettingRow
      title="Handshake window"
      hint={
        <span role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusPill state={isOpen ? 'warn' : 'ok'} label={isOpen ? 'Open' : 'Closed'} />
          {isOpen
            ? `New ${tool} webhooks can register their signing secret until ${exactTime(until)}.`
            : `New ${tool} webhooks are refused. Open the window before you create one.`}
        </span>
      }
    >
      {isOwner && (
        <Button change={actions.openHandshake} className="max-md:w-full">
          Open the handshake window for 24 hours
        </Button>
      )}
    </SettingRow>
  );
}

import { MAX_SIGNATURE_TOLERANCE_MINUTES } from '@slipway/contracts';
import type { SettingsSection } from '@slipway/providers/setups';
import { useId } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button.js';
import { Check, SelectField } from '../../ui/field.js';
import { SettingRow } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { useNow } from '../../ui/time.js';
import { exactTime, plural } from '../../words/format.js';
import type { IntegrationProps } from './integration-state.js';

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

function Tolerance(props: IntegrationProps & { readonly tolerance: number }) {
  const { tolerance, actions, isOwner } = props;
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
  const { integration, actions, isOwner, openUntil } = props;
  const now = useNow();
  const until = new Date(openUntil);
  const isOpen = until > now;
  const { provider_label: tool } = integration;
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

import type { OwnPasskey, OwnSecondFactor } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { getSecondFactor, removePasskey, renamePasskey } from '../../data/api.js';
import { call, read } from '../../data/call.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { RenameDialog } from '../../parts/rename-dialog.js';
import { buttonClass } from '../../ui/button.js';
import { DialogButton, SettingRow } from '../../ui/form.js';
import { ErrorState, Panel } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

const FACTOR_KEY = ['second-factor'] as const;

const HINT = 'Sign in with your fingerprint, face, PIN or security key, with or without your password.';
const UNAVAILABLE =
  'Browsers offer passkeys only at a host name with https. Ask your operator to change BASE_URL.';

function Passkeys({ factors }: { readonly factors: OwnSecondFactor }) {
  const { passkeys, can_add_passkeys: canAdd } = factors;
  const isNeeded = factors.is_required && !factors.has_app && passkeys.length === 1;
  return (
    <>
      <SettingRow title="Passkeys" hint={canAdd ? HINT : UNAVAILABLE}>
        {canAdd && (
          <a href="/second-factor/passkey" className={buttonClass('primary')}>
            Add passkey
          </a>
        )}
      </SettingRow>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isNeeded={isNeeded} />
          ))}
        </ul>
      )}
    </>
  );
}

interface PasskeyRowProps {
  readonly passkey: OwnPasskey;
  /** The account requires a second factor, and this is the last one. */
  readonly isNeeded: boolean;
}

function PasskeyRow({ passkey, isNeeded }: PasskeyRowProps) {
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-2.5 text-sm">
      <Fingerprint aria-hidden className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <div className="font-medium wrap-anywhere">{name}</div>
        <div className="text-xs text-ink-soft">
          added <Time at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              used <Time at={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <DialogButton size="small" label="Rename" subject={name}>
          {(close) => (
            <RenameDialog
              name={name}
              title="Rename passkey"
              confirm="Save"
              send={(body) => call(renamePasskey, { params: { passkey_id: passkey.id }, body })}
              refresh={[FACTOR_KEY]}
              message={() => 'Passkey renamed.'}
              onClose={close}
            />
          )}
        </DialogButton>
        {!isNeeded && <RemovePasskey passkey={passkey} />}
      </div>
    </li>
  );
}

function RemovePasskey({ passkey: { id, name } }: Pick<PasskeyRowProps, 'passkey'>) {
  return (
    <ConfirmChange
      size="small"
      look="danger"
      label="Remove"
      subject={name}
      title={`Remove “${name}”?`}
      confirm="Remove"
      send={() => call(removePasskey, { params: { passkey_id: id } })}
      refresh={[FACTOR_KEY]}
      message={() => `“${name}” is removed.`}
    >
      <p>You can no longer sign in with it. Delete it on your device too, so that it is not offered any more.</p>
      <p>If it is your last second factor, your password is then enough to sign in.</p>
    </ConfirmChange>
  );
}

/** The user's second factors. The forms behind the links also serve users who are signing in. */
export function SecondFactor() {
  const { data, error, refetch } = useQuery(read(FACTOR_KEY, getSecondFactor));
  if (data === undefined) return error && <ErrorState error={error} retry={() => void refetch()} />;
  const { is_on: isOn, unused_recovery_codes: codes } = data;
  return (
    <Panel
      title="Second factor"
      aside={<StatusPill state={isOn ? 'ok' : 'cancelled'} label={isOn ? 'On' : 'Off'} />}
    >
      <Passkeys factors={data} />
      <App factors={data} />
      {isOn && (
        <SettingRow
          title="Recovery codes"
          hint={`${plural(codes, 'unused code')} left. Each replaces your second factor once.`}
        >
          <a href="/second-factor/codes" className={buttonClass()}>
            Get new codes
          </a>
        </SettingRow>
      )}
    </Panel>
  );
}

function App({ factors }: { readonly factors: OwnSecondFactor }) {
  if (!factors.has_app)
    return (
      <SettingRow
        title="Authenticator app"
        hint="When you sign in, you enter a code from the app besides your password."
      >
        <a href="/second-factor/set-up" className={buttonClass()}>
          Set up
        </a>
      </SettingRow>
    );
  const isNeeded = factors.is_required && factors.passkeys.length === 0;
  return (
    <SettingRow
      title="Authenticator app"
      hint={isNeeded ? 'Set up. You cannot remove it, because your account requires a second factor.' : 'Set up.'}
    >
      {!isNeeded && (
        <a href="/second-factor/remove" className={buttonClass('danger')}>
          Remove<span className="sr-only"> the authenticator app</span>
        </a>
      )}
    </SettingRow>
  );
}

import type { OwnSecondFactor } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { getSecondFactor } from '../../data/api.js';
import { call } from '../../data/call.js';
import { buttonClass } from '../../ui/button.js';
import { SettingRow } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { ErrorState } from '../../ui/states.js';
import { StatusPill } from '../../ui/status.js';
import { plural } from '../../words/format.js';
import { FACTOR_KEY, Passkeys } from './passkeys.js';

/** The user's second factors. The forms behind the links also serve users who are signing in. */
export function SecondFactor() {
  const { data, error, refetch } = useQuery({ queryKey: FACTOR_KEY, queryFn: () => call(getSecondFactor) });
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

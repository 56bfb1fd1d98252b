import { useQuery } from '@tanstack/react-query';
import { getSecondFactor } from '../../data/api.js';
import { call } from '../../data/call.js';
import { buttonClass } from '../../ui/button.js';
import { SettingRow } from '../../ui/form.js';
import { plural } from '../../ui/format.js';
import { Panel } from '../../ui/page.js';
import { StatusPill } from '../../ui/status.js';

/** The user's second factor. The forms behind the links work without scripts, as signing in does. */
export function SecondFactor() {
  const { data } = useQuery({ queryKey: ['second-factor'], queryFn: () => call(getSecondFactor) });
  if (data === undefined) return null;
  const { is_on: isOn, is_required: isRequired, unused_recovery_codes: codes } = data;
  return (
    <Panel
      title="Second factor"
      aside={<StatusPill state={isOn ? 'ok' : 'cancelled'} label={isOn ? 'On' : 'Off'} />}
    >
      {isOn ? (
        <>
          <SettingRow
            title="Recovery codes"
            hint={`${plural(codes, 'unused code')} left. Each replaces your app once.`}
          >
            <a href="/second-factor/codes" className={buttonClass()}>
              Get new codes
            </a>
          </SettingRow>
          {!isRequired && (
            <SettingRow title="Remove" hint="Then your password is enough to sign in.">
              <a href="/second-factor/remove" className={buttonClass('danger')}>
                Remove
              </a>
            </SettingRow>
          )}
        </>
      ) : (
        <SettingRow
          title="Authenticator app"
          hint="When you sign in, you enter a code from an app besides your password."
        >
          <a href="/second-factor/set-up" className={buttonClass('primary')}>
            Set up
          </a>
        </SettingRow>
      )}
    </Panel>
  );
}

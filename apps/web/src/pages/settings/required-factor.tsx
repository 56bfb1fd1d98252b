import type { AccountSettings } from '@slipway/contracts';
import { updateAccount } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { Button } from '../../ui/button.js';
import { FormError, SettingRow } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

/** Whether everyone in the account needs a second factor. */
export function RequiredFactor({ settings }: { readonly settings: AccountSettings }) {
  const isRequired = settings.requires_second_factor;
  const saving = useChange({
    send: () =>
      call(updateAccount, {
        params: { account_id: settings.id },
        body: { requires_second_factor: !isRequired },
      }),
    refresh: [['account', settings.id], ['second-factor']],
    message: () => (isRequired ? 'A second factor is now optional.' : 'Everyone now needs a second factor.'),
  });
  return (
    <Panel title="Sign-in">
      <SettingRow
        title={isRequired ? 'Everyone needs a second factor' : 'Require a second factor'}
        hint={
          isRequired
            ? 'Members who have none set it up when they sign in.'
            : 'Signs out members who have none; they set it up when they sign in again. API tokens keep working.'
        }
      >
        <FormError error={saving.error} />
        <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
          {isRequired ? 'Make it optional' : 'Require'}
        </Button>
      </SettingRow>
    </Panel>
  );
}

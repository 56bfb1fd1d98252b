import type { AccountSettings } from '@slipway/contracts';
import { useState } from 'react';
import { updateAccount } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { Select } from '../../ui/field.js';
import { Form, FormError, SettingRow } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { plural } from '../../words/format.js';

const LIMITS = [7, 30, 90, 180, 365];

const label = (days: number) => (days === 365 ? '1 year' : plural(days, 'day'));

const longerTokens = (count: number) =>
  count === 1
    ? 'One token of a member lasts longer; its owner can shorten it.'
    : `${count} tokens of members last longer; their owners can shorten them.`;

/** The longest lifetime of the members' new API tokens. */
export function TokenLimit({ settings }: { readonly settings: AccountSettings }) {
  const { id, max_token_days: current, tokens_over_limit: overLimit } = settings;
  const [chosen, setChosen] = useState(String(current ?? ''));
  const saving = useChange({
    send: () =>
      call(updateAccount, {
        params: { account_id: id },
        body: { max_token_days: chosen === '' ? null : Number(chosen) },
      }),
    refresh: [['account', id], ['token']],
    message: () => (chosen === '' ? 'API tokens have no limit now.' : 'The limit applies to new API tokens.'),
  });
  const days = [...new Set([...LIMITS, ...(current === null ? [] : [current])])].toSorted((a, b) => a - b);
  const options = [['', 'No limit'], ...days.map((each) => [String(each), label(each)])] as [string, string][];
  return (
    <Panel title="API tokens">
      <SettingRow
        title="Longest lifetime of a new token"
        hint={
          <>
            For people in several accounts, the shortest applies. Logins of the command line and of assistants
            always last 90 days. Existing tokens stay as they are.
            {overLimit > 0 && ` ${longerTokens(overLimit)}`}
          </>
        }
      >
        <Form
          error={saving.error}
          onSubmit={() => saving.mutate(undefined)}
          className="flex flex-wrap items-center gap-2"
        >
          <FormError error={saving.error} />
          <Select
            aria-label="Longest lifetime of a new token"
            value={chosen}
            options={options}
            onChange={(event) => setChosen(event.target.value)}
          />
          <Button type="submit" disabled={saving.isPending || chosen === String(current ?? '')}>
            Save
          </Button>
        </Form>
      </SettingRow>
    </Panel>
  );
}

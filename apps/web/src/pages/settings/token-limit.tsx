import type { AccountSettings } from '@slipway/contracts';
import { updateAccount } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Select } from '../../ui/field.js';
import { Form, FormError, SettingRow, Submit } from '../../ui/form.js';
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
  const form = useForm(
    { max_token_days: String(current ?? '') },
    {
      send: ({ max_token_days: chosen }) =>
        call(updateAccount, {
          params: { account_id: id },
          body: { max_token_days: chosen === '' ? null : Number(chosen) },
        }),
      refresh: [['account', id], ['token']],
      message: (_answer, { max_token_days: chosen }) =>
        chosen === '' ? 'API tokens have no limit now.' : 'The limit applies to new API tokens.',
    },
  );
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
        <Form form={form} className="flex flex-wrap items-center gap-2">
          <FormError error={form.error} />
          <Select
            aria-label="Longest lifetime of a new token"
            options={options}
            {...form.register('max_token_days')}
          />
          <Submit disabled={!form.isChanged}>Save</Submit>
        </Form>
      </SettingRow>
    </Panel>
  );
}

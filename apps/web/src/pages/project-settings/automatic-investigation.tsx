import { MAX_DAILY_CREDITS, type AutomaticInvestigation as Mode, type ProjectSettings } from '@slipway/contracts';
import { updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { SelectField, TextField } from '../../ui/field.js';
import { Form, SaveSettings } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';
import { count, plural } from '../../words/format.js';

const MODES: readonly (readonly [mode: Mode, label: string])[] = [
  ['off', 'Off'],
  ['main_jobs', 'Failures of the main job'],
  ['every_failure', 'Every failure'],
];

interface AutomaticInvestigationProps {
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

/** Which failures are investigated without anyone asking, and what that may cost. */
export function AutomaticInvestigation({ project, isOwner }: AutomaticInvestigationProps) {
  const { mode: saved, daily_credits: budget, spent_today: spent } = project.automatic_investigation;
  const form = useForm(
    { automatic_investigation: saved, automatic_daily_credits: String(budget) },
    {
      send: ({ automatic_daily_credits: credits, ...body }) =>
        call(updateProject, {
          params: { project_id: project.id },
          body: { ...body, automatic_daily_credits: Number(credits) },
        }),
      refresh: [['project', project.id]],
      message: () => 'Settings saved. They apply to new failures.',
    },
  );
  const credits = form.values.automatic_daily_credits.trim();
  const isValid = /^\d{1,5}$/.test(credits) && Number(credits) <= MAX_DAILY_CREDITS;
  return (
    <Panel
      title="Automatic investigation"
      aside={
        <span className="tnum text-xs text-ink-soft">
          {count(spent)} of {plural(budget, 'credit')} spent today
        </span>
      }
    >
      <Form form={form} className="flex max-w-xl flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">
          Slipway investigates the first failure after a pass. Further failures with the same cause, and builds
          without a log, cost nothing. Automatic investigations do not count toward the daily limit of the account.
        </p>
        <SelectField
          label="Investigate"
          disabled={!isOwner}
          options={MODES}
          {...form.register('automatic_investigation')}
        />
        <TextField
          label="Credits a day"
          hint="When they are spent, failures wait for someone to investigate them. Days are in US Eastern time."
          inputMode="numeric"
          required
          disabled={!isOwner}
          error={isValid ? undefined : `Enter a number from 0 to ${count(MAX_DAILY_CREDITS)}.`}
          {...form.register('automatic_daily_credits')}
        />
        <SaveSettings isOwner={isOwner} isDisabled={!isValid} />
      </Form>
    </Panel>
  );
}

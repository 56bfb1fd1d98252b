import { NOTIFIED_JOBS, NOTIFIED_PROBLEMS, type NotificationFilter } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewNotificationFilter } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Check, CheckList, SelectField, TextField } from '../../ui/field.js';
import { Form, FormError, Submit } from '../../ui/form.js';
import { plural } from '../../words/format.js';
import { JOB_WORDS, PROBLEM_WORDS, patternsIn } from './filter-words.js';

interface ChooseBuildsProps {
  readonly projectId: number;
  readonly filter: NotificationFilter;
  save(filter: NotificationFilter): Promise<unknown>;
  onDone(): void;
}

/** Chooses jobs, branches and problems, and shows what they would have matched. */
export function ChooseBuilds({ projectId, filter, save, onDone }: ChooseBuildsProps) {
  const form = useForm(
    {
      ...filter,
      job_patterns: filter.job_patterns.join(', '),
      branch_patterns: filter.branch_patterns.join(', '),
    },
    { send: (values) => save(filterOf(values)), after: onDone },
  );
  const chosen = filterOf(form.values);
  const { jobs, problems } = chosen;
  const isComplete = problems.length > 0 && (jobs !== 'matching' || chosen.job_patterns.length > 0);
  return (
    <Form form={form}>
      <SelectField
        label="Jobs"
        options={NOTIFIED_JOBS.map((each) => [each, JOB_WORDS[each]] as const)}
        {...form.register('jobs')}
      />
      {jobs === 'matching' && (
        <TextField
          label="Names"
          hint="Separated by commas. An asterisk stands for any characters."
          placeholder="Harbor-*"
          required
          {...form.register('job_patterns')}
        />
      )}
      <TextField
        label="Branches"
        hint="Leave empty for every branch."
        placeholder="main, release/*"
        {...form.register('branch_patterns')}
      />
      <CheckList name="problems" legend="Problems">
        {NOTIFIED_PROBLEMS.map((state) => (
          <Check key={state} label={PROBLEM_WORDS[state]} value={state} {...form.register('problems')} />
        ))}
        <p className="text-xs text-ink-faint">A failure without a known cause counts as new.</p>
      </CheckList>
      <Check label="Shipping builds only" {...form.register('shipping_only')} />
      {isComplete && <Matches projectId={projectId} filter={chosen} />}
      <FormError error={form.error} />
      <Submit look="primary" className="self-end" disabled={!isComplete}>
        Save
      </Submit>
    </Form>
  );
}

type FilterValues = Omit<NotificationFilter, 'job_patterns' | 'branch_patterns'> &
  Readonly<Record<'job_patterns' | 'branch_patterns', string>>;

const filterOf = (values: FilterValues): NotificationFilter => ({
  ...values,
  job_patterns: values.jobs === 'matching' ? patternsIn(values.job_patterns) : [],
  branch_patterns: patternsIn(values.branch_patterns),
});

const SETTLE_MS = 300;

function Matches({ projectId, filter }: Pick<ChooseBuildsProps, 'projectId' | 'filter'>) {
  const builds = JSON.stringify(filter);
  const [settled, setSettled] = useState(builds);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(builds), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [builds]);
  const { data } = useQuery({
    queryKey: ['notification', projectId, 'matches', settled],
    queryFn: () =>
      call(previewNotificationFilter, {
        params: { project_id: projectId },
        body: { builds: JSON.parse(settled) as NotificationFilter },
      }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return null;
  const { failed_builds: count, job_names: names } = data;
  return (
    <p role="status" className="text-sm text-ink-soft [overflow-wrap:anywhere]">
      {count === 0
        ? 'Matches no failed build in the last 7 days.'
        : `Matches ${plural(count, 'failed build')} in the last 7 days: ${names.join(', ')}`}
    </p>
  );
}

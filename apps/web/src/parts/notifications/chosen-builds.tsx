import { NOTIFIED_JOBS, NOTIFIED_PROBLEMS, type NotificationFilter } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewNotificationFilter } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Check, CheckList, SelectField, TextField } from '../../ui/field.js';
import { DialogButton, FormDialog } from '../../ui/form.js';
import { plural } from '../../words/format.js';

const JOB_WORDS = { main: 'Main job', all: 'All jobs', matching: 'Jobs by name' } as const;

const PROBLEM_WORDS = {
  new: 'New problems',
  came_back: 'Problems that came back',
  known: 'Known problems',
} as const;

/** `Harbor-* · on main · new problems · shipping builds only`. */
function filterWords(filter: NotificationFilter): string {
  const { jobs, job_patterns: names, branch_patterns: branches, problems, shipping_only: isShipping } = filter;
  const states = problems.map((state) => PROBLEM_WORDS[state].toLowerCase());
  return [
    jobs === 'matching' ? names.join(', ') : JOB_WORDS[jobs],
    branches.length > 0 && `on ${branches.join(', ')}`,
    problems.length < NOTIFIED_PROBLEMS.length && states.join(', '),
    isShipping && 'shipping builds only',
  ]
    .filter(Boolean)
    .join(' · ');
}

const patternsIn = (text: string): string[] =>
  text.split(',').flatMap((pattern) => (pattern.trim() === '' ? [] : [pattern.trim()]));

interface ChooseBuildsProps {
  readonly projectId: number;
  readonly filter: NotificationFilter;
  save(filter: NotificationFilter): Promise<unknown>;
  onClose(): void;
}

function ChooseBuilds({ projectId, filter, save, onClose }: ChooseBuildsProps) {
  const form = useForm(
    {
      ...filter,
      job_patterns: filter.job_patterns.join(', '),
      branch_patterns: filter.branch_patterns.join(', '),
    },
    { send: (values) => save(filterOf(values)), after: onClose },
  );
  const chosen = filterOf(form.values);
  const { jobs, problems } = chosen;
  const isComplete = problems.length > 0 && (jobs !== 'matching' || chosen.job_patterns.length > 0);
  return (
    <FormDialog
      form={form}
      title="Choose builds"
      description="Messages about jobs are sent for these builds only."
      confirm="Save"
      isDisabled={!isComplete}
      onClose={onClose}
    >
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
    </FormDialog>
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
  const query = read(['notification', projectId, 'matches', settled], previewNotificationFilter, {
    params: { project_id: projectId },
    body: { builds: JSON.parse(settled) as NotificationFilter },
  });
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData });
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

interface ChosenBuildsProps {
  readonly projectId: number;
  readonly filter: NotificationFilter;
  readonly disabled?: boolean;
  save(filter: NotificationFilter): Promise<unknown>;
}

export function ChosenBuilds({ projectId, filter, disabled = false, save }: ChosenBuildsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <span className="text-ink-soft">Builds:</span> {filterWords(filter)}
      </p>
      {!disabled && (
        <DialogButton size="small" label="Choose builds">
          {(close) => <ChooseBuilds projectId={projectId} filter={filter} save={save} onClose={close} />}
        </DialogButton>
      )}
    </div>
  );
}

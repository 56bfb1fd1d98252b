import type { ConsoleProblemDetail } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { useForm } from '../../data/form.js';
import { useProjectPeople } from '../../data/people.js';
import { type ProblemEdit, useProblem, useProblemEdit } from '../../data/problems.js';
import { useAccount } from '../../data/session.js';
import { Page } from '../../parts/page.js';
import { ProblemMarkPicker, ProblemStateButtons } from '../../parts/problems/problem-actions.js';
import { ProblemPill } from '../../parts/problems/problem-pill.js';
import { dailyCounts, regressionWords } from '../../parts/problems/problem-words.js';
import { SnoozeProblem } from '../../parts/problems/snooze-problem.js';
import { TakeProblem } from '../../parts/problems/take-problem.js';
import { definePage } from '../../routing/page.js';
import { toBuild, toChange, toTask, toTest } from '../../routing/records.js';
import { SelectField, TextArea, TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { LinkRow } from '../../ui/links.js';
import { Fact, ListPanel, Loaded, Panel } from '../../ui/panel.js';
import { SparkBars } from '../../ui/spark-bars.js';
import { StatusIcon } from '../../ui/status.js';
import { Time, useNow } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { CulpritPanel } from './culprit-panel.js';
import { LookPanel } from './look-panel.js';

export const page = definePage({
  path: '/projects/$projectId/problems/$problemId',
  label: 'Problem',
});

export function ProblemPage() {
  const { projectId, problemId } = page.useParams();
  const query = useProblem(projectId, problemId);
  const problem = query.data;
  if (problem === undefined) return <Loaded query={query} isBare />;
  return (
    <Page
      record={problem.title}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          {problem.title}
          <ProblemPill problem={problem} />
        </span>
      }
      meta={<Meta problem={problem} />}
      actions={
        <>
          <TakeProblem problem={problem} projectId={projectId} />
          <SnoozeProblem problem={problem} projectId={projectId} />
          <ProblemMarkPicker problem={problem} projectId={projectId} />
          <ProblemStateButtons problem={problem} projectId={projectId} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Overview problem={problem} projectId={projectId} />
        <LookPanel problem={problem} projectId={projectId} />
        {problem.state === 'open' && <CulpritPanel projectId={projectId} problemId={problemId} />}
        <ProblemNotes
          key={`${problem.note} ${problem.task_id} ${problem.assignee_user_id}`}
          problem={problem}
          projectId={projectId}
        />
        <Builds problem={problem} projectId={projectId} />
      </div>
    </Page>
  );
}

function Meta({ problem }: Pick<ProblemProps, 'problem'>) {
  const cameBack = regressionWords(problem);
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>
        Seen in {plural(problem.seen_count, 'build')}, first <Time at={problem.first_seen_at} />, last{' '}
        <Time at={problem.last_seen_at} />
      </span>
      {cameBack && <span className="text-warn">{cameBack}</span>}
      {problem.waits_for && <span className="basis-full font-medium text-ink">{problem.waits_for.sentence}</span>}
    </span>
  );
}

function Overview({ problem, projectId }: ProblemProps) {
  const now = useNow();
  const { suspected_change: suspected, likely_fix: fix } = problem;
  return (
    <Panel title="Cause">
      <div className="flex flex-col gap-4 p-4">
        <p className="overflow-hidden rounded-md border border-line bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere]">
          {problem.message}
        </p>
        <SparkBars bars={dailyCounts(problem.days, now)} unit="failed build" className="max-w-xl" />
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          {problem.test_id !== null && (
            <Fact label="Test">
              <Link {...toTest(projectId, problem.test_id)} className="text-accent-text [overflow-wrap:anywhere]">
                {problem.test}
              </Link>
            </Fact>
          )}
          <Fact label="Jobs">{problem.jobs.join(', ') || 'Unknown'}</Fact>
          <Fact label="Branches">{problem.branches.join(', ') || 'Unknown'}</Fact>
          <Fact label="Suspected change">
            {suspected ? (
              <Link {...toChange(projectId, suspected.id)} className="text-accent-text">
                <span className="font-mono text-xs">{suspected.display_identifier}</span>
                {problem.suspect && ` by ${problem.suspect}`}
              </Link>
            ) : (
              'None'
            )}
          </Fact>
          <Fact label="Resolution">
            <Resolution problem={problem} projectId={projectId} />
            {fix && (
              <>
                {' '}
                {problem.state === 'open' ? 'Fixed before by' : 'Likely fix:'}{' '}
                <Link {...toChange(projectId, fix.id)} className="font-mono text-xs text-accent-text">
                  {fix.display_identifier}
                </Link>
              </>
            )}
          </Fact>
        </dl>
      </div>
    </Panel>
  );
}

function Resolution({ problem, projectId }: ProblemProps) {
  const { state, resolved_at: at, resolved_by: by, fix_build_run_id: fixBuild } = problem;
  const passes = problem.passes_since_last_failure;
  const isOfTest = problem.test_id !== null;
  if (state === 'open' && passes > 0 && !isOfTest)
    return <>{plural(passes, 'pass', 'passes')} of 3 since the last failure.</>;
  if (at === null) return <>Resolves itself {isOfTest ? 'once the test passes again' : 'after three passes'}.</>;
  return (
    <>
      {state === 'open' ? 'Last resolved ' : 'Resolved '}
      <Time at={at} /> {by === null ? 'by passing builds' : `by ${by}`}
      {fixBuild && (
        <>
          , starting with{' '}
          <Link {...toBuild(projectId, fixBuild)} className="text-accent-text">
            this build
          </Link>
        </>
      )}
      .
    </>
  );
}

function Builds({ problem, projectId }: ProblemProps) {
  return (
    <ListPanel
      title={problem.test_id === null ? 'Failed builds' : 'Builds in which the test failed'}
      empty="Its builds are older than the retention time and were deleted."
    >
      {problem.build_runs.map((build) => (
        <LinkRow key={build.id} to={toBuild(projectId, build.id)}>
          <StatusIcon state={build.status} />
          <span className="min-w-0 flex-1 truncate">
            {build.ci_job_name} <span className="tnum text-ink-soft">#{build.build_number}</span>
          </span>
          <span className="min-w-0 truncate font-mono text-xs text-ink-soft">{build.branch}</span>
          <Time at={build.failed_at} className="text-xs text-ink-faint" />
        </LinkRow>
      ))}
    </ListPanel>
  );
}

interface ProblemProps {
  readonly problem: ConsoleProblemDetail;
  readonly projectId: number;
}

const MAX_NOTE = 2_000;

function ProblemNotes({ problem, projectId }: ProblemProps) {
  const { people } = useProjectPeople(projectId);
  const canEdit = useAccount().read_only_reason === null;
  const saving = useProblemEdit(projectId, problem.id);
  const stored = {
    assignee: String(problem.assignee_user_id ?? ''),
    task: String(problem.task_id ?? ''),
    note: problem.note,
  };
  const form = useForm(stored, {
    send({ assignee, task, note }) {
      const edit: ProblemEdit = {
        ...(assignee !== stored.assignee && { assignee_user_id: numberOrNull(assignee) }),
        ...(task.trim() !== stored.task && { task_id: numberOrNull(task) }),
        ...(note !== stored.note && { note }),
      };
      return saving.mutateAsync({ edit, message: 'Problem saved.' });
    },
  });
  return (
    <Panel title="Who takes care of it">
      <Form form={form} className="grid max-w-3xl gap-4 p-4 sm:grid-cols-2">
        <SelectField
          label="Assignee"
          disabled={!canEdit}
          options={[['', 'Nobody'], ...people.map(({ user_id: id, name }) => [String(id), name] as const)]}
          {...form.register('assignee')}
          // The people may be loaded after the problem.
          value={form.values.assignee}
        />
        <TextField
          label="Task"
          inputMode="numeric"
          pattern="[0-9]*"
          placeholder="Task number"
          hint={
            problem.task_id !== null && (
              <Link {...toTask(projectId, problem.task_id)} className="text-accent-text">
                Open task {problem.task_id}
              </Link>
            )
          }
          disabled={!canEdit}
          {...form.register('task')}
        />
        <div className="sm:col-span-2">
          <TextArea
            label="Note"
            hint="What to know or do when it happens again."
            rows={3}
            maxLength={MAX_NOTE}
            disabled={!canEdit}
            {...form.register('note')}
          />
        </div>
        {canEdit && (
          <Submit look="primary" className="justify-self-start" disabled={!form.isChanged}>
            Save
          </Submit>
        )}
      </Form>
    </Panel>
  );
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

import { shownStatus, type MyWork as Work } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getMyWork } from '../../data/api.js';
import { read } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { decisionName, toDecision } from '../../parts/approvals/decisions.js';
import { priorityLabel, stateLabel } from '../../parts/tasks/task-words.js';
import { toBuild, toTask } from '../../routing/records.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { StatusIcon } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';

/** The lists below show the rest of the approvals. */
const MAX_APPROVALS = 3;
const MAX_TASKS = 5;

interface MyWorkProps {
  readonly accountId: number;
  nameOf(projectId: number): string;
}

export const myWorkQuery = (accountId: number) =>
  read(['home', 'my-work', accountId], getMyWork, { params: { account_id: accountId } });

export function MyWork({ accountId, nameOf }: MyWorkProps) {
  const query = useQuery(myWorkQuery(accountId));
  return (
    <Panel title="My work">
      <Loaded query={query} rows={3} isBare>
        {(work) => <Content work={work} nameOf={nameOf} />}
      </Loaded>
    </Panel>
  );
}

function Content({ work, nameOf }: Pick<MyWorkProps, 'nameOf'> & { readonly work: Work }) {
  const { task_count: taskCount, builds } = work;
  const tasks = work.tasks.slice(0, MAX_TASKS);
  const approvals = work.approvals.slice(0, MAX_APPROVALS);
  if (tasks.length + approvals.length + builds.length === 0) return <NoWork />;
  return (
    <div className="divide-y divide-line">
      <Section
        title="Tasks"
        isEmpty={tasks.length === 0}
        aside={tasks.length < taskCount && moreTasks(tasks.length, taskCount)}
      >
        {tasks.map((task) => (
          <Row
            key={task.id}
            link={toTask(task.project_id, task.id)}
            icon={<StatusIcon state={task.state} label={stateLabel(task.state)} />}
            title={task.title}
            detail={`${nameOf(task.project_id)} · ${priorityLabel(task.priority)}`}
            at={task.created_at}
          />
        ))}
      </Section>
      <Section
        title="Approvals requested from you"
        isEmpty={approvals.length === 0}
        aside={
          <Link to="/approvals" className="text-xs text-accent-text">
            Review
          </Link>
        }
      >
        {approvals.map((approval) => (
          <Row
            key={approval.id}
            link={toDecision(approval)}
            icon={<StatusIcon state="pending" />}
            title={decisionName(approval)}
            detail={`${nameOf(approval.project_id)} · ${approval.asset_type}`}
            at={approval.created_at}
          />
        ))}
      </Section>
      <Section title="Builds with your changes" isEmpty={builds.length === 0}>
        {builds.map((build) => (
          <Row
            key={build.id}
            link={toBuild(build.project_id, build.id)}
            icon={<StatusIcon state={shownStatus(build)} />}
            title={`${build.job} #${build.build_number}`}
            detail={`${nameOf(build.project_id)} · ${build.change.display_identifier}`}
            at={build.created_at}
          />
        ))}
      </Section>
    </div>
  );
}

function moreTasks(shown: number, total: number): ReactNode {
  return (
    <span className="text-xs text-ink-faint">
      {count(shown)} of {plural(total, 'open task')}
    </span>
  );
}

interface SectionProps {
  readonly title: string;
  readonly isEmpty: boolean;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, isEmpty, aside, children }: SectionProps) {
  if (isEmpty) return null;
  return (
    <section aria-label={title} className="py-2">
      <div className="flex items-baseline justify-between gap-3 px-4">
        <h3 className="text-xs font-medium text-ink-faint">{title}</h3>
        {aside}
      </div>
      <ul>{children}</ul>
    </section>
  );
}

interface RowProps {
  readonly link: ReturnType<typeof toTask> | ReturnType<typeof toDecision> | ReturnType<typeof toBuild>;
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: string;
  readonly at: string;
}

function Row({ link, icon, title, detail, at }: RowProps) {
  return (
    <li>
      <Link {...link} className="flex items-center gap-3 px-4 py-1.5 text-sm -outline-offset-2 hover:bg-hover">
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block truncate">{title}</span>
          <span className="block truncate text-xs text-ink-faint">{detail}</span>
        </span>
        <Time at={at} className="text-xs text-ink-faint" />
      </Link>
    </li>
  );
}

function NoWork() {
  const { user } = useSession();
  return (
    <div className="flex flex-col gap-1 px-4 py-3 text-sm text-ink-soft">
      <p>You have no open tasks, approvals or builds, {user.name}.</p>
      <p className="text-xs text-ink-faint">
        Builds with your changes appear once your logins are known:{' '}
        <Link to="/settings/connected-accounts" className="text-accent-text">
          connected accounts
        </Link>
        .
      </p>
    </div>
  );
}

import { type Home, shownStatus, type MyWork as Work } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { getMyWork } from '../../data/api.js';
import { useReviewDecisions } from '../../data/approvals.js';
import { read } from '../../data/call.js';
import { useSession } from '../../data/session.js';
import { decisionName, toDecision } from '../../parts/approvals/decisions.js';
import { priorityLabel, stateLabel } from '../../parts/tasks/task-words.js';
import { toBuild, toDeployment, toTask } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { platformLabel } from '../../ui/labels.js';
import { LinkRow, linkRowClass } from '../../ui/links.js';
import { ListPanel, Loaded, Panel } from '../../ui/panel.js';
import { StatusIcon } from '../../ui/status.js';
import { Time } from '../../ui/time.js';
import { count, plural } from '../../words/format.js';

type NameOf = (projectId: number) => string;

interface WaitingProps {
  readonly home: Pick<Home, 'approvals' | 'waiting_approvals'>;
  readonly accountId: number;
  readonly nameOf: NameOf;
}

export function WaitingApprovals({ home, accountId, nameOf }: WaitingProps) {
  const { hidden, decide } = useReviewDecisions(accountId);
  const shown = home.approvals.filter(({ id }) => !hidden.has(id));
  return (
    <ListPanel
      title="Waiting approvals"
      aside={
        home.waiting_approvals > 0 && (
          <Link to="/approvals" className="text-xs text-accent-text">
            All {count(home.waiting_approvals)}
          </Link>
        )
      }
      empty="Nothing is waiting for a decision."
    >
      {shown.map((approval) => (
        <li key={approval.id} className="flex items-center gap-3 px-4 py-2 text-sm">
          <div className="min-w-0 flex-1">
            <Link {...toDecision(approval)} className="block truncate hover:underline">
              {decisionName(approval)}
            </Link>
            <span className="block truncate text-xs text-ink-faint">
              {nameOf(approval.project_id)} · {approval.asset_type} · requested <Time at={approval.created_at} />
            </span>
          </div>
          {approval.others > 0 ? (
            <Link {...toDecision(approval)} className={buttonClass('plain', 'small')}>
              Review
            </Link>
          ) : (
            <Button
              size="small"
              onClick={() =>
                decide({
                  items: [{ id: approval.id, asset: assetOf(approval) }],
                  status: 'approved',
                  comments: '',
                })
              }
              icon={Check}
            >
              Approve
            </Button>
          )}
        </li>
      ))}
    </ListPanel>
  );
}

function assetOf({ asset_id: id, asset_name: name, asset_type }: Home['approvals'][number]) {
  return { id, name, path: name, asset_type };
}

interface StoreReviewsProps {
  readonly deployments: Home['in_review'];
  readonly nameOf: NameOf;
}

export function StoreReviews({ deployments, nameOf }: StoreReviewsProps) {
  return (
    <ListPanel title="In store review" empty="No builds are in store review.">
      {deployments.map(({ id, project_id: project, platform, version, ...deployment }) => (
        <LinkRow key={id} to={toDeployment(project, id)}>
          <StatusIcon state="in_review" />
          <span className="min-w-0 flex-1">
            <span className="block truncate">
              {platformLabel(platform)} <span className="font-mono text-xs">{version}</span>
            </span>
            <span className="block truncate text-xs text-ink-faint">
              {nameOf(project)} · build {deployment.build_number || 'unknown'}
            </span>
          </span>
          <Time prefix="started " at={deployment.created_at} className="text-xs text-ink-faint" />
        </LinkRow>
      ))}
    </ListPanel>
  );
}

const MAX_COUNTED = 1_000;

interface LostDeliveriesProps {
  readonly deliveries: Home['deliveries'];
  readonly nameOf: NameOf;
}

export function LostDeliveries({ deliveries, nameOf }: LostDeliveriesProps) {
  return (
    <ListPanel title="Rejected and dead deliveries, last 24 h" empty="No rejected or dead deliveries.">
      {deliveries.map(({ project_id: project, outcome, count: number }) => (
        <li key={`${project} ${outcome}`}>
          <Link
            to="/projects/$projectId/deliveries"
            params={{ projectId: project }}
            search={{ outcome }}
            className={linkRowClass}
          >
            <StatusIcon state={outcome} />
            <span className="min-w-0 flex-1 truncate">{nameOf(project)}</span>
            <span className="tnum text-ink-soft">
              {number >= MAX_COUNTED ? '1,000 or more' : plural(number, 'delivery', 'deliveries')} {outcome}
            </span>
          </Link>
        </li>
      ))}
    </ListPanel>
  );
}

/** The lists below show the rest of the approvals. */
const MAX_APPROVALS = 3;
const MAX_TASKS = 5;

export const myWorkQuery = (accountId: number) =>
  read(['home', 'my-work', accountId], getMyWork, { params: { account_id: accountId } });

export function MyWork({ accountId, nameOf }: Omit<WaitingProps, 'home'>) {
  const query = useQuery(myWorkQuery(accountId));
  return (
    <Panel title="My work">
      <Loaded query={query} rows={3} isBare>
        {(work) => <Content work={work} nameOf={nameOf} />}
      </Loaded>
    </Panel>
  );
}

function Content({ work, nameOf }: Pick<WaitingProps, 'nameOf'> & { readonly work: Work }) {
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

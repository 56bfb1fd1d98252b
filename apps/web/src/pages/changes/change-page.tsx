import { type ConsoleChange, shownStatus } from '@slipway/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { getConsoleChange } from '../../data/api.js';
import { read } from '../../data/call.js';
import { Page, RecordLoading } from '../../parts/page.js';
import { stateLabel } from '../../parts/tasks/task-words.js';
import { definePage } from '../../routing/page.js';
import { toAsset, toBuild, toDeployment, toTask } from '../../routing/records.js';
import { buttonClass } from '../../ui/button.js';
import { CopyableId } from '../../ui/copy.js';
import { LinkRow, linkRowClass } from '../../ui/links.js';
import { ListPanel } from '../../ui/panel.js';
import { StatusIcon, StatusPill } from '../../ui/status.js';
import { Duration, Time } from '../../ui/time.js';
import { count } from '../../words/format.js';
import { ChangeFiles } from './change-files.js';

export const page = definePage({
  path: '/projects/$projectId/changes/$changeId',
  label: 'Change',
  filters: ['file'],
});

export function ChangePage() {
  const { projectId, changeId } = page.useParams();
  const filters = page.useFilters();
  const params = { project_id: projectId, change_id: changeId };
  const query = useQuery(read(['change', projectId, 'detail', changeId], getConsoleChange, { params }));
  const { data } = query;
  if (data === undefined) return <RecordLoading query={query} />;
  const [subject = '', ...rest] = data.description.split('\n');
  const body = rest.join('\n').trim();
  return (
    <Page
      record={data.display_identifier}
      title={subject || data.display_identifier}
      meta={<Meta change={data} />}
      actions={
        data.url && (
          <a href={data.url} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
            <ExternalLink aria-hidden className="size-4" />
            {SOURCES[data.source_type]}
          </a>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {body && <p className="max-w-prose whitespace-pre-wrap px-4 text-ink-soft md:px-0">{body}</p>}
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
          <ChangeFiles change={data} projectId={projectId} filters={filters} />
          <div className="flex flex-col gap-4">
            <Builds change={data} projectId={projectId} />
            <Deployments change={data} projectId={projectId} />
            <Approvals change={data} projectId={projectId} />
            <Mentions change={data} projectId={projectId} />
          </div>
        </div>
      </div>
    </Page>
  );
}

const SOURCES = { GitCommit: 'Commit', Changelist: 'Changelist', AssetCommit: 'Revision' } as const;

function Meta({ change }: { readonly change: ConsoleChange }) {
  const author = change.person ?? change.author;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <CopyableId value={change.identifier}>{change.display_identifier}</CopyableId>
      <span title={change.author && change.author !== author ? `Committed as ${change.author}` : undefined}>
        by {author || 'an unknown author'}
      </span>
      <Time at={change.timestamp} />
      {(change.repository || change.branch) && (
        <span>{[change.repository, change.branch].filter(Boolean).join(', ')}</span>
      )}
      {change.orphaned_at && <StatusPill state="warn" label="Orphaned by a force push" />}
    </span>
  );
}

interface OutcomeProps {
  readonly change: ConsoleChange;
  readonly projectId: number;
}

function Builds({ change: { builds, build_runs_truncated: hasMore }, projectId }: OutcomeProps) {
  const title = hasMore ? `Newest ${builds.length} builds` : 'Builds';
  return (
    <ListPanel title={title} empty="No build has reported this revision yet.">
      {builds.map((build) => (
        <LinkRow key={build.id} to={toBuild(projectId, build.id)}>
          <StatusIcon state={shownStatus(build)} />
          <span className="min-w-0 flex-1 truncate">
            {build.job_name} <span className="tnum font-mono text-xs text-ink-soft">#{build.number}</span>
          </span>
          <span className="text-xs text-ink-soft">
            <Duration seconds={build.duration_seconds} />
          </span>
          <Time at={build.created_at} className="w-16 text-right text-xs text-ink-faint" />
        </LinkRow>
      ))}
    </ListPanel>
  );
}

function Deployments({ change: { deployments }, projectId }: OutcomeProps) {
  return (
    <ListPanel title="Deployments" empty="Neither this revision nor a build of it has been deployed.">
      {deployments.map(({ id, platform, status, version, created_at: at }) => (
        <LinkRow key={id} to={toDeployment(projectId, id)}>
          <StatusIcon state={status} />
          <span className="min-w-0 flex-1 truncate capitalize">
            {platform.replaceAll('_', ' ')} <span className="font-mono text-xs text-ink-soft">{version}</span>
          </span>
          <Time at={at} className="text-xs text-ink-faint" />
        </LinkRow>
      ))}
    </ListPanel>
  );
}

function Approvals({ change: { asked, approvals, identifier }, projectId }: OutcomeProps) {
  const all = Object.values(approvals).reduce((sum, number) => sum + number, 0);
  const areAllListed = asked.length === all;
  return (
    <ListPanel title="Approvals" empty="This change touched no asset that needs approval.">
      {areAllListed &&
        asked.map((approval) => (
          <LinkRow key={approval.id} to={toAsset(projectId, approval.asset_id)}>
            <span className="min-w-0 flex-1 truncate">{approval.asset_name}</span>
            <StatusPill state={approval.status} />
          </LinkRow>
        ))}
      {!areAllListed && (
        <li>
          <Link
            to="/approvals"
            search={{ project_id: String(projectId), change: identifier }}
            className={linkRowClass}
          >
            {count(all)} assets, {count(approvals.pending)} waiting for a decision
          </Link>
        </li>
      )}
    </ListPanel>
  );
}

function Mentions({ change: { tasks, references }, projectId }: OutcomeProps) {
  return (
    <ListPanel
      title="Tasks and tracker items"
      empty="None mentioned. Write “task-12” or a tracker item key in the description to link one."
    >
      {tasks.map(({ id, title, state }) => (
        <LinkRow key={`task ${id}`} to={toTask(projectId, id)}>
          <span className="shrink-0 font-mono text-xs text-ink-soft">task-{id}</span>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <StatusPill state={state} label={stateLabel(state)} />
        </LinkRow>
      ))}
      {references.map(({ id, key, title, state, url }) => (
        <li key={`reference ${id}`}>
          <a href={url} target="_blank" rel="noreferrer" className={linkRowClass}>
            <span className="shrink-0 font-mono text-xs text-ink-soft">{key}</span>
            <span className="min-w-0 flex-1 truncate">{title}</span>
            <span className="text-xs text-ink-faint">{state}</span>
          </a>
        </li>
      ))}
    </ListPanel>
  );
}

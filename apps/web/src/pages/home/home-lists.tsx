import type { Home } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useReviewDecisions } from '../../data/approvals.js';
import { decisionName, toDecision } from '../../parts/approvals/decisions.js';
import { toDeployment } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { platformLabel } from '../../ui/labels.js';
import { LinkRow, linkRowClass } from '../../ui/links.js';
import { ListPanel } from '../../ui/panel.js';
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

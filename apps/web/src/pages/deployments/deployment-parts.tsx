import type { ConsoleDeployment } from '@slipway/contracts';
import { toBuild, toChange } from '../../routing/records.js';
import { RecordLink } from '../../ui/record-link.js';
import { Time } from '../../ui/time.js';

interface OriginProps {
  readonly projectId: number;
  readonly deployment: Pick<ConsoleDeployment, 'build' | 'change' | 'build_number'>;
}

/** The build and the change behind a deployment. */
export function Origin({ projectId, deployment: { build, change, build_number: number } }: OriginProps) {
  return (
    <>
      {build === null ? (
        <span>{number ? `Build ${number}, not reported` : 'Build not reported'}</span>
      ) : (
        <RecordLink to={toBuild(projectId, build.id)} className="hover:text-ink hover:underline">
          {build.job_name} #{build.number}
        </RecordLink>
      )}
      {change && (
        <>
          {' from '}
          <RecordLink
            to={toChange(projectId, change.id)}
            title={change.subject}
            className="hover:text-ink hover:underline"
          >
            <span className="font-mono">{change.display_identifier}</span> {change.subject}
          </RecordLink>
        </>
      )}
    </>
  );
}

/** When a deployment was first reported: the time that orders deployments wherever they are listed. */
export function StartedAt({ deployment }: { readonly deployment: Pick<ConsoleDeployment, 'created_at'> }) {
  return <Time prefix="started " at={deployment.created_at} />;
}

/** The branch or track that a deployment went to. */
export function Branch({ name }: { readonly name: string }) {
  if (name === '') return null;
  return (
    <span className="max-w-32 truncate rounded-sm border border-line px-1 text-xs font-normal text-ink-soft">
      {name}
    </span>
  );
}

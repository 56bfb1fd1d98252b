import type { ConsoleDeployment } from '@slipway/contracts';
import { PathLink } from '../../ui/path-link.js';

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
        <PathLink to={`/projects/${projectId}/builds/${build.id}`} className="hover:text-ink hover:underline">
          {build.job_name} #{build.number}
        </PathLink>
      )}
      {change && (
        <>
          {' from '}
          <PathLink
            to={`/projects/${projectId}/changes/${change.id}`}
            title={change.subject}
            className="hover:text-ink hover:underline"
          >
            <span className="font-mono">{change.display_identifier}</span> {change.subject}
          </PathLink>
        </>
      )}
    </>
  );
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

import type { ConsoleBuildDetail } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { rerunBuildRun } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useIsOwner } from '../../data/integrations.js';
import { useAccount } from '../../data/session.js';
import { toIntegration } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/form.js';
import { buildName } from './finding.js';

interface RerunBuildProps {
  readonly build: ConsoleBuildDetail;
  readonly projectId: number;
}

/** Runs a finished build again in its tool, after a confirmation. Absent if the tool cannot do that. */
export function RerunBuild({ build, projectId }: RerunBuildProps) {
  const [isOpen, setIsOpen] = useState(false);
  const canEdit = useAccount().read_only_reason === null;
  const { tool, needs_credentials: needsCredentials } = build.rerun;
  const rerun = useChange({
    send: () => call(rerunBuildRun, { params: { project_id: projectId, build_run_id: build.id } }),
    refresh: [['build_run', projectId]],
    message: (answer) => answer.message,
    after: () => setIsOpen(false),
  });
  if (needsCredentials) return <MissingCredentials build={build} projectId={projectId} />;
  if (tool === null) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)} disabled={!canEdit}>
        <RotateCw aria-hidden className="size-4" />
        Run again
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Run ${buildName(build)} again?`}
        confirm={rerun.isPending ? `Asking ${tool}…` : `Run again in ${tool}`}
        look="primary"
        change={rerun}
        onConfirm={() => rerun.mutate()}
      >
        <p>{describeRun(tool, build)}</p>
        <p>The build appears here when {tool} reports it. The audit log records who did this.</p>
      </ConfirmDialog>
    </>
  );
}

/** What a tool does when it runs a build again. */
function describeRun(tool: string, { status }: ConsoleBuildDetail): string {
  if (tool === 'GitHub')
    return `GitHub runs ${status === 'failed' ? 'the failed jobs' : 'all jobs'} of this workflow again, on the same commit and under the same number.`;
  if (tool === 'Buildkite') return 'Buildkite starts a new build of the same commit.';
  return 'Jenkins starts a new build with the same parameters. Unless they name a commit, it builds the newest one.';
}

/** The part of the integration's page where each tool's credentials are entered. */
const SECTIONS: Readonly<Record<string, string>> = {
  jenkins: 'jenkins-server',
  github: 'github-updates',
  buildkite: 'buildkite-access',
};

function MissingCredentials({ build: { rerun, integration }, projectId }: RerunBuildProps) {
  const id = useId();
  const isOwner = useIsOwner(projectId);
  return (
    <span className="inline-flex items-center">
      <span title={rerun.problem ?? ''}>
        <Button disabled aria-describedby={id}>
          <RotateCw aria-hidden className="size-4" />
          Run again
        </Button>
        <span id={id} className="sr-only">
          {rerun.problem}
        </span>
      </span>
      {isOwner && integration && (
        <Link
          {...toIntegration(projectId, integration.id)}
          hash={SECTIONS[integration.provider] ?? ''}
          className={buttonClass('quiet')}
        >
          Add credentials
        </Link>
      )}
    </span>
  );
}

import type { ConsoleBuildDetail } from '@slipway/contracts';
import { logStepOf, providerTitle } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { ListPlus, RotateCw } from 'lucide-react';
import { useId } from 'react';
import { purgeBuildLog, rerunBuildRun } from '../../data/api.js';
import { call, useChange } from '../../data/call.js';
import { useIsOwner } from '../../data/integrations.js';
import { useProjectPeople } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import type { TaskEdit } from '../../data/tasks.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { NewTask } from '../../parts/tasks/new-task.js';
import { toIntegration } from '../../routing/records.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmButton, DialogButton } from '../../ui/form.js';
import { type BuildProps, buildAddress, buildName, findingText, headlineOf } from './finding.js';

export function BuildTask({ build, projectId }: BuildProps) {
  const { people } = useProjectPeople(projectId);
  const canEdit = useAccount().read_only_reason === null;
  const suspectId = build.investigation?.attributed_user_id ?? null;
  const assignee = people.find(({ user_id: id }) => id === suspectId)?.user_id ?? null;
  return (
    <DialogButton icon={ListPlus} label="Create task" disabled={!canEdit}>
      {(close) => (
        <NewTask projectId={projectId} open onOpenChange={close} initial={draftOf(build, projectId, assignee)} />
      )}
    </DialogButton>
  );
}

const MAX_TITLE = 255;

function draftOf(build: ConsoleBuildDetail, projectId: number, assignee: number | null): TaskEdit {
  const address = buildAddress(projectId, build.id);
  const headline = headlineOf(build.investigation);
  const title = headline === null ? `Fix ${buildName(build)}` : `Fix ${build.ci_job_name}: ${headline.message}`;
  return {
    title: [...title].slice(0, MAX_TITLE).join(''),
    description: findingText(build, address) || `${buildName(build)} failed.\n${address}`,
    task_type: 'bug',
    priority: 'high',
    user_id: assignee,
  };
}

export function RerunBuild({ build, projectId }: BuildProps) {
  const canEdit = useAccount().read_only_reason === null;
  const { tool, needs_credentials: needsCredentials } = build.rerun;
  const rerun = useChange({
    send: () => call(rerunBuildRun, { params: { project_id: projectId, build_run_id: build.id } }),
    refresh: [['build_run', projectId]],
    message: (answer) => answer.message,
  });
  if (needsCredentials) return <MissingCredentials build={build} projectId={projectId} />;
  if (tool === null) return null;
  return (
    <ConfirmButton
      icon={RotateCw}
      label="Run again"
      disabled={!canEdit}
      title={`Run ${buildName(build)} again?`}
      confirm={rerun.isPending ? `Asking ${tool}…` : `Run again in ${tool}`}
      confirmLook="primary"
      change={rerun}
    >
      <p>{describeRun(tool, build)}</p>
      <p>The build appears here when {tool} reports it. The audit log records who did this.</p>
    </ConfirmButton>
  );
}

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

function MissingCredentials({ build: { rerun, integration }, projectId }: BuildProps) {
  const id = useId();
  const isOwner = useIsOwner(projectId);
  return (
    <span className="inline-flex items-center">
      <span title={rerun.problem ?? ''}>
        <Button disabled aria-describedby={id} icon={RotateCw}>
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

/** Which set-up step would send the log that a build lacks. */
export function LogSetup({ build: { integration }, projectId }: BuildProps) {
  const step = integration && logStepOf(integration.provider);
  if (integration === null || step === undefined)
    return <>Send the log with the report, as log, logs_tail or console.</>;
  return (
    <>
      To send logs, follow the step{' '}
      <Link {...toIntegration(projectId, integration.id)} className="text-accent-text">
        {step}
      </Link>{' '}
      of {providerTitle(integration.provider)}.
    </>
  );
}

export function PurgeLog({ build, projectId }: BuildProps) {
  const isOwner = useIsOwner(projectId);
  if (!isOwner || !build.has_log) return null;
  return (
    <ConfirmChange
      size="small"
      label="Purge log"
      title={`Purge the log of ${build.ci_job_name} #${build.build_number}?`}
      confirm="Purge log"
      send={() => call(purgeBuildLog, { params: { project_id: projectId, build_run_id: build.id } })}
      refresh={[['build_run', projectId], ['log', projectId, build.id], ['home'], ['delivery']]}
      message={() => 'Log purged.'}
    >
      <p>This permanently removes, for everyone:</p>
      <ul className="list-disc pl-5">
        <li>the log of this build,</li>
        <li>the log lines quoted in its investigation and notifications, except in messages already sent,</li>
        <li>the log in the stored deliveries of this build, so that a replay does not restore it.</li>
      </ul>
      <p>If the log contained a credential, replace it anyway. The audit log records who did this.</p>
    </ConfirmChange>
  );
}

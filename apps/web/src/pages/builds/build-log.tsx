import { logStepOf, providerTitle } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { purgeBuildLog } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useIsOwner } from '../../data/integrations.js';
import { ConfirmChange } from '../../parts/confirm-change.js';
import { toIntegration } from '../../routing/records.js';
import type { BuildProps } from './finding.js';

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

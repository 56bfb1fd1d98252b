import type { ConsoleBuildDetail } from '@slipway/contracts';
import { useState } from 'react';
import { purgeBuildLog } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { useSession } from '../../data/session.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/form.js';

interface PurgeLogProps {
  readonly build: ConsoleBuildDetail;
  readonly projectId: number;
}

/** Lets owners remove a log that contains something nobody should read. */
export function PurgeLog({ build, projectId }: PurgeLogProps) {
  const { projects, accounts } = useSession();
  const accountId = projects.find(({ id }) => id === projectId)?.account_id;
  const isOwner = accounts.some(({ id, role }) => id === accountId && role === 'owner');
  const [isOpen, setIsOpen] = useState(false);
  const purge = useChange({
    send: () =>
      call(purgeBuildLog, {
        params: { project_id: projectId, build_run_id: build.id },
      }),
    refresh: [['build_run', projectId], ['log', projectId, build.id], ['home'], ['delivery']],
    message: () => 'Log purged.',
    after: () => setIsOpen(false),
  });
  if (!isOwner || !build.has_log) return null;
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Purge log
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Purge the log of ${build.ci_job_name} #${build.build_number}?`}
        confirm="Purge log"
        change={purge}
        onConfirm={() => purge.mutate()}
      >
        <p>This permanently removes, for everyone:</p>
        <ul className="list-disc pl-5">
          <li>the log of this build,</li>
          <li>the log lines quoted in its investigation and notifications, except in messages already sent,</li>
          <li>the log in the stored deliveries of this build, so that a replay does not restore it.</li>
        </ul>
        <p>If the log contained a credential, replace it anyway. The audit log records who did this.</p>
      </ConfirmDialog>
    </>
  );
}

import type { ConsoleBuildDetail } from '@slipway/contracts';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useProjectPeople } from '../../data/people.js';
import { useAccount } from '../../data/session.js';
import type { TaskEdit } from '../../data/tasks.js';
import { NewTask } from '../../parts/tasks/new-task.js';
import { Button } from '../../ui/button.js';
import { buildAddress, buildName, findingText, headlineOf } from './finding.js';

interface BuildTaskProps {
  readonly build: ConsoleBuildDetail;
  readonly projectId: number;
}

/** Creates a task to fix a failed build, assigned to the person whose change is suspected. */
export function BuildTask({ build, projectId }: BuildTaskProps) {
  const [open, setOpen] = useState(false);
  const { people } = useProjectPeople(projectId);
  const canEdit = useAccount().read_only_reason === null;
  const suspectId = build.investigation?.attributed_user_id ?? null;
  const assignee = people.find(({ user_id: id }) => id === suspectId)?.user_id ?? null;
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={!canEdit}>
        <ListPlus aria-hidden className="size-4" />
        Create task
      </Button>
      {open && (
        <NewTask projectId={projectId} open onOpenChange={setOpen} initial={draftOf(build, projectId, assignee)} />
      )}
    </>
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

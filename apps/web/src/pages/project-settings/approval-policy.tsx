import type { AssetType, ProjectSettings } from '@slipway/contracts';
import { useState } from 'react';
import { updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/settings.js';
import { Button } from '../../ui/button.js';
import { FormError } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

const TYPES: readonly (readonly [type: AssetType, label: string])[] = [
  ['texture', 'Textures'],
  ['model', 'Models'],
  ['material', 'Materials'],
  ['animation', 'Animations'],
  ['level', 'Levels'],
  ['audio', 'Audio'],
  ['video', 'Video'],
  ['shader', 'Shaders'],
  ['script', 'Scripts'],
  ['config', 'Config'],
  ['document', 'Documents'],
  ['font', 'Fonts'],
  ['archive', 'Archives'],
];

interface ApprovalPolicyProps {
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

/** The asset types whose changes need approval, and who may give it. */
export function ApprovalPolicy({ project, isOwner }: ApprovalPolicyProps) {
  const [chosen, setChosen] = useState<ReadonlySet<AssetType>>(() => new Set(project.approval_asset_types));
  const [isForbidden, setForbidden] = useState(project.no_self_approval);
  const saving = useChange({
    send: () =>
      call(updateProject, {
        params: { project_id: project.id },
        body: { approval_asset_types: [...chosen], no_self_approval: isForbidden },
      }),
    refresh: [['project', project.id]],
    message: () => 'Approval policy saved. It applies to new changes.',
  });
  const isChanged =
    isForbidden !== project.no_self_approval ||
    chosen.size !== project.approval_asset_types.length ||
    project.approval_asset_types.some((type) => !chosen.has(type));
  function toggle(type: AssetType): void {
    const next = new Set(chosen);
    if (!next.delete(type)) next.add(type);
    setChosen(next);
  }
  return (
    <Panel title="Approval policy">
      <fieldset disabled={!isOwner} className="flex flex-col gap-3 p-4">
        <legend className="sr-only">Asset types that need approval</legend>
        <p className="text-sm text-ink-soft">
          Changes to these asset types wait in the review queue until someone approves them.
        </p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3 md:grid-cols-4">
          {TYPES.map(([type, label]) => (
            <li key={type}>
              <label className="flex cursor-pointer items-center gap-2 rounded-sm px-1 py-1 text-sm hover:bg-hover">
                <input
                  type="checkbox"
                  className="accent-accent"
                  checked={chosen.has(type)}
                  onChange={() => toggle(type)}
                />
                {label}
              </label>
            </li>
          ))}
        </ul>
        <label className="flex w-fit cursor-pointer items-center gap-2 rounded-sm px-1 py-1 text-sm hover:bg-hover">
          <input
            type="checkbox"
            className="accent-accent"
            checked={isForbidden}
            onChange={(event) => setForbidden(event.target.checked)}
          />
          Someone other than the author of a change must approve it
        </label>
        {isForbidden && (
          <p className="px-1 text-sm text-ink-soft">
            The author is the member to whom the change was attributed when it arrived. If it was attributed to
            nobody, an owner must approve it.
          </p>
        )}
        <FormError error={saving.error} />
        {isOwner && (
          <div>
            <Button
              look="primary"
              disabled={!isChanged || saving.isPending}
              onClick={() => saving.mutate(undefined)}
            >
              Save policy
            </Button>
          </div>
        )}
      </fieldset>
    </Panel>
  );
}

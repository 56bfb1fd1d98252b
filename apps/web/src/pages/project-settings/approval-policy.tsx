import type { AssetType, ProjectSettings } from '@slipway/contracts';
import { updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { Check } from '../../ui/field.js';
import { Form, FormError, Submit } from '../../ui/form.js';
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
  const form = useForm(
    {
      approval_asset_types: TYPES.flatMap(([type]) => (project.approval_asset_types.includes(type) ? type : [])),
      no_self_approval: project.no_self_approval,
    },
    {
      send: (body) => call(updateProject, { params: { project_id: project.id }, body }),
      refresh: [['project', project.id]],
      message: () => 'Approval policy saved. It applies to new changes.',
    },
  );
  return (
    <Panel title="Approval policy">
      <Form form={form} className="contents">
        <fieldset disabled={!isOwner} className="flex flex-col gap-3 p-4">
          <legend className="sr-only">Asset types that need approval</legend>
          <p className="text-sm text-ink-soft">
            Changes to these asset types wait in the review queue until someone approves them.
          </p>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-3 md:grid-cols-4">
            {TYPES.map(([type, label]) => (
              <li key={type}>
                <Check
                  label={label}
                  className="rounded-sm px-1 py-1 hover:bg-hover"
                  value={type}
                  {...form.register('approval_asset_types')}
                />
              </li>
            ))}
          </ul>
          <Check
            label="Someone other than the author of a change must approve it"
            className="w-fit rounded-sm px-1 py-1 hover:bg-hover"
            {...form.register('no_self_approval')}
          />
          {form.values.no_self_approval && (
            <p className="px-1 text-sm text-ink-soft">
              The author is the member to whom the change was attributed when it arrived. If it was attributed to
              nobody, an owner must approve it.
            </p>
          )}
          <FormError error={form.error} />
          {isOwner && (
            <div>
              <Submit look="primary" disabled={!form.isChanged}>
                Save policy
              </Submit>
            </div>
          )}
        </fieldset>
      </Form>
    </Panel>
  );
}

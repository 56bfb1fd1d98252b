import type { ProjectSettings } from '@slipway/contracts';
import { updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { TextArea } from '../../ui/field.js';
import { Form, SaveSettings } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

interface PreviewHostsProps {
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

/** The hosts from which browsers may load previews of assets. */
export function PreviewHosts({ project, isOwner }: PreviewHostsProps) {
  const form = useForm(
    { preview_hosts: project.preview_hosts.join('\n') },
    {
      send: ({ preview_hosts: text }) =>
        call(updateProject, {
          params: { project_id: project.id },
          body: { preview_hosts: text.split(/[\s,]+/).filter((host) => host !== '') },
        }),
      refresh: [
        ['project', project.id],
        ['asset', project.id],
      ],
      message: () => 'Preview hosts saved. Pages that are open load from new hosts after a reload.',
    },
  );
  return (
    <Panel id="preview-hosts" title="Preview hosts">
      <Form form={form} className="flex max-w-xl flex-col gap-4 p-4">
        <p className="text-sm text-ink-soft">
          Senders can report a picture or recording of an asset by its URL. Browsers load it only from these hosts;
          Slipway itself never loads it.
        </p>
        <TextArea
          label="Hosts"
          hint="One per line: cdn.example.com, *.example.com, art.local:8443"
          rows={3}
          spellCheck={false}
          disabled={!isOwner}
          className="font-mono"
          {...form.register('preview_hosts')}
        />
        <SaveSettings isOwner={isOwner} />
      </Form>
    </Panel>
  );
}

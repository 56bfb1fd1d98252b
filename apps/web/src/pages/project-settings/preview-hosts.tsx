import type { ProjectSettings } from '@slipway/contracts';
import { useState } from 'react';
import { updateProject } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/settings.js';
import { Field, inputClass } from '../../ui/field.js';
import { Form, SaveSettings } from '../../ui/form.js';
import { Panel } from '../../ui/panel.js';

interface PreviewHostsProps {
  readonly project: ProjectSettings;
  readonly isOwner: boolean;
}

/** The hosts from which browsers may load previews of assets. */
export function PreviewHosts({ project, isOwner }: PreviewHostsProps) {
  const saved = project.preview_hosts.join('\n');
  const [text, setText] = useState(saved);
  const hosts = text.split(/[\s,]+/).filter((host) => host !== '');
  const saving = useChange({
    send: () =>
      call(updateProject, {
        params: { project_id: project.id },
        body: { preview_hosts: hosts },
      }),
    refresh: [
      ['project', project.id],
      ['asset', project.id],
    ],
    message: () => 'Preview hosts saved. Pages that are open load from new hosts after a reload.',
  });
  return (
    <Panel id="preview-hosts" title="Preview hosts">
      <Form
        error={saving.error}
        onSubmit={() => saving.mutate(undefined)}
        className="flex max-w-xl flex-col gap-4 p-4"
      >
        <p className="text-sm text-ink-soft">
          Senders can report a picture or recording of an asset by its URL. Browsers load it only from these hosts;
          Slipway itself never loads it.
        </p>
        <Field
          label="Hosts"
          name="preview_hosts"
          hint="One per line: cdn.example.com, *.example.com, art.local:8443"
        >
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              spellCheck={false}
              disabled={!isOwner}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className={`${inputClass} h-auto py-1.5 font-mono`}
            />
          )}
        </Field>
        <SaveSettings
          error={saving.error}
          isOwner={isOwner}
          isDisabled={hosts.join('\n') === saved || saving.isPending}
        />
      </Form>
    </Panel>
  );
}

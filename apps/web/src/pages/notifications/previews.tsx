import type { NotificationPreview } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listNotificationPreviews } from '../../data/api.js';
import { read } from '../../data/call.js';
import { MESSAGE_TONES } from '../../parts/notifications/message-tones.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/field.js';
import { Loaded } from '../../ui/panel.js';
import { StatusDot } from '../../ui/status.js';

interface PreviewsProps {
  readonly projectId: number;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

export function Previews({ projectId, open, onOpenChange }: PreviewsProps) {
  const params = { project_id: projectId };
  const query = useQuery({
    ...read(['notification', projectId, 'previews'], listNotificationPreviews, { params }),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Message previews"
      description="The build, the cause and the change are made up."
      wide
    >
      <Loaded query={query} rows={3} isBare>
        {({ previews }) => (
          <div className="flex flex-col gap-6">
            {previews.map((preview) => (
              <Preview key={preview.event} preview={preview} />
            ))}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Preview({ preview }: { readonly preview: NotificationPreview }) {
  const { tone, title, text, quote, facts, bodies } = preview;
  const [kind, setKind] = useState('');
  const body = bodies.find((each) => each.kind === kind)?.body;
  return (
    <article aria-label={title} className="flex flex-col gap-2 text-sm">
      <h3 className="flex items-center gap-2 font-semibold">
        <StatusDot tone={MESSAGE_TONES[tone]} label="" />
        {title}
      </h3>
      <p>{text}</p>
      {quote && (
        <pre className="whitespace-pre-wrap rounded-md bg-canvas px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
          {quote}
        </pre>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-ink-faint">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Select
        aria-label={`JSON of ${title}`}
        className="self-start"
        value={kind}
        options={[
          ['', 'Show JSON for…'],
          ...bodies.map((each) => [each.kind, channelForms[each.kind].label] as const),
        ]}
        onChange={(event) => setKind(event.target.value)}
      />
      {body && <pre className="max-h-80 overflow-auto rounded-md bg-canvas p-3 font-mono text-xs">{body}</pre>}
    </article>
  );
}

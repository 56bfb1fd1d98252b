import type { NotificationPreview } from '@slipway/contracts';
import { channelForms } from '@slipway/destinations/forms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listNotificationPreviews } from '../../data/api.js';
import { call } from '../../data/call.js';
import { MESSAGE_TONES } from '../../parts/notifications/message-tones.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/field.js';
import { ErrorState, SkeletonRows } from '../../ui/states.js';
import { StatusDot } from '../../ui/status.js';

interface PreviewsProps {
  readonly projectId: number;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
}

/** What each message looks like, with invented facts. */
export function Previews({ projectId, open, onOpenChange }: PreviewsProps) {
  const { data, error } = useQuery({
    queryKey: ['notification', projectId, 'previews'],
    queryFn: () => call(listNotificationPreviews, { params: { project_id: projectId } }),
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
      {error && <ErrorState error={error} />}
      {!error && data === undefined && <SkeletonRows count={3} />}
      <div className="flex flex-col gap-6">
        {data?.previews.map((preview) => (
          <Preview key={preview.event} preview={preview} />
        ))}
      </div>
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

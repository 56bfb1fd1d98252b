import type { ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { Fact, Panel, TimeFact } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';

interface ConnectionProps {
  readonly state: string;
  readonly label: string;
  readonly times: readonly (readonly [label: string, at: string | null])[];
  readonly error: string | null | undefined;
}

interface ConnectionPanelProps {
  readonly id: string;
  readonly title: string;
  readonly isOwner: boolean;
  readonly connection: ConnectionProps | null;
  readonly isTesting: boolean;
  onTest(): void;
  /** What those who may not edit it read while there is none. */
  readonly absent: string;
  readonly children: ReactNode;
}

export function ConnectionPanel(props: ConnectionPanelProps) {
  const { id, title, isOwner, connection, isTesting, onTest, absent, children } = props;
  const test = isOwner && connection && (
    <Button size="small" onClick={onTest} disabled={isTesting}>
      Test connection
    </Button>
  );
  return (
    <Panel id={id} title={title} aside={test}>
      {connection && <Connection {...connection} />}
      {isOwner ? children : !connection && <p className="p-4 text-sm text-ink-soft">{absent}</p>}
    </Panel>
  );
}

function Connection({ state, label, times, error }: ConnectionProps) {
  return (
    <div aria-live="polite" className="flex flex-col gap-2 border-b border-line p-4">
      <dl className="grid gap-4 sm:grid-cols-3">
        <Fact label="Connection">
          <StatusPill state={state} label={label} />
        </Fact>
        {times.map(([name, at]) => (
          <TimeFact key={name} label={name} at={at} />
        ))}
      </dl>
      {error && <p className="text-sm text-bad">{error}</p>}
    </div>
  );
}

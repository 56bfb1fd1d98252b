import { Fact } from '../../ui/panel.js';
import { StatusPill } from '../../ui/status.js';
import { Time } from '../../ui/time.js';

interface ConnectionProps {
  readonly state: string;
  readonly label: string;
  readonly times: readonly (readonly [label: string, at: string | null])[];
  readonly error: string | null | undefined;
}

/** How Slipway's connection to a tool is. */
export function Connection({ state, label, times, error }: ConnectionProps) {
  return (
    <div aria-live="polite" className="flex flex-col gap-2 border-b border-line p-4">
      <dl className="grid gap-4 sm:grid-cols-3">
        <Fact label="Connection">
          <StatusPill state={state} label={label} />
        </Fact>
        {times.map(([name, at]) => (
          <Fact key={name} label={name}>
            <Time at={at} />
          </Fact>
        ))}
      </dl>
      {error && <p className="text-sm text-bad">{error}</p>}
    </div>
  );
}

import type { ConsoleBuildDetail } from '@slipway/contracts';
import { classNames } from '../../ui/class-names.js';
import { Panel } from '../../ui/panel.js';
import { FILL, lookOf, StatusIcon } from '../../ui/status.js';
import { useNow } from '../../ui/time.js';
import { duration } from '../../words/format.js';
import { placeSteps } from './place-steps.js';

export function StepWaterfall({ build }: { readonly build: ConsoleBuildDetail }) {
  const now = useNow().getTime();
  const { steps, totalSeconds } = placeSteps(build, now);
  return (
    <Panel title="Steps" note={totalSeconds > 0 && `0s to ${duration(totalSeconds)}`}>
      {steps.length === 0 ? (
        <p className="p-4 text-sm text-ink-soft">
          The build server reported no steps. Buildkite, GitHub and game engine events include them.
        </p>
      ) : (
        <ol className="flex flex-col gap-2 p-4">
          {steps.map((step) => (
            <li
              key={step.name}
              title={step.detail}
              className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 text-sm sm:grid-cols-[16px_minmax(0,9rem)_minmax(0,1fr)_72px]"
            >
              <StatusIcon state={step.status} />
              <span className="truncate">{step.name}</span>
              <span className="relative order-last col-span-full h-2 rounded-sm bg-idle-soft sm:order-none sm:col-auto">
                {step.width > 0 && (
                  <span
                    aria-hidden
                    className={classNames(
                      'absolute inset-y-0 min-w-0.5 rounded-sm',
                      FILL[lookOf(step.status).tone],
                    )}
                    style={{ left: `${step.left}%`, width: `${step.width}%` }}
                  />
                )}
              </span>
              <span className="tnum text-right text-xs text-ink-soft">
                {step.seconds === null ? '–' : duration(step.seconds)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

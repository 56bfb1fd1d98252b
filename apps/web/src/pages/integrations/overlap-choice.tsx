import type { Overlap } from '@slipway/contracts';
import type { ComponentProps } from 'react';
import { Check } from '../../ui/field.js';

const CHOICES: readonly (readonly [value: Overlap, label: string, hint: string])[] = [
  ['none', 'Stops working immediately', 'Requests that use it are refused from now on.'],
  ['1h', 'Works for 1 hour', 'Enough time to update one tool.'],
  ['24h', 'Works for 24 hours', 'Enough time to update several tools without losing events.'],
  ['7d', 'Works for 7 days', 'For settings that someone else has to change.'],
];

interface OverlapChoiceProps {
  /** What to replace: `token` or `secret`. */
  readonly what: string;
  /** Whether one that was replaced earlier still works. */
  readonly hasReplaced: boolean;
  readonly field: ComponentProps<'input'>;
}

/** How long the old credential keeps working next to the new one. */
export function OverlapChoice({ what, hasReplaced, field }: OverlapChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Old {what}</legend>
      {CHOICES.map(([choice, label, hint]) => (
        <Check key={choice} label={label} hint={hint} type="radio" value={choice} {...field} />
      ))}
      {hasReplaced && (
        <p className="text-xs text-ink-soft">
          A {what} that you replaced earlier keeps the time chosen then. To stop it sooner, revoke it on the
          integration's page.
        </p>
      )}
    </fieldset>
  );
}

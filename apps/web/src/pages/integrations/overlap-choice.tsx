import type { Overlap } from '@slipway/contracts';

const CHOICES: readonly (readonly [value: Overlap, label: string, hint: string])[] = [
  ['none', 'Stops working immediately', 'Requests that use it are refused from now on.'],
  ['1h', 'Works for 1 hour', 'Enough time to update one tool.'],
  ['24h', 'Works for 24 hours', 'Enough time to update several tools without losing events.'],
  ['7d', 'Works for 7 days', 'For settings that someone else has to change.'],
];

interface OverlapChoiceProps {
  /** What to replace: `token` or `secret`. */
  readonly what: string;
  /** How many replaced ones still work. */
  readonly replaced: number;
  readonly value: Overlap;
  readonly onChange: (overlap: Overlap) => void;
}

/** How long the old credential keeps working next to the new one. */
export function OverlapChoice({ what, replaced, value, onChange }: OverlapChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">Old {what}</legend>
      {CHOICES.map(([choice, label, hint]) => (
        <label key={choice} className="flex items-start gap-2 text-sm">
          <input
            type="radio"
            name={`overlap-${what}`}
            className="mt-1 accent-accent"
            checked={value === choice}
            onChange={() => onChange(choice)}
          />
          <span>
            {label} <span className="block text-xs text-ink-faint">{hint}</span>
          </span>
        </label>
      ))}
      {replaced > 0 && (
        <p className="text-xs text-ink-soft">
          {replaced === 1 ? `The ${what} that you replaced` : `The ${replaced} ${what}s that you replaced`} before{' '}
          {replaced === 1 ? 'keeps' : 'keep'} the time chosen then. To stop {replaced === 1 ? 'it' : 'them'} sooner, use{' '}
          {replaced === 1 ? 'Revoke it now' : 'Revoke them now'} on the page.
        </p>
      )}
    </fieldset>
  );
}

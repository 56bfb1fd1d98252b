import type { Overlap } from '@slipway/contracts';

const CHOICES: readonly (readonly [value: Overlap, label: string, hint: string])[] = [
  ['none', 'Ends at once', 'Requests with the old one are refused from now on.'],
  ['1h', 'Works for 1 hour', 'Enough to change one tool.'],
  ['24h', 'Works for 24 hours', 'Enough to change several, with no event lost.'],
  ['7d', 'Works for 7 days', 'For settings that somebody else must change.'],
];

interface OverlapChoiceProps {
  /** What is replaced: `token` or `secret`. */
  readonly what: string;
  readonly value: Overlap;
  readonly onChange: (overlap: Overlap) => void;
}

/** How long the old credential works beside the new one. */
export function OverlapChoice({ what, value, onChange }: OverlapChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-medium">The old {what}</legend>
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
    </fieldset>
  );
}

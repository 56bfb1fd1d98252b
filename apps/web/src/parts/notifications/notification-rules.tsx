import { type EventDescription, NOTIFICATION_EVENTS, type NotificationRule } from '@slipway/contracts';
import { Check, inputClass } from '../../ui/field.js';

interface NotificationRulesProps {
  readonly rules: readonly NotificationRule[];
  readonly disabled?: boolean;
  readonly saving?: NotificationRule | undefined;
  onChange(rule: NotificationRule): void;
}

export function NotificationRules({ rules, disabled = false, saving, onChange }: NotificationRulesProps) {
  return (
    <ul className="flex flex-col gap-1">
      {rules.map((stored) => {
        const rule = saving?.event === stored.event ? saving : stored;
        const description: EventDescription | undefined = NOTIFICATION_EVENTS[rule.event];
        // A page that was opened before an upgrade does not know the events of the new release.
        if (description === undefined) return null;
        const { label, threshold } = description;
        return (
          <li key={rule.event} className="flex min-h-8 flex-wrap items-center gap-2 text-sm">
            <Check
              label={label}
              disabled={disabled}
              checked={rule.enabled}
              onChange={(event) => onChange({ ...rule, enabled: event.target.checked })}
            />
            {threshold && rule.enabled && (
              <label className="flex items-center gap-1.5 text-ink-soft">
                {threshold.bound}
                <input
                  type="number"
                  aria-label={`${label}: ${threshold.unit}`}
                  className={`${inputClass} w-16!`}
                  disabled={disabled}
                  min={threshold.min}
                  max={threshold.max}
                  defaultValue={rule.threshold ?? threshold.initial}
                  onBlur={({ target }) => {
                    if (target.validity.valid && target.valueAsNumber !== rule.threshold)
                      onChange({ ...rule, threshold: target.valueAsNumber });
                  }}
                />
                {threshold.unit}
              </label>
            )}
          </li>
        );
      })}
    </ul>
  );
}

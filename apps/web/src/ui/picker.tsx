import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { classNames } from './class-names.js';

export interface PickerOption {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly group?: string;
}

interface PickerProps {
  readonly label: string;
  /** Shortcuts open the picker by this name. */
  readonly name: string;
  /** Called only when the list is opened. */
  options(): readonly PickerOption[];
  readonly selected: readonly string[];
  /** Allows several choices; the list stays open. */
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  /** Turns the typed text into a new option; null if that is not possible. */
  create?(typed: string): PickerOption | null;
  onPick(value: string): void;
  readonly className?: string;
  /** Removes the button from the tab order, because a shortcut of the row opens it. */
  readonly quietFocus?: boolean;
  readonly children: ReactNode;
}

/** A button that opens a searchable list of choices. A board has hundreds of them, so the list exists only while open. */
export function Picker(props: PickerProps) {
  const { label, name, disabled, quietFocus, className, children } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        data-picker={name}
        disabled={disabled}
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        {...(quietFocus && { tabIndex: -1 })}
        className={classNames(
          'inline-flex min-w-0 max-w-full items-center gap-1.5 rounded-sm text-left enabled:hover:bg-hover',
          className,
        )}
      >
        {children}
      </button>
      {open && <OpenPicker {...props} button={button} onClose={() => setOpen(false)} />}
    </>
  );
}

interface OpenPickerProps extends PickerProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  onClose(): void;
}

function OpenPicker({ button, onClose, ...props }: OpenPickerProps) {
  const { label, multiple } = props;
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        {/* Keeps clicks and key presses in the list from reaching the row that contains the button. */}
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          // The button closes the list by itself.
          onInteractOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
          className="z-50 w-60 max-w-[calc(100vw-24px)] rounded-md border border-line-strong bg-surface text-sm shadow-sm"
        >
          <Choices
            {...props}
            onPick={(value) => {
              props.onPick(value);
              if (!multiple) onClose();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const itemClass =
  'flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-0.5 data-[selected=true]:bg-hover';

function Choices({ label, options: listOptions, selected, create, onPick }: PickerProps) {
  const [typed, setTyped] = useState('');
  const options = listOptions();
  const created = typed.trim() === '' ? null : (create?.(typed.trim()) ?? null);
  const isNew = created !== null && !options.some(({ value }) => value === created.value);
  const groups = Map.groupBy(options, ({ group = '' }) => group);
  return (
    <Command label={label} loop>
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={label}
        className="h-9 w-full border-b border-line bg-transparent px-3 outline-none placeholder:text-ink-faint"
      />
      <Command.List className="max-h-64 overflow-y-auto p-1">
        {!isNew && <Command.Empty className="px-2 py-3 text-ink-soft">Nothing matches.</Command.Empty>}
        {[...groups].map(([group, members]) => (
          <Command.Group key={group} {...(group && { heading: group })} className="command-group">
            {members.map((option) => (
              <Command.Item
                key={option.value}
                value={option.value || 'none'}
                keywords={[option.label]}
                onSelect={() => onPick(option.value)}
                className={itemClass}
              >
                {option.icon}
                <span className="min-w-0 flex-1 truncate">{option.label}</span>
                {selected.includes(option.value) && <Check aria-label="chosen" className="size-4 shrink-0" />}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {isNew && (
          <Command.Item
            value={`create ${typed}`}
            keywords={[typed]}
            onSelect={() => {
              onPick(created.value);
              setTyped('');
            }}
            className={itemClass}
          >
            {created.icon}
            <span className="min-w-0 flex-1 truncate">{created.label}</span>
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}

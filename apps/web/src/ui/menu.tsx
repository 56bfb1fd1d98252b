import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.js';

export const menuClass =
  'z-50 min-w-52 max-w-[calc(100vw-24px)] rounded-md border border-line-strong bg-surface p-1 text-sm shadow-sm';

interface MenuProps extends Pick<ComponentProps<typeof DropdownMenu.Content>, 'align' | 'side'> {
  readonly label?: string;
  readonly trigger: ReactNode;
  readonly triggerClass: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Menu(props: MenuProps) {
  const { label, trigger, triggerClass, align = 'start', side = 'bottom', className, children } = props;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={label} className={triggerClass}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          className={classNames(menuClass, className)}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export const menuItemClass =
  'flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-0.5 text-ink outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50';

export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item className={classNames(menuItemClass, className)} {...rest} />;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}

export function MenuGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <DropdownMenu.Group>
      <DropdownMenu.Label className="px-2 pt-2 pb-1 text-xs text-ink-faint">{title}</DropdownMenu.Label>
      {children}
    </DropdownMenu.Group>
  );
}

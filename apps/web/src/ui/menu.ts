/** The class names of all menus that Radix renders. */
export const menuClass =
  'z-50 min-w-52 max-w-[calc(100vw-24px)] rounded-md border border-line-strong bg-surface p-1 text-sm shadow-sm';

export const menuItemClass =
  'flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-0.5 text-ink outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50';

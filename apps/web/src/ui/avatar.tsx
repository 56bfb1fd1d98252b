export function Avatar({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-idle-soft text-xs font-semibold text-ink-soft"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

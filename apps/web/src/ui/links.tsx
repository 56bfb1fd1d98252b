import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import type { RecordTarget } from '../routing/records.js';

interface PathLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A console path, as returned by the API. */
  readonly to: string;
  readonly children?: ReactNode;
}

export function PathLink({ to, ...rest }: PathLinkProps) {
  const { pathname, searchParams, hash } = new URL(to, window.location.origin);
  const props = {
    ...rest,
    to: pathname,
    ...(searchParams.size > 0 && { search: Object.fromEntries(searchParams) }),
    ...(hash && { hash: hash.slice(1) }),
  } as LinkProps;
  return <Link {...props} />;
}

export function LinkRow({ to, children }: { readonly to: RecordTarget; readonly children: ReactNode }) {
  return (
    <li>
      <Link {...to} className={linkRowClass}>
        {children}
      </Link>
    </li>
  );
}

export const linkRowClass = 'flex items-center gap-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-hover';

interface RecordLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  readonly to: RecordTarget;
}

/**
 * A link to the page of a record, for lists. The router's own links follow the address, to know whether their page is
 * open. A list has hundreds of links, and that would take most of the time of a page change.
 */
export function RecordLink({ to: target, ...rest }: RecordLinkProps) {
  const router = useRouter();
  const ids: Readonly<Record<string, string | number>> = target.params;
  const href = target.to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const preload = () => void router.preloadRoute(target);
  function open(event: MouseEvent): void {
    // The browser opens links in new tabs and windows.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate(target);
  }
  return (
    <a {...rest} href={href} onClick={open} onMouseEnter={preload} onFocus={preload} onTouchStart={preload} />
  );
}

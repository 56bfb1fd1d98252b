import { Link, type LinkProps } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';

interface PathLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A console path, as returned by the API. */
  readonly to: string;
  readonly children?: ReactNode;
}

/** A link to a page whose path is only known at run time. */
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

import { Link, type LinkProps } from '@tanstack/react-router';
import { useNamedRecord } from './record-name.js';
import { EmptyState } from './states.js';

interface NotFoundProps {
  /** What does not exist, such as “Build”. */
  readonly what?: string;
  /** Where to go instead; Home by default. */
  readonly instead?: { readonly label: string; readonly link: LinkProps };
}

/** Shown at an address that has no page, project or record. */
export function NotFound({ what = 'Page', instead }: NotFoundProps) {
  const title = `${what} not found`;
  useNamedRecord(title);
  return (
    <EmptyState
      isPage
      title={title}
      action={
        <Link {...(instead?.link ?? { to: '/' })} className="text-accent-text hover:underline">
          Go to {instead?.label ?? 'Home'}
        </Link>
      }
    >
      <p>It does not exist, or you do not have access to it.</p>
    </EmptyState>
  );
}

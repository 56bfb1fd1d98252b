import { Link, type LinkProps } from '@tanstack/react-router';
import { EmptyState } from './panel.js';
import { useNamedRecord } from './record-name.js';

interface NotFoundProps {
  readonly what?: string;
  readonly instead?: { readonly label: string; readonly link: LinkProps };
}

export function NotFound({ what = 'Page', instead }: NotFoundProps) {
  const title = `${what} not found`;
  useNamedRecord(title);
  return (
    <EmptyState
      isPage
      title={title}
      action={
        <Link {...(instead?.link ?? { to: '/' })} className="text-accent-text">
          Go to {instead?.label ?? 'Home'}
        </Link>
      }
    >
      <p>It does not exist, or you do not have access to it.</p>
    </EmptyState>
  );
}

import { Link } from '@tanstack/react-router';
import { EmptyState } from './states.js';

/** Shown at an address that has no page. */
export function NotFound() {
  return (
    <EmptyState
      title="Not found"
      action={
        <Link to="/" className="text-accent-text hover:underline">
          Go to Home
        </Link>
      }
    >
      <p>This page does not exist, or you do not have access to it.</p>
    </EmptyState>
  );
}

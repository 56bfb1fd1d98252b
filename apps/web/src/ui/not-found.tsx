import { Link } from '@tanstack/react-router';
import { EmptyState } from './states.js';

/** An address that is no page. */
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
      <p>There is no page at this address, or you have no access to it.</p>
    </EmptyState>
  );
}

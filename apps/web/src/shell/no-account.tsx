import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/states.js';
import { signOut } from './sign-out.js';

/** Shown to a user who no longer belongs to any account. */
export function NoAccount() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        title="You do not belong to any account"
        action={<Button onClick={() => void signOut()}>Sign out</Button>}
      >
        <p>You left, or an owner removed you. Ask an owner to invite you again; the email has a link to rejoin.</p>
      </EmptyState>
    </main>
  );
}

import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/states.js';
import { signOut } from './sign-out.js';

/** What somebody sees who belongs to no account any more. */
export function NoAccount() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        title="You belong to no account"
        action={<Button onClick={() => void signOut()}>Sign out</Button>}
      >
        <p>
          You left, or an owner removed you. Ask an owner to invite you again; the mail has a link that leads back.
        </p>
      </EmptyState>
    </main>
  );
}

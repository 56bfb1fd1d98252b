import type { SuspendedAccount } from '@slipway/contracts';
import { useSession } from '../data/session.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/states.js';
import { signOut } from './sign-out.js';

/** Shown to a user who belongs to no account, or to none that they can use. */
export function NoAccount() {
  const { suspended_accounts: suspended } = useSession();
  const isSuspended = suspended.length > 0;
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        title={isSuspended ? 'You have no access at the moment' : 'You do not belong to any account'}
        action={<Button onClick={() => void signOut()}>Sign out</Button>}
      >
        {suspended.map((account) => (
          <SuspendedReason key={account.id} account={account} />
        ))}
        {!isSuspended && (
          <p>
            You left, or an owner removed you. Ask an owner to invite you again; the email has a link to rejoin.
          </p>
        )}
      </EmptyState>
    </main>
  );
}

function SuspendedReason({ account }: { readonly account: SuspendedAccount }) {
  const { name, missing } = account;
  if (missing === 'permission')
    return (
      <p>
        {name} requires single sign-on, and your email address is outside its domain. Ask an owner to allow your
        address.
      </p>
    );
  return (
    <p>
      {name} needs a second factor from you, because your email address is outside its domain.{' '}
      <a href="/second-factor/set-up" className="text-accent-text hover:underline">
        Set up a second factor
      </a>
    </p>
  );
}

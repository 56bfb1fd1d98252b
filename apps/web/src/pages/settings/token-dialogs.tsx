import type { OwnToken } from '@slipway/contracts';
import { revokeToken, shortenToken } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useChange } from '../../data/change.js';
import { ConfirmDialog } from '../../ui/form.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

interface TokenDialogProps {
  readonly token: OwnToken | null;
  onClose(): void;
}

/** Asks before a token is revoked. */
export function RevokeDialog({ token, onClose }: TokenDialogProps) {
  const revocation = useChange({
    send: (id: number) => call(revokeToken, { params: { token_id: id } }),
    refresh: [['token']],
    message: () => 'Token revoked.',
    after: onClose,
  });
  return (
    <ConfirmDialog
      open={token !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke “${token?.name}”?`}
      confirm="Revoke token"
      change={revocation}
      onConfirm={() => token && revocation.mutate(token.id)}
    >
      <p>
        Anything that uses it gets a 401 response from now on. This cannot be undone; create a new token to replace
        it.
        {token?.last_used_at && (
          <>
            {' '}
            It was last used <Time at={token.last_used_at} />.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}

interface ShortenDialogProps extends TokenDialogProps {
  readonly maxDays: number;
}

/** Asks before a token that lasts longer than the account allows is ended earlier. */
export function ShortenDialog({ token, maxDays, onClose }: ShortenDialogProps) {
  const shortening = useChange({
    send: (id: number) => call(shortenToken, { params: { token_id: id } }),
    refresh: [['token']],
    message: () => 'Token shortened.',
    after: onClose,
  });
  return (
    <ConfirmDialog
      open={token !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Shorten “${token?.name}”?`}
      confirm="Shorten token"
      change={shortening}
      onConfirm={() => token && shortening.mutate(token.id)}
    >
      <p>
        It will expire in {plural(maxDays, 'day')}, the longest lifetime that your account allows. Replace it
        before then wherever it is used. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}

import type { CauseState } from '@slipway/contracts';
import { classNames } from './class-names.js';
import { errorMessage } from './error-message.js';

interface ErrorTextProps {
  readonly error: string;
  readonly cause: CauseState | null;
  readonly isOneLine?: boolean;
}

export function ErrorText({ error, cause, isOneLine = false }: ErrorTextProps) {
  return (
    <p className={classNames('min-w-0 text-xs', isOneLine ? 'truncate' : 'break-words')} title={error}>
      {cause === 'possible' && <span className="text-ink-faint">Possible cause: </span>}
      <span className="font-mono">{isOneLine ? errorMessage(error) : error}</span>
    </p>
  );
}

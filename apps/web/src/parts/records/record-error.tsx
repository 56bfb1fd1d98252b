import { SlipwayError } from '@slipway/client';
import { useMatches } from '@tanstack/react-router';
import { usePagesAbove } from '../../shell/navigation.js';
import { NotFound } from '../../ui/not-found.js';
import { ErrorState } from '../../ui/states.js';

interface RecordErrorProps {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Shown on the page of a record that does not exist or could not be loaded. */
export function RecordError({ error, retry }: RecordErrorProps) {
  const what = useMatches({ select: (matches) => matches.at(-1)?.staticData.label }) ?? 'Page';
  const list = usePagesAbove().at(-1);
  if (!(error instanceof SlipwayError && error.status === 404)) return <ErrorState error={error} retry={retry} />;
  return <NotFound what={what} {...(list && { instead: list })} />;
}

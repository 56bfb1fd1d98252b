import type { ComponentProps } from 'react';
import { type Change, useChange } from '../data/call.js';
import { ConfirmButton } from '../ui/form.js';

type ConfirmChangeProps<Answer> = Omit<ComponentProps<typeof ConfirmButton>, 'change'> & Change<void, Answer>;

export function ConfirmChange<Answer>(props: ConfirmChangeProps<Answer>) {
  const { send, refresh, message, after, ...button } = props;
  const change = useChange({
    send,
    ...(refresh && { refresh }),
    ...(message && { message }),
    ...(after && { after }),
  });
  return <ConfirmButton {...button} change={change} />;
}

import { type CallArguments, SlipwayError } from '@slipway/client';
import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import {
  type MutateOptions,
  type QueryKey,
  queryOptions,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { toast } from 'sonner';
import { describeFailedChange } from '../words/errors.js';
import { client } from './client.js';
import { askForConfirmation } from './confirmation.js';

/** What a request is built from. The rest of the contract is only a type, so pages load no schema. */
export type Endpoint<C extends EndpointContract> = {
  readonly method: C['method'];
  readonly path: C['path'];
  /** Carries the type of the contract; never set. */
  readonly contract?: C;
} & (C['body'] extends { readonly wrapper: infer Wrapper extends string }
  ? { readonly body: { readonly wrapper: Wrapper } }
  : { readonly body?: undefined });

/**
 * Calls an endpoint. Parameters, body and response are typed by its contract. If the service wants the user to prove
 * again who they are, a dialog asks them, and then the call is repeated.
 */
export async function call<C extends EndpointContract>(
  endpoint: Endpoint<C>,
  ...options: CallArguments<C>
): Promise<ResponseOf<C>> {
  const send = () => client.call(endpoint as unknown as C, ...options);
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof SlipwayError) || error.code !== 'confirmation_required') throw error;
    if (!(await askForConfirmation())) throw error;
    return await send();
  }
}

/** A query that reads an endpoint. Its key starts with the kind of row that it shows, so that live changes find it. */
export function read<C extends EndpointContract>(
  queryKey: QueryKey,
  endpoint: Endpoint<C>,
  ...options: CallArguments<C>
) {
  return queryOptions({ queryKey, queryFn: () => call(endpoint, ...options) });
}

/**
 * Reads what a page consists of. The request is sent while the page is rendered; `useQuery` alone sends it only once the
 * page is painted.
 */
export function usePageRead<C extends EndpointContract>(
  ...args: [queryKey: QueryKey, endpoint: Endpoint<C>, ...options: CallArguments<C>]
) {
  const query = read(...args);
  usePrefetchQuery(query);
  return useQuery(query);
}

export interface Change<Input, Answer> {
  send(input: Input): Promise<Answer>;
  /** Queries that show what changes. A refusal reloads them too: what they show may be outdated. */
  readonly refresh?: readonly QueryKey[];
  message?(
    answer: Answer,
    input: Input,
    change: (input: Input) => void,
  ): string | { readonly text: string; undo(): void } | undefined;
  after?(answer: Answer, input: Input): void;
  /** Shows the change before the service has answered. Returns what takes it back if the service refuses it. */
  show?(input: Input): Promise<() => void> | (() => void);
  /** The notice after a refusal, or how it begins. Without it, the form shows the error. */
  readonly refusal?: string | ((error: Error) => string | undefined);
}

/**
 * Changes something, reloads the queries that show it, and displays a notice. While a change is being sent, the same one
 * is not sent again.
 */
export function useChange<Input = void, Answer = unknown>(change: Change<Input, Answer>) {
  const { send, refresh = [], message, after, show, refusal } = change;
  const queries = useQueryClient();
  const reload = () => Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const sending = useRef(new Set<string | undefined>());
  const mutation = useMutation({
    mutationFn: send,
    ...(show && { onMutate: show }),
    onSuccess: async (answer, input) => {
      // The notice of a change that is on screen already does not wait.
      const reloading = reload();
      if (show === undefined) await reloading;
      const notice = message?.(answer, input, mutate);
      if (typeof notice === 'string') toast.success(notice);
      else if (notice) toast(notice.text, { action: { label: 'Undo', onClick: notice.undo } });
      after?.(answer, input);
    },
    onError: (error, _input, takeBack) => {
      takeBack?.();
      const text = typeof refusal === 'string' ? describeFailedChange(error, refusal) : refusal?.(error);
      if (text) toast.error(text);
      void reload();
    },
    onSettled: (_answer, _error, input) => void sending.current.delete(JSON.stringify(input)),
  });
  const { mutate: start } = mutation;
  const mutate = useCallback(
    (input: Input, options?: MutateOptions<Answer, Error, Input, () => void>) => {
      const key = JSON.stringify(input);
      if (sending.current.has(key)) return;
      sending.current.add(key);
      start(input, options ?? {});
    },
    [start],
  );
  return { ...mutation, mutate };
}

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';

interface Change<Input, Answer> {
  send(input: Input): Promise<Answer>;
  /** Queries that show the changed setting. */
  readonly refresh: readonly QueryKey[];
  /** The text of the notice after a successful change. */
  message?(answer: Answer, input: Input): string;
  after?(answer: Answer, input: Input): void;
}

/** Changes a setting, reloads the queries that show it, and displays a notice. The form shows errors. */
export function useChange<Input, Answer>({ send, refresh, message, after }: Change<Input, Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer, input) => {
      await Promise.all(refresh.map((queryKey) => queries.invalidateQueries({ queryKey })));
      const text = message?.(answer, input);
      if (text) toast.success(text);
      after?.(answer, input);
    },
  });
}

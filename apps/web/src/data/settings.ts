import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';

interface Change<Input, Answer> {
  send(input: Input): Promise<Answer>;
  /** Queries that show what changed. */
  readonly refresh: readonly QueryKey[];
  /** What a notice says when it worked. */
  message?(answer: Answer, input: Input): string;
  after?(answer: Answer, input: Input): void;
}

/** Changes a setting, reads again what shows it, and says so. The form shows what was refused. */
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
